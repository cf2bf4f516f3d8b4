import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import fc from 'fast-check'
import { copyStore, copyTables, fillDatabase, readDatabase } from '../../../src/store/copy/copy.ts'
import type { Row } from '../../../src/store/copy/lines.ts'
import type { CopyTarget } from '../../../src/store/copy/sides.ts'
import {
  type CopiedColumn,
  columnsOf,
  copiedTables,
  type Kind,
} from '../../../src/store/copy/tables.ts'
import { sqliteTables } from '../../../src/store/engine/schema.ts'
import { openStore } from '../../../src/store/open.ts'
import { alter, contentsOf, rowsIn, startCopy } from '../../support/copies.ts'
import { prepareDemo } from '../../support/demo-folder.ts'
import { filesIn } from '../../support/folder.ts'

// On a busy machine too.
setDefaultTimeout(60_000)

const silent = () => {}

const CITY = `insert into city (slug, name, country) values ('a', 'A', 'TR'), ('b', 'B', 'TR')`

/** Values of each kind, the worst that may be stored among them. */
const VALUES: Record<Kind, fc.Arbitrary<unknown>> = {
  int: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31))),
  big: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(2 ** 53 - 1, 1 - 2 ** 53, 2 ** 31)),
  bool: fc.constantFrom(0, 1),
  real: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0.1 + 0.2, 5e-324, 1e-7, 41.0082, 1.7976931348623157e308),
  ),
  text: fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    fc.constantFrom('', '\\N', '\\.', '\\', '\t', '\r\n', 'Çelik', '😀', '\ufeff', 'a\\tb'),
    fc.constant(String.fromCharCode(...Array.from({ length: 160 }, (_, code) => code + 1))),
  ),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(new Uint8Array(), new TextEncoder().encode('\\x00\t\n')),
  ),
}

/** Tables that refer to none, and whose checks hold for whatever is in them. */
const FREE = [
  ...['meta', 'board', 'photo', 'photo_bytes', 'change', 'day_history', 'push', 'booking_revision'],
  'attempt',
]

const anyOf = ({ kind, isNullable }: CopiedColumn) =>
  isNullable ? fc.option(VALUES[kind]) : VALUES[kind]

test('every table of the schema is copied, in the order in which they refer to each other (issue 15)', () => {
  expect(copiedTables()).toHaveLength(Object.keys(sqliteTables).length)
  expect(copiedTables().every(({ key }) => key.length > 0)).toBeTrue()
  expect(copiedTables().flatMap(({ serial }) => serial ?? [])).toHaveLength(11)
})

test('the demo goes to the engine and back, equal row for row, and the source is as it was (issue 15)', async () => {
  using copy = await startCopy()
  await prepareDemo({ folder: copy.folder })
  const source = join(copy.folder, 'data/roomwire.db')
  const before = contentsOf(source)
  const files = filesIn(join(copy.folder, 'data'))

  const there = await copyStore(source, copy.place, silent)
  const back = await copyStore(copy.place, copy.back, silent)

  expect(there).toEqual(back)
  expect(there.rows).toBeGreaterThan(100_000)
  expect(contentsOf(copy.back)).toEqual(before)
  expect(filesIn(join(copy.folder, 'data'))).toEqual(files)
  expect(readdirSync(copy.folder).filter((name) => name.includes('copying'))).toEqual([])
  using database = new Database(copy.back)
  expect(database.query('pragma integrity_check').values()).toEqual([['ok']])
  expect(database.query('pragma journal_mode').values()).toEqual([['wal']])
})

