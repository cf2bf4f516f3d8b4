import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openStore } from '../../src/store/open.ts'
import { lateIndexes, stepOf } from '../../src/store/postgres/plan.ts'
import { MIGRATIONS } from '../../src/store/postgres/postgres.ts'
import { prepareDatabase } from '../../src/store/postgres/prepare.ts'
import { book, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startService } from '../support/service.ts'

// While replicas are replaced one by one, those of before work on the tables of those that follow (README, *On PostgreSQL*).

const FOLDER = join(import.meta.dir, '../../migrations/postgres')

/** What a replica of the version before can live with: it neither reads nor writes what is new. */
const ADDITIVE = [
  /^CREATE (UNLOGGED )?TABLE /,
  /^CREATE (UNIQUE )?INDEX /,
  /^CREATE FUNCTION /,
  // Into a table that is new.
  /^INSERT INTO /,
  // What it does not know it leaves out.
  /^ALTER TABLE "\w+" ADD COLUMN (?!.*NOT NULL)(?!.*PRIMARY KEY)/,
  /^ALTER TABLE "\w+" ADD COLUMN .*DEFAULT .*NOT NULL/,
  // It writes one all the same, and passes on what it reads; the e-mail of a booking alone was looked through for this.
  /^ALTER TABLE "booking" ALTER COLUMN "email" DROP NOT NULL;?$/,
  // It leaves a vendor's own endpoints out: it asks for those of a hotel alone.
  /^ALTER TABLE "webhook" ALTER COLUMN "hotel_id" DROP NOT NULL;?$/,
  // It finds its rows all the same.
  /^DROP INDEX /,
]

/** Columns that some statements add: whoever does not know them reads nothing of what is filled into them. */
const addedBy = (statements: readonly string[]) =>
  statements.flatMap((text) => {
    const [, table, column] = text.match(/^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/) ?? []
    return table ? [`UPDATE "${table}" SET "${column}" =`] : []
  })

/**
 * @param together what a migration does beside it
 * @param before what those before it did: what they added may be filled where nobody has filled it since
 */
const isAdditive = (
  statement: string,
  together: readonly string[] = [],
  before: readonly string[] = [],
) =>
  ADDITIVE.some((shape) => shape.test(statement)) ||
  fills(statement, together) ||
  isOfNewTable(statement, together) ||
  (fills(statement, before) && FILLS_WHAT_IS_EMPTY.test(statement))

/**
 * A foreign key of a new table to hotels or agencies: an older replica deletes of them sandboxes alone, whose purge a
 * newer one repeats.
 */
const isOfNewTable = (statement: string, together: readonly string[]) => {
  const [, table] =
    statement.match(
      /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" FOREIGN KEY \("(?:hotel_id"\) REFERENCES "hotel|agency_id"\) REFERENCES "agency)"/,
    ) ?? []
  return together.some((each) => each.startsWith(`CREATE TABLE "${table}"`))
}

const fills = (statement: string, added: readonly string[]) =>
  addedBy(added).some((start) => statement.startsWith(start) && !statement.includes(', "'))

const FILLS_WHAT_IS_EMPTY =
  /^UPDATE "\w+" SET ("\w+") = (?!.* OR ).* WHERE (?:.* AND )?\1 IS NULL\b/

test('every migration of PostgreSQL but the first only adds', () => {
  const [, ...later] = readdirSync(FOLDER).toSorted()
  const migrations = later.map((name) =>
    readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8')
      .split('--> statement-breakpoint')
      .map((text) => text.replaceAll(/^\s*--.*$/gm, '').trim()),
  )

  expect(migrations.length).toBeGreaterThan(0)
  const others = migrations.flatMap((all, n) =>
    all.filter((each) => !isAdditive(each, all, migrations.slice(0, n).flat())),
  )
  expect(others).toEqual([])
})

test.each([
  'ALTER TABLE "day" DROP COLUMN "live"',
  'ALTER TABLE "day" RENAME COLUMN "live" TO "sold"',
  'ALTER TABLE "day" ALTER COLUMN "live" SET DATA TYPE bigint',
  'ALTER TABLE "day" ADD COLUMN "more" integer NOT NULL',
  'DROP TABLE "day"',
  'ALTER TABLE "day" ADD CONSTRAINT "k" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id")',
  'UPDATE "day" SET "live" = 0',
  'UPDATE "day" SET "added" = 0, "live" = 0',
])('the rule sees %p', (statement) =>
  expect(isAdditive(statement, ['ALTER TABLE "day" ADD COLUMN "added" integer'])).toBe(false),
)

