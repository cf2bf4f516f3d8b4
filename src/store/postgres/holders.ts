// Lock diagnosis: which session blocks an upgrade.

import type { SQL } from 'bun'

/** A session that others wait for, for the log. Of its statement only the first word: the rest may name guests. */
type Holder = {
  pid: number
  application: string | null
  user: string | null
  state: string | null
  /** The start of its transaction. */
  since: string | null
  query: string | null
}

/** A lock that a session waits for, and its holders, the oldest first. */
export type Wait = { what: string; holders: Holder[] }

type Client = Pick<SQL, 'unsafe'>

const HOLDERS_MAX = 5

/** Finds the lock that a session waits for at this moment; undefined if it waits for none. */
export const waitOf = (client: Client, pid: number): Promise<Wait | undefined> =>
  lookFor(
    client,
    `select coalesce(relname::text, replace(locktype, 'virtualxid', 'a transaction that began before')) as what,
        unnest(pg_blocking_pids(pid)) as pid
      from pg_locks left join pg_class on oid = relation where pid = ${pid} and not granted`,
  )

/** Finds the holders of an advisory lock of the database. */
export const holderOf = (client: Client, key: number): Promise<Wait | undefined> =>
  lookFor(
    client,
    `select 'advisory lock' as what, pid from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and (classid::bigint << 32) | objid::bigint = ${key}
        and database = (select oid from pg_database where datname = current_database())`,
  )

/**
 * Lists the transactions that have a lock on a table of the service, each with the table: on `version` those alone that
 * write it. A dump has read it, and keeps nobody who takes turns there from it.
 */
export async function listLocked(client: Client): Promise<{ holder: string; table: string }[]> {
  return await client.unsafe(`
    select distinct concat_ws(' ', pid, virtualtransaction) as holder, relname as table
    from pg_locks join pg_class on pg_class.oid = relation
    where granted and relkind = 'r' and relnamespace = current_schema()::regnamespace
      and database = (select oid from pg_database where datname = current_database())
      and (relname <> 'version' or mode not in ('AccessShareLock', 'RowShareLock'))`)
}

/** @param held a query of locks and their holders: `what`, `pid` */
async function lookFor(client: Client, held: string): Promise<Wait | undefined> {
  // A prepared transaction (two-phase commit) has no session, and the pid 0.
  const rows: (Holder & { what: string })[] = await client.unsafe(`
    select distinct on (xact_start, held.pid) what, held.pid, application_name as application, usename::text as user,
      state, to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      substring(query from '^\\s*([A-Za-z]{1,20})') as query
    from (${held}) as held left join pg_stat_activity as activity on activity.pid = held.pid
    order by xact_start nulls last, held.pid limit ${HOLDERS_MAX}`)
  if (rows.length === 0) return undefined
  return { what: rows[0]!.what, holders: rows.map(({ what: _, ...holder }) => holder) }
}