test('texts, numbers and nulls of every kind go there and back as they are (issue 15)', async () => {
  const tables = copiedTables().filter(({ name }) => FREE.includes(name))
  expect(tables).toHaveLength(FREE.length)
  const rows = fc.record(
    Object.fromEntries(
      tables.map(({ name, columns }) => [
        name,
        fc.array(fc.tuple(...columns.map(anyOf)), { minLength: 5, maxLength: 20 }),
      ]),
    ),
  )
  await fc.assert(
    fc.asyncProperty(rows, VALUES.real, async (given, lat) => {
      using copy = await startCopy()
      fillFree(copy.source, given, lat)
      const before = contentsOf(copy.source)
      await copyStore(copy.source, copy.place, silent)
      await copyStore(copy.place, copy.back, silent)
      expect(contentsOf(copy.back)).toEqual(before)
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

/** Puts rows into tables, of those with the same key one, and a hotel, whose place is the only number with a fraction. */
function fillFree(file: string, given: Record<string, unknown[][]>, lat: unknown): void {
  using database = new Database(file)
  for (const table of copiedTables().filter(({ name }) => given[name])) {
    const insert = database.prepare(
      `insert or ignore into "${table.name}" (${columnsOf(table)}) values (${table.columns.map(() => '?')})`,
    )
    for (const row of given[table.name]!) insert.run(...(row as string[]))
  }
  database.run(CITY)
  database
    .prepare(
      `insert into hotel (city_id, slug, name, currency, timezone, stars, address, lat, lng, checkin_time,
       checkout_time, restore_on_cancel, active, created_at_ms) values (1, 'h', 'H', 'EUR', 'UTC', 4, '', ?, ?, '', '', 1, 0, 0)`,
    )
    .run(lat as number, -(lat as number))
}

test('numbers go on after the highest that was ever given, its row deleted or not (issue 15)', async () => {
  using copy = await startCopy()
  alter(copy.source, CITY, `delete from city where slug = 'b'`)
  await copyStore(copy.source, copy.place, silent)
  await copyStore(copy.place, copy.back, silent)

  for (const place of [copy.place, copy.back]) {
    const store = await openStore(place)
    const values = { slug: 'c', name: 'C', country: 'TR' }
    const ids = await store.tx(({ db, t }) =>
      db.insert(t.city).values(values).returning({ id: t.city.id }),
    )
    const numbers = await store.tx(({ db, t }) =>
      db.insert(t.agency).values(AGENCY).returning({ id: t.agency.id }),
    )
    await store.close()
    expect([ids, numbers]).toEqual([[{ id: 3 }], [{ id: 1 }]])
  }
})

const AGENCY = {
  code: 'D',
  name: 'Delta',
  email: 'd@example.com',
  commissionBasisPoints: 1_000,
  optionDays: 0,
  active: true,
  createdAtMs: 0,
}

test('a target with a row, or a file that is there, is refused and stays as it is (issue 15)', async () => {
  using copy = await startCopy()
  alter(copy.source, CITY)
  await copyStore(copy.source, copy.place, silent)
  const rows = await rowsIn(copy.place)

  const again = copyStore(copy.source, copy.place, silent)
  await expect(again).rejects.toThrow(/has rows in meta|exists already/)
  expect(await rowsIn(copy.place)).toBe(rows)
  const itself = copyStore(copy.source, copy.source, silent)
  await expect(itself).rejects.toThrow('exists already')
})

test('a source that is served, absent, older, newer or of another program is refused, and no target made (issue 15)', async () => {
  using copy = await startCopy()
  const { source, place, back } = copy
  const refused = async (from: typeof place, message: RegExp) => {
    await expect(copyStore(from, back, silent)).rejects.toThrow(message)
    expect(existsSync(back)).toBeFalse()
  }
  await copyStore(source, place, silent)
  for (const from of [source, place]) {
    const store = await openStore(from)
    await store.db.select().from(store.t.meta)
    await refused(from, /another roomwire process is already using|is being served/)
    await store.close()
  }
  if (typeof place !== 'string') {
    await lease(place.url)
    await refused(place, /is being served/)
  }
  await refused(join(copy.folder, 'none.db'), /there is no database at/)
  alter(
    source,
    'delete from __drizzle_migrations where id = (select max(id) from __drizzle_migrations)',
  )
  await refused(source, /was written by an older roomwire; run roomwire migrate on it first/)
  alter(source, `update __drizzle_migrations set name = '2099_future' where id = 1`)
  await refused(source, /was written by a newer roomwire/)
  alter(source, 'drop table __drizzle_migrations')
  await refused(source, /is a database of another program/)
})

/** A replica is the worker for a minute. */
async function lease(url: string): Promise<void> {
  const client = new SQL({ url, max: 1 })
  await client.unsafe(`create table if not exists lease
    (name text primary key, epoch bigint not null, holder text not null, until timestamptz not null)`)
  await client.unsafe(`insert into lease values ('worker', 1, 'somebody', now() + interval '1 minute')
    on conflict (name) do update set until = excluded.until`)
  await client.close()
}

test('a value that cannot be stored is refused by table and row, and the target stays empty (issue 15)', async () => {
  using copy = await startCopy()
  alter(copy.source, CITY, `update city set name = 'A' || char(0) || 'B' where slug = 'b'`)
  const refused = (message: string) =>
    expect(copyStore(copy.source, copy.place, silent)).rejects.toThrow(message)
  await refused('table city, row id 2: name cannot be stored; it must be text without U+0000')
  expect(await rowsIn(copy.place)).toBe(0)

  alter(
    copy.source,
    'update city set name = slug',
    `insert into board (code, name, position) values ('X', 'X', 2147483648)`,
  )
  await refused(
    'table board, row code "X": position cannot be stored; it must be a whole number of',
  )
  alter(copy.source, `delete from board where code = 'X'`)
  alter(
    copy.source,
    `insert into change (seq, hotel_id, actor_type, actor_id, at_ms) values (9007199254740992, 1, 'system', '', 0)`,
  )
  await refused('seq cannot be stored; it must be a whole number below 2^53')
  alter(copy.source, 'delete from change', `delete from sqlite_sequence where name = 'change'`)
  alter(copy.source, 'pragma foreign_keys = off', ORPHAN)
  await expect(copyStore(copy.source, copy.place, silent)).rejects.toThrow(/foreign key/i)
  expect(await rowsIn(copy.place)).toBe(0)
})

const ORPHAN = `insert into user_hotel values ('nobody', 1, 'owner')`

test('what the target keeps otherwise than it was given, or not at all, undoes the copy (issue 15)', async () => {
  using copy = await startCopy()
  alter(copy.source, CITY)
  const copied = (bend: (target: CopyTarget) => Partial<CopyTarget>) =>
    readDatabase(copy.source, (source) =>
      fillDatabase(copy.place, (target) =>
        copyTables(source, { ...target, ...bend(target) }, silent),
      ),
    )
  const rowsBent = (bend: (rows: readonly Row[]) => readonly Row[]) => (target: CopyTarget) => ({
    async *rows(table: ReturnType<typeof copiedTables>[number]) {
      for await (const rows of target.rows(table)) yield table.name === 'city' ? bend(rows) : rows
    },
  })
  const another = rowsBent((rows) => rows.map(([id, slug, , ...more]) => [id, slug, 'C', ...more]))
  await expect(copied(another)).rejects.toThrow(
    'table city: the stored rows differ from the rows read',
  )
  await expect(copied(rowsBent((rows) => rows.slice(1)))).rejects.toThrow(
    'table city: row counts differ (source, read, stored, target): 2, 2, 1',
  )
  alter(copy.source, `insert into city (slug, name, country) values ('c', 'C', 'TR')`)
  alter(copy.source, `delete from city where slug = 'c'`)
  const uncounted = copied(() => ({ setLastNumber: async () => {} }))
  await expect(uncounted).rejects.toThrow('table city: its numbers would not continue after 3')
  expect(await rowsIn(copy.place)).toBe(0)
})
