import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import type { Migration } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
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
