import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { LATE_INDEXES } from '../../src/store/sqlite/left-statements.ts'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { until } from '../support/process.ts'
import { failingSync } from '../support/strace.ts'

setDefaultTimeout(60_000)

const INDEX = 'booking_hotel_agency'
/** The vain indexes of the old database. */
const VAIN = ['booking_checkin', 'booking_checkout']

/** Makes a database from before the newest late index, with one booking. */
function makeOld(file: string, bookingId: number): void {
  using old = new Database(file)
  const before = MIGRATIONS.findIndex(({ sql }) => sql.includes(`INDEX \`${INDEX}\``))
  migrate(drizzle({ client: old }), MIGRATIONS.slice(0, before))
  type Column = {
    name: string
    type: string
    notnull: number
    dflt_value: string | null
    pk: number
  }
  old.run('pragma ignore_check_constraints = on')
  const needed = old
    .query<Column, []>('pragma table_info(booking)')
    .all()
    .filter(({ notnull, dflt_value, pk }) => pk || (notnull && dflt_value === null))
  const values = needed.map(({ type, pk }) => (pk ? bookingId : type === 'TEXT' ? "'pending'" : 1))
  old.run(
    `insert into booking (agency_id, ${needed.map(({ name }) => name).join(', ')}) values (1, ${values.join(', ')})`,
  )
}

function indexesOf(file: string): unknown[] {
  using database = new Database(file, { readonly: true })
  return database.query(`select name from sqlite_schema where type = 'index'`).values().flat()
}

test('all late indexes are of the newest schema', () => {
  using database = new Database(':memory:')
  migrate(drizzle({ client: database }), MIGRATIONS)
  const named = database.query(`select name from sqlite_schema where tbl_name = 'booking'`).values()
  expect(named.flat()).toEqual(expect.arrayContaining([...LATE_INDEXES]))
})

test('indexes of many bookings are dropped and made after the start, while others read and write; until then each start begins with them (issue 35 item 4)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, 2_000_000)
  const events: unknown[][] = []
  const lent: boolean[] = []
  let store: Store | undefined
  const onUpgrade = (event: string, { index }: Record<string, unknown>) => {
    events.push([event, index])
    if (store) lent.push(store.isLent())
  }
  await (await openStore(file, { onUpgrade })).close()
  expect(indexesOf(file)).not.toContain(INDEX)
  expect(indexesOf(file)).toEqual(expect.arrayContaining(VAIN))

  store = await openStore(file, { onUpgrade })
  const write = () => store!.tx((tx) => writeMeta(tx, 'twins_made', '7'))
  await write()
  expect(indexesOf(file)).not.toContain(INDEX)
  expect((await store.vitals()).lateIndexes).toEqual([...VAIN, INDEX])
  await until('the indexes are changed', async () => {
    await write()
    return events.filter(([event]) => event === 'upgrade_indexed').length === 3
  })
  expect(events.slice(-3)).toEqual([...VAIN, INDEX].map((name) => ['upgrade_indexed', name]))
  expect([lent.at(-1), store.isLent()]).toEqual([true, false])
  expect((await store.vitals()).lateIndexes).toEqual([])
  expect(indexesOf(file)).toContain(INDEX)
  expect(indexesOf(file).filter((name) => VAIN.includes(String(name)))).toEqual([])
  await write()
  await store.close()
  using database = new Database(file)
  // Lines about checks are not of the index.
  const wrongs = database.query('pragma integrity_check').values().flat()
  expect(wrongs.filter((wrong) => !/CHECK constraint/.test(String(wrong)))).toEqual([])
  expect(
    database
      .query(`select id from booking indexed by ${INDEX} where hotel_id = 1 and agency_id <> 0`)
      .values(),
  ).toEqual([[2_000_000]])
})

test('indexes of few bookings are dropped and made before the start', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, 2_000)
  await (await openStore(file)).close()
  expect(indexesOf(file)).toContain(INDEX)
  expect(indexesOf(file).filter((name) => VAIN.includes(String(name)))).toEqual([])
})

test('an index of another table that has the name of one to be dropped stays', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'own.db')
  await (await openStore(file)).close()
  using database = new Database(file)
  database.run(`create index ${VAIN[0]} on hotel (name)`)
  const store = await openStore(file)
  expect((await store.vitals()).lateIndexes).toEqual([])
  await store.close()
})

/** Opens a store, and tells what it says until an index is made or not, and then whether it can be written. */
const OPEN = `
  const { openStore } = await import('${join(import.meta.dir, '../../src/store/open.ts')}')
  const { writeMeta } = await import('${join(import.meta.dir, '../../src/store/engine/meta.ts')}')
  const told = Promise.withResolvers()
  const store = await openStore(process.argv[1], {
    onUpgrade: (event, { reason }) => told.resolve([event, reason]),
    onTrouble: (trouble) => console.log(trouble),
  })
  console.log((await told.promise).join(' '))
  const write = () => store.tx((tx) => writeMeta(tx, 'twins_made', '7'))
  console.log(await write().then(() => 'written', () => 'refused'))
  process.exit()
`

test('after a failed fsync of a late index nothing is written any more, and the next start goes on (contract §6)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, 2_000_000)
  await (await openStore(file)).close()
  const run = async (program: string[]) => {
    const child = Bun.spawn([...program, file], { stdout: 'pipe', stderr: 'inherit' })
    return (await new Response(child.stdout).text()).trim().split('\n')
  }
  const program = [process.execPath, '-e', OPEN]

  expect(await run(failingSync(program, '1', `${file}-wal`))).toEqual([
    'database_failed',
    'upgrade_unindexed SQLITE_IOERR_FSYNC: disk I/O error',
    'refused',
  ])
  expect(await run(program)).toEqual([expect.stringMatching(/^upgrade_indexed/), 'written'])
  expect(indexesOf(file)).not.toContain(VAIN[0])
})
