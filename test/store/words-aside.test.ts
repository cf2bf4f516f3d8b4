import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { indexThese, planIndexing } from '../../src/store/bookings/word-plan.ts'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { openStore } from '../../src/store/open.ts'
import type { WordDone, WordTask } from '../../src/store/sqlite/word-worker.ts'
import { startWorker } from '../../src/store/sqlite/worker.ts'
import { book, sell } from '../support/bookings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'

// The index of words that SQLite writes in a thread (issue 35, item 3).

setDefaultTimeout(30_000)

const GUEST = { lastName: 'Ağaoğlu', email: 'guest@example.com' }

/** A few bookings, and no word of them. */
async function sellWithoutWords(service: TestService): Promise<string[]> {
  await sell(service, { available: 100 })
  const codes: string[] = []
  for (const firstName of ['Zeynep', 'Ümit', 'Carla', 'Deniz'])
    codes.push((await book(service.call, { guest: { ...GUEST, firstName } })).body.code)
  service.clock.advance(120_000)
  return codes
}

const planOf = async ({ store, deps }: TestService) =>
  (await planIndexing(store, deps.nowMs(), { all: 4, part: 3 }))!

const wordsOf = async ({ store }: TestService) =>
  (await store.db.select().from(store.t.bookingWord)).map((row) => JSON.stringify(row)).toSorted()

const noWords = ({ store }: TestService) =>
  store.tx(async (tx) => {
    await rowsOf(tx, sql`delete from ${tx.t.bookingWord}`)
    await rowsOf(tx, sql`delete from ${tx.t.meta} where key like 'booking_words_%'`)
  })

const metaOf = ({ store }: TestService) =>
  rowsOf(store, sql`select key, value from meta where key like 'booking_words_%' order by key`)

test('the thread adds the words that a transaction adds, with the place of the index; a part again adds nothing', async () => {
  await using service = await startService()
  await sellWithoutWords(service)
  const { store } = service
  const parts = await planOf(service)
  expect(parts.map(({ ids, through }) => [ids.length, through])).toEqual([
    [3, undefined],
    [1, 4],
  ])
  for (const part of parts) await store.tx((tx) => indexThese(tx, part))
  const [words, place] = [await wordsOf(service), await metaOf(service)]
  expect(place).toEqual([
    { key: 'booking_words_through', value: '4' },
    { key: 'booking_words_whole', value: 'done' },
  ])

  await noWords(service)
  expect(await store.indexWords!(parts[0]!)).toBeNumber()
  expect(await metaOf(service)).toEqual([])
  for (const part of parts) expect(await store.indexWords!(part)).toBeNumber()
  expect(await wordsOf(service)).toEqual(words)
  expect(await metaOf(service)).toEqual(place)
})

test('a part of the thread comes between two commits, and those that wait for it are answered after it', async () => {
  await using service = await startService()
  await sellWithoutWords(service)
  const { store } = service
  const [part] = await planOf(service)
  const done: string[] = []
  const goOn = Promise.withResolvers<void>()
  const writing = store.tx(async (tx) => {
    await writeMeta(tx, 'twins_made', '1')
    await goOn.promise
    done.push('before')
  })
  const adding = store.indexWords!(part!).then((ms) =>
    done.push(ms === undefined ? 'no words' : 'words'),
  )
  // Reads go on; the thread cannot have written.
  expect(await wordsOf(service)).toEqual([])
  goOn.resolve()
  await Promise.all([writing, adding])
  expect(done).toEqual(['before', 'words'])
  await store.tx((tx) => writeMeta(tx, 'twins_made', '2'))
  expect(await wordsOf(service)).not.toEqual([])
})

test('a guest who is renamed after the thread has read a booking comes into the index by the new name alone (issue 12)', async () => {
  await using service = await startService()
  const [code] = await sellWithoutWords(service)
  const [part] = await planOf(service)
  const worker = startWorker('word-worker')
  const ask = async (task: WordTask): Promise<WordDone> => {
    const { promise, resolve } = Promise.withResolvers<WordDone>()
    worker.onmessage = ({ data }: MessageEvent<WordDone>) => resolve(data)
    worker.postMessage(task)
    return await promise
  }
  const task = { file: service.target as string, part: part! }
  expect(await ask({ ...task, step: 'read' })).toHaveProperty('workedMs')
  await service.store.tx((tx) =>
    rowsOf(tx, sql`update ${tx.t.booking} set first_name = 'Yasemin' where code = ${code}`),
  )
  expect(await ask({ ...task, step: 'add' })).toHaveProperty('workedMs')
  await ask('end')
  worker.terminate()
  const words = (await wordsOf(service)).join()
  expect([words.includes('yasemin'), words.includes('zeynep')]).toEqual([true, false])
})

