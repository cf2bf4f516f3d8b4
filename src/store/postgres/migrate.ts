import type { SQL } from 'bun'
import type { Migration } from '../engine/migrations.ts'
import { lateIndexes, statementsOf } from './plan.ts'
import { type UpgradeOptions, upgrade, type Work } from './upgrade.ts'

/** The key of the lock under which the tables are made and changed: any number that nobody else uses. */
const LOCK = 7_269_774_219

/**
 * Brings the tables up to date. drizzle's migrator makes a schema first, for which a role needs rights over the whole
 * database, also when it is there.
 *
 * @param lasts whether a session of the client is one: past a transaction pooler none is
 * @throws Error when a newer version has been there
 */
export async function migrate(
  client: SQL,
  migrations: readonly Migration[],
  { lasts, ...upgrading }: UpgradeOptions & { lasts: () => Promise<void> },
): Promise<void> {
  if (await isEmpty(client)) await fill(client, migrations)
  const left = () => workLeft(client, migrations)
  const work = await left()
  if (work.migrations.length + work.indexes.length === 0) return
  await lasts()
  const names = [...work.migrations, ...work.indexes].map(({ name }) => name)
  upgrading.onUpgrade?.('upgrade_begins', { left: names })
  await upgrade(client, { lock: LOCK, left }, upgrading)
}

async function isEmpty(client: SQL): Promise<boolean> {
  const [{ id }] = await client`select to_regclass('roomwire_migration') as id`
  return id === null || (await client`select 1 from roomwire_migration limit 1`).length === 0
}

/** Makes all tables in one transaction: nobody uses them yet. Replicas that start together do so one after another. */
async function fill(client: SQL, migrations: readonly Migration[]): Promise<void> {
  await client.begin(async (tx) => {
    // One that hangs in the middle does not keep the others waiting for ever.
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

/** @throws Error when a newer version has been there */
async function workLeft(client: SQL, migrations: readonly Migration[]): Promise<Work> {
  const applied = await appliedHere(client, migrations)
  const rows: { name: string }[] = await client`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and relnamespace = current_schema()::regnamespace`
  const built = new Set(rows.map(({ name }) => name))
  return {
    migrations: migrations.filter(({ name }) => !applied.has(name)),
    indexes: lateIndexes(migrations).filter(({ name }) => !built.has(name)),
  }
}

/** @throws Error when a database is no database of ours, or not as up to date as this version would make it */
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

/** @returns the migrations it has had @throws Error when one of them is not known here */
async function appliedHere(
  client: Pick<SQL, 'unsafe'>,
  migrations: readonly Migration[],
): Promise<Set<string>> {
  const rows: { name: string }[] = await client.unsafe('select name from roomwire_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted()
  if (unknown.length > 0)
    throw new Error(`the database was written by a newer version (it has ${unknown.at(-1)})`)
  return applied
}
