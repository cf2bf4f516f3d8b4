// The plan of an upgrade of a PostgreSQL database, and who has its tables now.

import type { ReservedSQL } from 'bun'
import type { Migration } from '../engine/migrations.ts'
import {
  behindOf,
  type Deed,
  deedsOf,
  indexedTables,
  inWords,
  type PlanHolder,
  type UpgradePlan,
} from '../engine/upgrade-plan.ts'
import times from '../engine/upgrade-times.json' with { type: 'json' }
import { connectTo } from './address.ts'
import { naming } from './look.ts'
import { appliedHere, listThere, listUnbuilt } from './migrate.ts'
import { type Index, lateIndexes, statementsOf, stepOf } from './plan.ts'
import type { PostgresTarget } from './pool.ts'
import { MIGRATIONS } from './postgres.ts'
import { isChanged } from './rounds.ts'
import { rejectIfSilent } from './silence.ts'

const CONNECT_SECONDS = 5
const HOLDERS_MAX = 50
const TIMES: Record<string, number> = times.postgres.ms

/** The lock that each deed takes on its table; of an index, which is built concurrently, and of a reference. */
const MODES: Record<Deed['word'], string> = {
  creates: '',
  adds: 'ACCESS EXCLUSIVE',
  alters: 'ACCESS EXCLUSIVE',
  unindexes: 'ACCESS EXCLUSIVE',
  rebuilds: 'ACCESS EXCLUSIVE',
  drops: 'ACCESS EXCLUSIVE',
  refers: 'SHARE ROW EXCLUSIVE',
  indexes: 'SHARE UPDATE EXCLUSIVE',
  fills: 'ROW EXCLUSIVE',
}

/**
 * Reads what the next start would do to a database, and who has its tables now, in a transaction that can only read.
 *
 * @throws Error one clear line if it cannot be reached, or is of a newer version
 */
export async function planPostgres({ directUrl }: PostgresTarget): Promise<UpgradePlan> {
  const client = connectTo(directUrl, { max: 1, connectionTimeout: CONNECT_SECONDS })
  try {
    const read = () => client.begin('read only', (tx) => readPlan(tx))
    return await naming(directUrl, () => rejectIfSilent(directUrl, read()))
  } finally {
    await client.close({ timeout: 1 })
  }
}

/** A migration that is done has a step as long as a kill has left one of its indexes unbuilt. */
async function readPlan(tx: Pick<ReservedSQL, 'unsafe'>): Promise<UpgradePlan> {
  const [there] = await tx.unsafe(`select to_regclass('roomwire_migration') as id`)
  const applied: Set<string> = there.id === null ? new Set() : await appliedHere(tx, MIGRATIONS)
  const sqlOf = (indexes: readonly Index[]) => new Set(indexes.map(({ sql }) => sql))
  const wanted = sqlOf(lateIndexes(MIGRATIONS))
  const unbuilt = sqlOf(await listUnbuilt(tx, MIGRATIONS))
  const names = await listThere(tx)
  const indexed = indexedTables(MIGRATIONS.flatMap(statementsOf))
  const all = MIGRATIONS.map((migration) => ({
    name: migration.name,
    statements: applied.has(migration.name)
      ? statementsOf(migration).filter((text) => unbuilt.has(text))
      : statementsLeft(migration, wanted, names),
  }))
    .filter(({ name, statements }) => !applied.has(name) || statements.length > 0)
    .map(({ name, statements }) => ({ name, deeds: deedsOf(statements, indexed) }))
  const rows = await countRows(tx)
  const steps = all.map(({ name, deeds }) => ({
    name,
    does: inWords(deeds),
    locks: locksOf(deeds, rows),
    behind: applied.has(name) ? undefined : behindOf(name),
    tookMs: TIMES[name],
  }))
  const tables = new Set(steps.flatMap(({ locks }) => locks.map(({ table }) => table)))
  const newest = [...applied].toSorted().at(-1)
  return { newest, steps, late: [], holders: await readHolders(tx, [...tables]) }
}

/**
 * The statements of a migration that are left: its rows alone if a kill came before they were filled, and no indexes of
 * tables from before that a later migration drops, since none is built.
 */
function statementsLeft(
  migration: Migration,
  wanted: ReadonlySet<string>,
  there: ReadonlySet<string>,
): string[] {
  const step = stepOf(migration)
  const late = new Set(step.indexes.map(({ sql }) => sql))
  const isDone = (text: string) => isChanged(step, there) && !step.fills.includes(text)
  return statementsOf(migration).filter((text) =>
    late.has(text) ? wanted.has(text) : !isDone(text),
  )
}

/** The strongest lock on each table that is there. */
function locksOf(
  deeds: readonly Deed[],
  rows: Map<string, number>,
): UpgradePlan['steps'][0]['locks'] {
  const strength = Object.values(MODES)
  const tables = [...Map.groupBy(deeds, ({ table }) => table)]
  return tables.flatMap(([table, those]) => {
    const modes = those.map(({ word }) => MODES[word]).filter((mode) => mode !== '')
    const [mode] = modes.toSorted((a, b) => strength.indexOf(a) - strength.indexOf(b))
    return mode && rows.has(table) ? [{ table, mode, rows: rows.get(table)! }] : []
  })
}

/** About how many rows each table has, as far as the server knows. */
async function countRows(tx: Pick<ReservedSQL, 'unsafe'>): Promise<Map<string, number>> {
  const rows: { name: string; rows: number }[] = await tx.unsafe(`
    select pg_class.relname as name, greatest(reltuples, n_live_tup, 0)::float8 as rows
    from pg_class left join pg_stat_user_tables on relid = oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

async function readHolders(
  tx: Pick<ReservedSQL, 'unsafe'>,
  tables: readonly string[],
): Promise<PlanHolder[]> {
  if (tables.length === 0) return []
  const instant = (column: string) =>
    `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const names = tables.map((name) => `'${name}'`).join(', ')
  return await tx.unsafe(`
    select relname as table, pid, usename::text as user, application_name as application, state,
      string_agg(distinct mode, ', ') as modes, ${instant('min(xact_start)')} as since,
      ${instant('min(query_start)')} as "queryStart",
      substring(min(query) from '^\\s*([A-Za-z]{1,20})') as query
    from pg_locks join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
    where granted and pid <> pg_backend_pid() and relname in (${names})
      and relnamespace = current_schema()::regnamespace
    group by relname, pid, usename, application_name, state
    order by min(xact_start) nulls last, relname limit ${HOLDERS_MAX}`)
}
