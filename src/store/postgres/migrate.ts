// Migrations of PostgreSQL.

import type { SQL } from 'bun'
import type { Migration } from '../engine/migrations.ts'
import { newerText, VERSION_KEY } from '../engine/newer.ts'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { indexedTables } from '../engine/upgrade-plan.ts'
import { type Index, lateIndexes, statementsOf } from './plan.ts'
import { roundsOf } from './rounds.ts'
import { upgrade, type Work } from './upgrade.ts'

/**
 * The key of the advisory lock under which the tables are created and changed: an arbitrary number that no other code
 * uses.
 */
const LOCK = 7_269_774_219

/**
 * Brings the tables up to date. drizzle's own migrator first creates a schema, even if it exists, which takes rights
 * over the whole database.
 *
 * @param lasts rejects if a session of the client does not last, as behind a transaction pooler
 * @throws Error if a newer version has used the database
 */
export async function migrate(
  client: SQL,
  migrations: readonly Migration[],
  { lasts, ...upgrading }: UpgradeOptions & { lasts: () => Promise<void> },
): Promise<void> {
  if (await isEmpty(client)) await fill(client, migrations)
  const left = () => workLeft(client, migrations)
  const work = await left()
  const names = [...work.migrations, ...work.indexes].map(({ name }) => name)
  if (names.length === 0) return
  await lasts()
  upgrading.onUpgrade?.('upgrade_begins', { left: names })
  await upgrade(client, { lock: LOCK, left }, upgrading)
}

async function isEmpty(client: SQL): Promise<boolean> {
  const [{ id }] = await client`select to_regclass('roomwire_migration') as id`
  return id === null || (await client`select 1 from roomwire_migration limit 1`).length === 0
}

/**
 * Creates all tables in one transaction, because no process uses them yet. Replicas that start together do so one after
 * another.
 */
async function fill(client: SQL, migrations: readonly Migration[]): Promise<void> {
  await client.begin(async (tx) => {
    // A process that hangs in the middle does not keep the others waiting forever.
    await tx`set local idle_in_transaction_session_timeout = '60s'`
    await tx`select pg_advisory_xact_lock(${LOCK})`
    await tx.unsafe(
      'create table if not exists roomwire_migration (name text primary key, applied_at timestamptz not null default now())',
    )
    if ((await appliedHere(tx, migrations)).size > 0) return
    for (const migration of migrations) {
      for (const statement of statementsOf(migration)) await tx.unsafe(statement)
      await tx`insert into roomwire_migration (name) values (${migration.name})`
    }
  })
}

/** @throws Error if a newer version has used the database */
async function workLeft(
  client: SQL,
  migrations: readonly Migration[],
): Promise<Work & { migrations: Migration[] }> {
  const applied = await appliedHere(client, migrations)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const tableOf = indexedTables(migrations.flatMap(statementsOf))
  return {
    migrations: missing,
    rounds: roundsOf(missing, { tableOf, there: await listThere(client) }),
    indexes: await listUnbuilt(client, migrations),
  }
}

/** The indexes of tables from before that are not there, or that a kill left half-built. */
export async function listUnbuilt(
  client: Pick<SQL, 'unsafe'>,
  migrations: readonly Migration[],
): Promise<Index[]> {
  const rows: { name: string }[] = await client.unsafe(`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and relnamespace = current_schema()::regnamespace`)
  const built = new Set(rows.map(({ name }) => name))
  return lateIndexes(migrations).filter(({ name }) => !built.has(name))
}

/** The tables, and their columns as `table.column`. */
export async function listThere(client: Pick<SQL, 'unsafe'>): Promise<Set<string>> {
  const rows: { name: string }[] = await client.unsafe(`
    select concat_ws('.', relname, attname) as name
    from pg_class left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    union select relname from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`)
  return new Set(rows.map(({ name }) => name))
}

/** @throws Error if a database does not belong to roomwire, or lacks migrations of this version */
export async function refuseOlder(
  client: Pick<SQL, 'unsafe'>,
  migrations: readonly Migration[],
  name: string,
): Promise<void> {
  const [there] = await client.unsafe(`select to_regclass('roomwire_migration') as id`)
  if (there.id === null) throw new Error(`${name} is not a database of roomwire`)
  const applied = await appliedHere(client, migrations)
  if (applied.size < migrations.length)
    throw new Error(`${name} was written by an older roomwire; run roomwire migrate on it first`)
}

/** @returns the applied migrations @throws Error if this version does not know one of them */
export async function appliedHere(
  client: Pick<SQL, 'unsafe'>,
  migrations: readonly Migration[],
): Promise<Set<string>> {
  const rows: { name: string }[] = await client.unsafe('select name from roomwire_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted()
  const newest = unknown.at(-1)
  if (newest) throw new Error(`it ${newerText(newest, await findNoted(client))}`)
  return applied
}

/** The newest version that served the database; undefined if none has told. */
async function findNoted(client: Pick<SQL, 'unsafe'>): Promise<string | undefined> {
  const [there] = await client.unsafe(`select to_regclass('meta') as id`)
  if (there.id === null) return undefined
  const [row] = await client.unsafe('select value from meta where key = $1', [VERSION_KEY])
  return row?.value
}
