import type { SQL } from 'bun'
import type { Migration } from '../../migrations.ts'

/** The key of the lock under which the tables are made: any number that nobody else uses. */
const LOCK = 7_269_774_219

/**
 * Brings the tables up to date in one transaction, replicas that start together one after another. drizzle's migrator
 * makes a schema first, for which a role needs rights over the whole database, also when it is there.
 *
 * @throws Error when a newer version has been there
 */
export async function migrate(client: SQL, migrations: readonly Migration[]): Promise<void> {
  await client.begin(async (tx) => {
    // One that hangs in the middle does not keep the others waiting for ever.
    await tx`set local idle_in_transaction_session_timeout = '60s'`
    await tx`select pg_advisory_xact_lock(${LOCK})`
    await tx.unsafe(
      'create table if not exists roomwire_migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = await appliedHere(tx, migrations)
    for (const { name, sql } of migrations) {
      if (applied.has(name)) continue
      for (const statement of sql.split('--> statement-breakpoint')) await tx.unsafe(statement)
      await tx`insert into roomwire_migration (name) values (${name})`
    }
  })
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
