import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogRest } from '../../src/store/sqlite/checkpoints.ts'
import { inspect, inspectBeside } from '../../src/store/sqlite/inspect.ts'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startStore } from '../support/store.ts'

const PAGE = 4_096
const WORD = 'halcyon'
/** The place of the number of free pages in the head of a file of SQLite. */
const FREE_AT = 36

/** A file that has this migration alone may lack every table. */
const WITHOUT_TABLES = MIGRATIONS.find(({ sql }) => !sql.includes('CREATE TABLE'))!

type Shop = ReturnType<typeof shop>

test('doctor’s check of a served file lets its log be checkpointed after each table (issue 37)', async () => {
  await using test = await startStore()
  using writer = new Database(test.file, { readwrite: true })
  const tables = writer.query(`select count(*) from sqlite_master where type = 'table'`).values()
  const emptied: boolean[] = []
  const { wrongs } = await inspectBeside(test.file, {
    rest: async () => {
      writer.run(`insert or replace into meta (key, value) values ('filler', '${emptied.length}')`)
      const [done] = writer.query('pragma wal_checkpoint(truncate)').values() as [[number]]
      emptied.push(done[0] === 0)
    },
  })
  expect(wrongs).toEqual([])
  // Each table, and the references of each table.
  expect(emptied).toHaveLength(2 * Number(tables[0]![0]))
  expect(emptied).not.toContain(false)
})

test('a reader rests until the log that grew beside it is checkpointed, and not for one at rest (issue 37)', async () => {
  using house = shop()
  house.fill(9_000)
  const rest = createLogRest(house.reader)
  // A log that nobody writes to is checkpointed by nobody.
  await rest()

  house.fill(100)
  let isOver = false
  const resting = rest().then(() => {
    isOver = true
  })
  await Bun.sleep(0)
  expect(isOver).toBe(false)
  house.writer.run('pragma wal_checkpoint(passive)')
  await resting
  house.fill(100)
  await rest()
})

test('a check table by table finds an index that differs, a free page in use and a broken reference (issue 37)', async () => {
  const harms: [string, (house: Shop) => void][] = [
    ['missing from index parent_word', changeEntry],
    ['broken reference in child', ({ writer }) => writer.run('insert into child values (9)')],
    ['Freelist: size is', miscountFree],
  ]
  for (const [said, harm] of harms) {
    using house = shop()
    harm(house)
    const whole = inspect(house.file).wrongs
    const { wrongs } = await inspectBeside(house.file)
    expect([said, whole.join('; ')]).toEqual([said, expect.stringContaining(said)])
    expect([said, wrongs.join('; ')]).toEqual([said, expect.stringContaining(said)])
  }
})

test('indexes of a large table are not compared beside a service, and doctor is told so (issue 37)', async () => {
  using house = shop()
  changeEntry(house)
  house.writer.run('insert into filler (page) values (zeroblob(1))')
  expect(await inspectBeside(house.file, { rowsComparedMax: 0 })).toMatchObject({
    wrongs: [],
    uncompared: ['__drizzle_migrations', 'parent', 'child', 'filler'],
  })
  expect((await inspectBeside(house.file, { rowsComparedMax: 1 })).uncompared).toEqual([])
})

/** A served file with a parent, a child and an index. */
function shop() {
  const folder = temporaryFolder()
  const file = join(folder.path, 'shop.db')
  const writer = new Database(file)
  const statements = [
    'pragma journal_mode = wal',
    'pragma synchronous = off',
    'pragma wal_autocheckpoint = 0',
    'create table __drizzle_migrations (id integer primary key, name text)',
    `insert into __drizzle_migrations (name) values ('${WITHOUT_TABLES.name}')`,
    'create table parent (id integer primary key, word text) strict',
    'create index parent_word on parent (word)',
    'create table child (id integer references parent) strict',
    'create table filler (id integer primary key, page blob)',
    `insert into parent values (1, '${WORD}')`,
    'insert into child values (1)',
  ]
  for (const statement of statements) writer.run(statement)
  const reader = new Database(file, { readonly: true })
  return {
    ...{ file, writer, reader },
    fill: (pages: number) =>
      writer.run(`insert into filler (page) values (zeroblob(${pages * PAGE}))`),
    [Symbol.dispose]() {
      reader.close()
      writer.close()
      folder[Symbol.dispose]()
    },
  }
}

/** Writes another word into the index alone, whose page is the last one that has the word. */
const changeEntry = (house: Shop) =>
  rewrite(house, (bytes) => bytes.write('x', bytes.lastIndexOf(WORD)))

/** Writes another number of free pages into the head of the file. */
const miscountFree = (house: Shop) =>
  rewrite(house, (bytes) => bytes.writeUInt32BE(bytes.readUInt32BE(FREE_AT) + 1, FREE_AT))

function rewrite({ writer, file }: Shop, change: (bytes: Buffer) => void): void {
  writer.run('pragma wal_checkpoint(truncate)')
  const bytes = readFileSync(file)
  change(bytes)
  writeFileSync(file, bytes)
}