test('what the migration before added is filled only where it is empty', () => {
  const before = ['ALTER TABLE "day" ADD COLUMN "added" integer']
  const judged = (statement: string) => isAdditive(statement, [], before)
  expect(judged('UPDATE "day" SET "added" = 1 WHERE "added" IS NULL;')).toBe(true)
  expect(judged('UPDATE "day" SET "added" = 1;')).toBe(false)
  expect(judged('UPDATE "day" SET "live" = 1 WHERE "live" IS NULL;')).toBe(false)
})

test('a replica goes on while columns, an index and a table are added under it', async () => {
  await using service = await startService()
  const { store, alfa, call } = service
  await sell(service)
  expect((await book(call)).status).toBe(201)

  await store.tx(async ({ dialect, db }) => {
    const { sql } = await import('drizzle-orm')
    for (const table of ['day', 'booking', 'hotel', 'change', 'outbox'])
      await dialect.rows(db, sql.raw(`alter table ${table} add column added integer default 1`))
    await dialect.rows(db, sql.raw('create table added (id integer)'))
    await dialect.rows(db, sql.raw('create index added_index on booking (added)'))
  })

  const day = { roomCode: 'DBL', date: '2027-04-01', available: 7 }
  expect((await push(alfa, [day])).status).toBe(200)
  expect((await book(call)).status).toBe(201)
  expect((await call('GET', '/v1/hotels?checkin=2027-04-01&checkout=2027-04-02')).status).toBe(200)
  expect((await alfa.call('GET', '/bookings?from=2027-04-01&to=2027-04-30')).status).toBe(200)
  expect((await alfa.call('GET', '/changes')).status).toBe(200)
})

test('a database that was brought up to date by one migration after another is like one that was made anew', async () => {
  await using server = await startPostgres()
  const admin = new SQL({ url: server.url, max: 1 })
  const seen = await Promise.all(
    [1, MIGRATIONS.length].map(async (first) => {
      const name = `from_${first}`
      await admin.unsafe(`create database ${name}`)
      const url = server.url.replace(/postgres$/, name)
      const target = { url, directUrl: url, prepare: true }
      await prepareDatabase(target, MIGRATIONS.slice(0, first))
      await prepareDatabase(target, MIGRATIONS)
      return await shapeOf(url)
    }),
  )
  await admin.close()

  expect(seen[0]!.length).toBeGreaterThan(400)
  expect(seen[0]).toEqual(seen[1]!)
})

/** Columns, indexes and migrations of a database, each in a line. */
async function shapeOf(url: string): Promise<string[]> {
  const sql = new SQL({ url, max: 1 })
  const rows: { line: string }[] = await sql`
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, column_default, is_nullable) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef || ' ' || indisvalid from pg_indexes
      join pg_index on indexrelid = to_regclass(quote_ident(indexname)) where schemaname = 'public'
    union all select name from roomwire_migration order by line`
  await sql.close()
  return rows.map(({ line }) => line)
}

test('every index on a table that stood before is built beside those who write it', () => {
  const [, ...later] = MIGRATIONS
  for (const { makes, changes, fills } of later.map(stepOf)) {
    const statements = [...makes, ...changes, ...fills]
    const made = statements.map((text) => text.match(/^CREATE (?:UNLOGGED )?TABLE "(\w+)"/)?.[1])
    const indexed = statements.flatMap((text) => text.match(/\bINDEX\b.* ON "(\w+)"/)?.[1] ?? [])
    expect(made).toEqual(expect.arrayContaining(indexed))
  }
  const late = lateIndexes(MIGRATIONS).map(({ name }) => name)
  expect(late).toContain('change_hotel_at')
  expect(late).not.toContain('day_history_day')
})

test('an older binary refuses to start on the tables of a newer one, and changes nothing', async () => {
  await using server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  await (await openStore(target)).close()
  const sql = new SQL({ url: server.url, max: 1 })
  await sql`insert into roomwire_migration (name) values ('29991231235959_later')`

  const opened = openStore(target)

  await expect(opened).rejects.toThrow('newer roomwire')
  const [{ count }] = await sql`select count(*) from roomwire_migration where name like '2999%'`
  expect(Number(count)).toBe(1)
  await sql.close()
})