test('a part that is under way at the close is written before it ends, or not at all: then another process may write', async () => {
  using folder = temporaryFolder()
  const told: string[] = []
  for (const waitMs of [0, 10, 20, 40, 80]) {
    const store = await openStore(join(folder.path, `${waitMs}.db`))
    const adding = store.indexWords!({ ids: [1], through: 1 }).then(() => told.push('part'))
    await Bun.sleep(waitMs)
    await store.close()
    told.push('close')
    await adding
  }
  expect(told).toEqual(Array.from({ length: 5 }, () => ['part', 'close']).flat())
  expect(readdirSync(folder.path).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
})

test.each(['word-worker', 'index-worker'] as const)(
  '%s makes no new file where the database was taken away: the next start would serve it, empty (issue 37)',
  async (name) => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'roomwire.db')
    const worker = startWorker(name)
    const { promise, resolve } = Promise.withResolvers<object>()
    worker.onmessage = ({ data }: MessageEvent<object>) => resolve(data)
    worker.postMessage({ file, step: 'read', part: { ids: [1] }, sql: 'create table gone (id)' })
    expect(await promise).toMatchObject({ failure: expect.stringContaining('unable to open') })
    worker.terminate()
    expect(readdirSync(folder.path)).toEqual([])
  },
)

test('nothing is written to another database that was put in the place of the one that is served (issue 37)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const troubles: string[] = []
  const store = await openStore(file, { onTrouble: (trouble) => troubles.push(trouble) })
  const other = join(folder.path, 'other.db')
  await (await openStore(other)).close()
  renameSync(other, file)
  const told = await store.indexWords!({ ids: [1], through: 1 }).then(() => 'written', String)
  expect([told, troubles]).toEqual([expect.stringContaining('replaced'), ['database_failed']])
  using database = new Database(file)
  const places = database.query(`select value from meta where key = 'booking_words_through'`)
  expect(places.values()).toEqual([])
})

test('a part whose turn comes when no descriptor is left for a thread is left to a transaction: a start would end the process', async () => {
  using folder = temporaryFolder()
  const at = (path: string) => JSON.stringify(join(import.meta.dir, '../../src', path))
  const text = `
    import { openSync, writeSync } from 'node:fs'
    import { openStore } from ${at('store/open.ts')}
    import { writeMeta } from ${at('store/engine/meta.ts')}
    const store = await openStore(${JSON.stringify(join(folder.path, 'roomwire.db'))})
    const goOn = Promise.withResolvers()
    const add = () => store.indexWords({ ids: [1], through: 1 })
    const told = [typeof (await add())]
    const writing = store.tx(async (tx) => {
      await goOn.promise
      await writeMeta(tx, 'twins_made', '1')
    })
    const adding = add()
    await Bun.sleep(300)
    try { for (;;) openSync('/dev/null') } catch {}
    goOn.resolve()
    await writing
    told.push(typeof (await adding))
    writeSync(1, JSON.stringify(told))
    process.exit(0)`
  const limited = ['bash', '-c', 'ulimit -n 96; exec "$0" "$@"', process.execPath, '-e', text]
  const told = await new Response(Bun.spawn(limited).stdout).json()
  expect(told).toEqual(['number', 'undefined'])
})

test('what the thread cannot write, a transaction writes', async () => {
  await using service = await startService()
  await sellWithoutWords(service)
  const [part] = await planOf(service)
  const { store } = service
  await store.tx((tx) => rowsOf(tx, sql`alter table booking_word rename to away`))
  expect(await store.indexWords!(part!)).toBeUndefined()
  await store.tx((tx) => rowsOf(tx, sql`alter table away rename to booking_word`))
  expect(await store.indexWords!(part!)).toBeNumber()
})
