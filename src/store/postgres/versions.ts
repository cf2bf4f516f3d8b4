// Scope locks and cache versions in PostgreSQL.

import type { ReservedSQL } from 'bun'
import type { RaisedVersions } from '../engine/engine.ts'
import { batch } from '../engine/pace.ts'
import { GENERATION, SERVER, scopeOf } from '../engine/scopes.ts'
import type { Pool } from './pool.ts'
import { SERVER_MS } from './server-clock.ts'

/** How long the list of all versions may take. */
const LIST_MS_MAX = 30_000

/**
 * Identifies a server, and its state before and after a failover or a restore, as SQL for any role. The number is made
 * of the start of the server, its timeline and the file of the table, which changes when a dump is restored under
 * running services. It is 0 for a standby, which may lack any of these.
 */
export const SERVER_NOW = `case when pg_is_in_recovery() then 0 else hashtextextended(concat_ws(' ',
  extract(epoch from pg_postmaster_start_time()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  pg_relation_filepath('version')), 0) & ${Number.MAX_SAFE_INTEGER} end`

/** The row of the server's number among the versions, with the time by its clock. */
export const OF_SERVER = `select '${SERVER}' as scope, ${SERVER_NOW} as version, ${SERVER_MS}`

/** Random integers are exact up to this bound. */
const GENERATION_MAX = Number.MAX_SAFE_INTEGER

type Row = { scope: string; version: string }
type Client = Pick<ReservedSQL, 'unsafe'>

/**
 * Waits until no other transaction has the lock on a scope, and keeps it until this transaction ends. The statement is
 * sent when the function is called, before any other query in the same flight. If the row exists, nothing is written:
 * it is locked all the same (PostgreSQL, INSERT, ON CONFLICT) and leaves no dead row.
 *
 * @returns the time by the server's clock, read when the lock was granted
 */
export async function lockScope(client: Client, scope: string): Promise<number> {
  const [row] = await client.unsafe(LOCK, [scope]).execute()
  return row.server_ms
}

/** The count is known, and so the clock is read, after the row is locked. */
const LOCK =
  'with held as (insert into version values ($1, 0) on conflict (scope) do update set version = 0 where false returning 1) ' +
  `select ${SERVER_MS} from (select count(*) from held) as counted`

/**
 * Raises the versions of everything that a transaction invalidates, here and in other replicas. @returns the new
 * versions
 */
export async function raiseVersions(
  client: Client,
  topics: ReadonlySet<string>,
): Promise<RaisedVersions> {
  const raised = new Map<string, number>()
  const scopes = new Set([...topics].flatMap((topic) => scopeOf(topic) ?? []))
  // All transactions that raise several do so in this order.
  const text =
    'insert into version values ($1, 1) on conflict (scope) do update set version = version.version + 1 returning scope, version'
  const sent = [...scopes].toSorted().map((scope) => client.unsafe(text, [scope]).execute())
  for (const [row] of await batch(...sent)) raised.set(row.scope, Number(row.version))
  return raised
}

/** Gives a database its random number, which outlives the processes that serve it. */
export async function markDatabase(pool: Pool): Promise<void> {
  const text = 'insert into version values ($1, $2) on conflict do nothing'
  const random = Math.floor(Math.random() * GENERATION_MAX)
  await pool.use((connection) => connection.unsafe(text, [GENERATION, random]), LIST_MS_MAX)
}

/** The version of every scope, those that identify the database included. */
export async function listVersions(pool: Pool): Promise<[string, number][]> {
  const text = `select scope, version, null::float8 as server_ms from version union all ${OF_SERVER}`
  const rows = await pool.use((connection) => connection.unsafe(text), LIST_MS_MAX)
  return rows.map(({ scope, version }: Row) => [scope, Number(version)])
}
