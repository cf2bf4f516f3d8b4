import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import type { Migration } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { withoutVain } from '../../src/store/sqlite/left-statements.ts'
import { withQuickColumns } from '../../src/store/sqlite/quick-columns.ts'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { temporaryFolder } from '../support/folder.ts'

setDefaultTimeout(60_000)

const schemaOf = (database: Database) =>
  database
    .query<never, []>('select type, name, tbl_name, sql from sqlite_schema order by type, name')
    .values()

/** The schema as SQLite itself makes it. */
function newest() {
  using database = new Database(':memory:')
  migrate(drizzle({ client: database }), MIGRATIONS)
  return schemaOf(database)
}

test('an upgrade from any version leaves the very schema that a new database has, and keeps its rows (issue 35 item 4)', async () => {
  const expected = newest()
  for (let count = 1; count < MIGRATIONS.length; count += 16) {
    using folder = temporaryFolder()
    const file = join(folder.path, 'old.db')
    {
      using old = new Database(file)
      migrate(drizzle({ client: old }), MIGRATIONS.slice(0, count))
      old.run(`insert into meta (key, value) values ('twins_made', '7')`)
    }
    await (await openStore(file)).close()
    using database = new Database(file)
    expect(schemaOf(database)).toEqual(expected)
    expect(database.query('pragma integrity_check').values()).toEqual([['ok']])
    expect(database.query('select value from meta').values()).toContainEqual(['7'])
  }
})

/** A database whose schema may be written, as the one of the worker. */
function emptyDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.enableDefensive(false)
  database.exec('pragma writable_schema = on')
  return database
}

const oneOf = (sql: string): Migration[] => [{ name: 'one', sql, timestamp: 1 }]

test('a column that is added has its default in rows from before, whose table is not read', () => {
  const database = emptyDatabase()
  database.exec(`create table "stay" (id integer primary key, note text default ('it''s')) strict`)
  database.exec('insert into stay (id) values (1)')
  const sql = [
    "ALTER TABLE `stay` ADD `state` text DEFAULT 'held' NOT NULL;",
    'CREATE INDEX `stay_state` ON `stay` (`state`);',
    'ALTER TABLE `stay` ADD `rooms` integer;',
  ].join('--> statement-breakpoint\n')
  const [{ sql: quick }] = withQuickColumns(database, oneOf(sql)) as [Migration]
  expect(quick).not.toContain('ALTER')
  database.exec('begin')
  for (const statement of quick.split('--> statement-breakpoint')) database.exec(statement)
  database.exec('commit')
  const row = database.prepare('select * from stay').get()
  expect({ ...row }).toEqual({ id: 1, note: "it's", state: 'held', rooms: null })
  expect({ ...database.prepare('pragma integrity_check').get() }).toEqual({ integrity_check: 'ok' })
})

test.each([
  ["ALTER TABLE `stay` ADD `rooms` integer DEFAULT 'two' NOT NULL;", 'cannot store TEXT'],
  ['ALTER TABLE `stay` ADD `rooms` integer NOT NULL;', 'NOT NULL'],
  ['ALTER TABLE `nothing` ADD `rooms` integer;', 'no such table'],
])('%p is refused before anything is written', (statement, message) => {
  const database = emptyDatabase()
  database.exec('create table stay (id integer primary key) strict')
  expect(() => withQuickColumns(database, oneOf(statement))).toThrow(message)
})

test.each([
  'ALTER TABLE `stay` ADD `rooms` integer CHECK (`rooms` > 0);',
  'ALTER TABLE `stay` ADD `hotel_id` integer REFERENCES `hotel`(`id`);',
  'ALTER TABLE `stay` RENAME TO `visit`;',
])('%p is left to SQLite', (statement) => {
  const database = emptyDatabase()
  database.exec('create table stay (id integer primary key) strict')
  expect(withQuickColumns(database, oneOf(statement))).toEqual(oneOf(statement))
})

