// Settings and sessions of a server that several replicas share (`doctor --cluster`).

import type { SQL } from 'bun'

/** The settings by which a server keeps what it answered. */
export type Cluster = {
  /** Settings that must be on and are off. */
  off: string[]
  /** The standbys that a commit waits for; empty: none. */
  waitsFor: string
  standbys: { name: string; state: string | null; behindBytes: number | null }[]
}

/** Reads how a server keeps what it answered, and its standbys. */
export async function readCluster(client: SQL): Promise<Cluster> {
  const settings = await client`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names')
    order by name`
  const of = (wanted: string) =>
    settings.find(({ name }: { name: string }) => name === wanted)?.setting as string
  const standbys = await client`
    select coalesce(nullif(application_name, ''), client_addr::text, pid::text) as name, sync_state as state,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "behindBytes"
    from pg_stat_replication order by 1`
  return {
    off: ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => of(name) === 'off'),
    waitsFor: of('synchronous_standby_names'),
    standbys: [...standbys],
  }
}

/** Reads the holder of the worker's lease; undefined if it has run out. */
export async function readLease(client: SQL): Promise<string | undefined> {
  const [found] = await client`select to_regclass('lease') as lease`
  if (!found.lease) return undefined
  const [row] = await client`
    select holder from lease where name = 'worker' and until > clock_timestamp()`
  return row?.holder
}

/** The times that two clients are compared: where others work, they may now and then have different sessions. */
const COMPARED = 5

/** True if two clients of a pooler have had the same session of the server. */
export async function isPoolShared([one, other]: [SQL, SQL]): Promise<boolean> {
  for (let round = 0; round < COMPARED; round++) {
    const [a] = await one.unsafe('select pg_backend_pid() as pid')
    const [b] = await other.unsafe('select pg_backend_pid() as pid')
    if (a.pid === b.pid) return true
  }
  return false
}
