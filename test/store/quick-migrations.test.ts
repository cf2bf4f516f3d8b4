import { expect, test } from 'bun:test'
import { getTableName } from 'drizzle-orm'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { sqliteTables } from '../../src/store/engine/schema.ts'
import times from '../../src/store/engine/upgrade-times.json'
import { statementsOf } from '../../src/store/postgres/plan.ts'

// A migration adds, within two seconds for ten million days and two million bookings: meanwhile nobody is served. What
// moves rows is done behind, in slices, idempotent, with its place kept in `meta` (guide, *Developing*).

/** The newest migrations from before the rule, which may move rows. */
const LAST_FREE = {
  sqlite: '20261126160625_hotel-agency-index',
  postgres: '20261126160629_hotel-agency-index',
}

/** Migrations that break the rule, each with its reason. Empty: take a row out rather than put one in. */
const EXCEPTIONS: Record<string, string> = {}

/** Tables of what people set up: thousands of rows in a large house. All others grow with days, sales and calls. */
const SMALL = new Set([
  ...['meta', 'city', 'hotel', 'board', 'room_type', 'room_board', 'room_list', 'rate', 'extra'],
  ...['vendor', 'api_key', 'agency', 'agency_logo', 'agency_terms', 'user', 'user_hotel'],
  ...[
    'second_factor',
    'recovery_code',
    'passkey',
    'statement_clock',
    'service_sum',
    'site',
    'webhook',
  ],
])

/** What takes the same time for any number of rows, in any table. */
const QUICK = [
  /^CREATE (UNLOGGED )?TABLE (?!.*\bAS SELECT\b)/is,
  /^CREATE (FUNCTION|VIEW|TRIGGER) /i,
  /^DROP (INDEX|TRIGGER|VIEW) /i,
  // Without reading a row (`store/sqlite/quick-columns.ts`), but for a check, and for what is computed and stored.
  /^ALTER TABLE ["`]\w+["`] ADD (?!CONSTRAINT)(?!.*\b(CHECK|GENERATED)\b)/is,
]
const MADE = /^CREATE (?:UNLOGGED )?TABLE ["`](\w+)["`]/i
const INDEX = /^CREATE (?:UNIQUE )?INDEX ["`]\w+["`] ON ["`](\w+)["`]/i
const ALTERED = /^ALTER TABLE ["`](\w+)["`]/i
const TABLES = new Set<string>(Object.values(sqliteTables).map((table) => getTableName(table)))

/** The statements of a migration whose time grows with the rows of a large table. */
function slowOf(statements: readonly string[], engine: keyof typeof LAST_FREE): string[] {
  const made = new Set(statements.map((text) => text.match(MADE)?.[1]))
  const isLarge = (table: string) => !SMALL.has(table) && !made.has(table)
  return statements.filter((text) => {
    if (QUICK.some((shape) => shape.test(text))) return false
    const indexed = text.match(INDEX)?.[1]
    // PostgreSQL builds it while others write. A partial one of few rows takes SQLite 0.4 s of two million bookings.
    if (indexed !== undefined)
      return engine === 'sqlite' && isLarge(indexed) && !/ WHERE /i.test(text)
    const altered = text.match(ALTERED)?.[1]
    if (altered !== undefined) return isLarge(altered)
    const named = [...text.matchAll(/["`]?\b(\w+)\b["`]?/g)].map(([, word]) => word!)
    return named.some((word) => isLarge(word) && (TABLES.has(word) || word.startsWith('__new_')))
  })
}

test.each(['sqlite', 'postgres'] as const)(
  'no new migration of %s moves or reads through the rows of a large table (issue 35 item 4)',
  (engine) => {
    const migrations = readMigrations(engine)
    expect(migrations.map(({ name }) => name)).toContain(LAST_FREE[engine])
    const slow = migrations
      .filter(({ name }) => name > LAST_FREE[engine] && !EXCEPTIONS[name])
      .flatMap((migration) =>
        slowOf(statementsOf(migration), engine).map((text) => `${migration.name}: ${text}`),
      )
    expect(slow).toEqual([])
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'the time of each migration of %s is recorded, and none takes a quarter of a second on the fixture (`bun test/versions/time.ts`)',
  (engine) => {
    const ms: Record<string, number> = times[engine].ms
    const names = readMigrations(engine).map(({ name }) => name)
    expect(Object.keys(ms)).toEqual(names)
    expect(names.filter((name) => name > LAST_FREE[engine] && ms[name]! > 250)).toEqual([])
  },
)

test('the rule has no exception, and each of its small tables exists', () => {
  expect(EXCEPTIONS).toEqual({})
  expect([...SMALL].filter((name) => !TABLES.has(name))).toEqual([])
})

test.each([
  'UPDATE `day` SET `last_seq` = 0;',
  'UPDATE `hotel` SET `sold` = (SELECT count(*) FROM `booking`);',
  'DELETE FROM change WHERE seq < 5;',
  'INSERT INTO `agency_night` SELECT `hotel_id` FROM `booking`;',
  'WITH `night` AS (SELECT 1 FROM `booking`) INSERT INTO `meta` SELECT * FROM `night`;',
  'INSERT INTO `__new_booking` SELECT * FROM `booking`;',
  'CREATE TABLE `copy` AS SELECT * FROM `day`;',
  'CREATE INDEX `day_late` ON `day` (`hotel_id`);',
  'ALTER TABLE `booking` DROP COLUMN `email`;',
  'ALTER TABLE `booking` ADD `nights` integer GENERATED ALWAYS AS (1) STORED;',
  'ALTER TABLE `booking` ADD `nights` integer CHECK (`nights` > 0);',
  'DROP TABLE `day_history`;',
  'ALTER TABLE `__new_booking` RENAME TO `booking`;',
])('the rule sees %p', (statement) => expect(slowOf([statement], 'sqlite')).toEqual([statement]))

test.each([
  {
    statements: ['CREATE TABLE `pack` (`id` integer);', 'CREATE INDEX `pack_id` ON `pack` (`id`);'],
  },
  { statements: ['ALTER TABLE `booking` ADD `nights` integer DEFAULT 0 NOT NULL;'] },
  { statements: ['CREATE INDEX `booking_late` ON `booking` (`id`) WHERE `agency_id` <> 0;'] },
  {
    statements: [
      'DROP INDEX IF EXISTS `booking_late`;',
      'CREATE INDEX `hotel_late` ON `hotel` (`id`);',
    ],
  },
  {
    statements: [
      'CREATE TABLE `pack` (`id` integer);',
      'INSERT INTO `pack` SELECT `id` FROM `hotel`;',
    ],
  },
  {
    statements: [
      'ALTER TABLE `hotel` DROP COLUMN `sold`;',
      'UPDATE `hotel` SET `name` = trim(`name`);',
    ],
  },
  {
    statements: [
      'CREATE TABLE "pack" ("id" text);',
      'ALTER TABLE "pack" ADD CONSTRAINT "pack_id" FOREIGN KEY ("id") REFERENCES "booking"("id");',
    ],
  },
])('the rule allows $statements', ({ statements }) =>
  expect(slowOf(statements, 'sqlite')).toEqual([]),
)