/** A table with a row, and the migration of some statements. @returns the statements that are run */
function migrated(statements: readonly string[]) {
  const database = emptyDatabase()
  database.exec('create table "stay" (id integer primary key, note text) strict')
  database.exec(`insert into stay (note) values ('first')`)
  const sql = statements.join('--> statement-breakpoint\n')
  const [{ sql: quick }] = withQuickColumns(database, oneOf(sql)) as [Migration]
  database.exec('begin')
  for (const statement of quick.split('--> statement-breakpoint')) database.exec(statement)
  database.exec('commit')
  return { database, isRead: /^\s*create .*index .* on [`"]stay/im.test(quick) }
}

const ADD = [
  'ALTER TABLE `stay` ADD `code` text;',
  "ALTER TABLE `stay` ADD `state` text DEFAULT 'held' NOT NULL;",
]

test.each([
  ['`code`', '"stay"."code" is not null'],
  ['`id`, `code`', `"stay"."state" in ('sold', 'gone') and "stay"."note" = 'first'`],
  ['`state`', `"stay"."code" <> coalesce("stay"."state", '') and "stay"."code" is not null`],
])(
  'an index that no row can be in is made without reading the table, and kept from then on: %s where %s',
  (columns, where) => {
    const index = `CREATE UNIQUE INDEX \`stay_part\` ON \`stay\` (${columns}) WHERE ${where};`
    const { database, isRead } = migrated([...ADD, index])
    expect(isRead).toBe(false)
    const text = database.prepare(
      `select sql, tbl_name from sqlite_schema where name = 'stay_part'`,
    )
    expect({ ...text.get() }).toEqual({ sql: index.slice(0, -1), tbl_name: 'stay' })
    database.exec(`update stay set code = 'A', state = 'sold'`)
    database.exec(`insert into stay (id, note, code, state) values (2, 'first', 'B', 'gone')`)
    const found = database.prepare(
      `select id from stay indexed by stay_part where ${where} order by id`,
    )
    expect(found.all().map(({ id }) => id)).toEqual([1, 2])
    expect({ ...database.prepare('pragma integrity_check').get() }).toEqual({
      integrity_check: 'ok',
    })
    expect(database.prepare(`select name from sqlite_schema`).all()).toHaveLength(2)
  },
)

test.each([
  ['a value that rows have by default', [...ADD], `"stay"."state" = 'held'`],
  ['a column from before', [...ADD], `"stay"."note" is not null`],
  ['one or the other', [...ADD], `"stay"."code" is not null or "stay"."note" = 'first'`],
  ['no value', [...ADD], '"stay"."code" is null'],
  [
    'a column that has been filled',
    [...ADD, `UPDATE \`stay\` SET \`code\` = 'A';`],
    '"stay"."code" is not null',
  ],
])('an index over %s is left to SQLite', (_, before, where) => {
  const { database, isRead } = migrated([
    ...before,
    `CREATE INDEX \`stay_part\` ON \`stay\` (\`id\`) WHERE ${where};`,
  ])
  expect(isRead).toBe(true)
  const found = database.prepare(`select id from stay indexed by stay_part where ${where}`)
  expect(found.all()).toHaveLength(1)
})

test('indexes that a later migration drops are not made of all rows for nothing, and are not in the newest schema (issue 35)', () => {
  const all = MIGRATIONS.flatMap(({ sql }) => sql.split('--> statement-breakpoint'))
  const kept = withoutVain(MIGRATIONS).flatMap(({ sql }) => sql.split('--> statement-breakpoint'))
  expect(kept).toHaveLength(all.length)
  const leftOut = all.filter((text, at) => kept[at] !== text && /^\s*CREATE INDEX/.test(text))
  const names = leftOut.map((text) => text.match(/^\s*CREATE INDEX `(\w+)`/)![1]!)
  expect(new Set(names)).toEqual(
    new Set(['booking_checkin', 'booking_checkout', 'booking_hotel_fresh']),
  )
  const there = newest().map(([, name]) => name as string)
  expect(there.filter((name) => names.includes(name))).toEqual([])
})

test('what agencies owe is not asked of all bookings if the same upgrade adds who collects (issue 35)', () => {
  const statements = (migrations: readonly Migration[]) =>
    migrations.flatMap(({ sql }) => sql.split('--> statement-breakpoint'))
  const isFill = (text: string) => /^\s*INSERT INTO "agency_terms"/.test(text)
  const adds = MIGRATIONS.findIndex(({ name }) => name.endsWith('_groups'))
  const fills = MIGRATIONS.findIndex((migration) => statements([migration]).some(isFill))
  expect(statements(withoutVain(MIGRATIONS.slice(adds))).filter(isFill)).toEqual([])
  expect(statements(withoutVain(MIGRATIONS.slice(adds + 1))).filter(isFill)).toHaveLength(1)
  // Nothing between sets it.
  const between = statements(MIGRATIONS.slice(adds, fills))
  expect(between.filter((text) => /\bcollect\b|\bTRIGGER\b/i.test(text))).toEqual([
    expect.stringContaining("ADD `collect` text DEFAULT 'hotel' NOT NULL"),
  ])
})
