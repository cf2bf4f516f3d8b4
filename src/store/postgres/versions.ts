import type { ReservedSQL } from 'bun'
import type { RaisedVersions } from '../engine/engine.ts'
import { batch } from '../engine/pace.ts'
import { GENERATION, SERVER, scopeOf } from '../engine/scopes.ts'
import type { Pool } from './pool.ts'

/** How long the list of all may take. */
const LIST_MS_MAX = 30_000

/**
 * What tells servers apart, and what one was before a failover or a restore, as SQL for any role: a number made of its
 * start, its timeline and where the table lies, which is elsewhere when a dump was put back under those who serve it. A
 * standby, which may lack anything, is 0.
 */
export const SERVER_NOW = `case when pg_is_in_recovery() then 0 else hashtextextended(concat_ws(' ',
  extract(epoch from pg_postmaster_start_time()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  pg_relation_filepath('version')), 0) & ${Number.MAX_SAFE_INTEGER} end`

/** A row that says it. */
export const OF_SERVER = `select '${SERVER}' as scope, ${SERVER_NOW} as version`

/** Random numbers are whole up to there. */
const GENERATION_MAX = Number.MAX_SAFE_INTEGER

type Row = { scope: string; version: string }
type Client = Pick<ReservedSQL, 'unsafe'>

/**
 * Waits until nobody else holds a scope, and holds it until the transaction ends. It is sent when it is called, before
 * whatever is asked in the same flight. Nothing is written where the row is there: it is locked all the same (PostgreSQL,
 * INSERT, ON CONFLICT), and makes no dead one.
 */
export async function holdScope(client: Client, scope: string): Promise<void> {
  const text =
    'insert into version values ($1, 0) on conflict (scope) do update set version = 0 where false'
  await client.unsafe(text, [scope]).execute()
}

/** Raises the version of whatever a transaction leaves outdated in memory, here and in other replicas. @returns the new ones */
export async function raiseVersions(
  client: Client,
  topics: ReadonlySet<string>,
): Promise<RaisedVersions> {
  const raised = new Map<string, number>()
  const scopes = new Set([...topics].flatMap((topic) => scopeOf(topic) ?? []))
  // In the order of all who raise several.
  const text =
    'insert into version values ($1, 1) on conflict (scope) do update set version = version.version + 1 returning scope, version'
  const sent = [...scopes].toSorted().map((scope) => client.unsafe(text, [scope]).execute())
  for (const [row] of await batch(...sent)) raised.set(row.scope, Number(row.version))
  return raised
}

/** Gives a database its random number, which outlives whoever serves it. */
export async function markDatabase(pool: Pool): Promise<void> {
  const text = 'insert into version values ($1, $2) on conflict do nothing'
  const random = Math.floor(Math.random() * GENERATION_MAX)
  await pool.use((connection) => connection.unsafe(text, [GENERATION, random]), LIST_MS_MAX)
}

/** The version of every scope, those that tell databases apart among them. */
export async function listVersions(pool: Pool): Promise<[string, number][]> {
  const text = `select scope, version from version union all ${OF_SERVER}`
  const rows = await pool.use((connection) => connection.unsafe(text), LIST_MS_MAX)
  return rows.map(({ scope, version }: Row) => [scope, Number(version)])
}
