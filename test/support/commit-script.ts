import { AppError } from '../../src/domain/kernel/errors.ts'
import { endAtOnce } from '../../src/server/signals.ts'
import { insertCity } from '../../src/store/catalog/catalog.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { listSearchCities } from '../../src/store/sale/search-catalog.ts'
import type { IndexDone, IndexOrder } from '../../src/store/sqlite/index-worker.ts'
import { startWorker } from '../../src/store/sqlite/worker.ts'

/** What the bodies of one failed commit, and those after it, are told; printed as JSON. */
export type StoreReports = { together: string[]; later: string[]; troubles: string[] }

const insert = (store: Store, slug: string) =>
  store.tx((tx) => insertCity(tx, { slug, name: slug, country: 'TR' }))

const codes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) =>
    call.status === 'fulfilled' ? 'done' : String(call.reason.code ?? call.reason.cause?.code),
  )

/** A program of its own, run with failing fsyncs. Arguments: the database file and the steps to take. */
async function main(file: string, what?: string): Promise<never> {
  const troubles: string[] = []
  const store = await openStore(file, { onTrouble: (trouble) => troubles.push(trouble) })
  const others = new Map([
    ['fill', fillLog],
    ['words', indexWords],
    ['index', (_: Store, troubles: string[]) => makeIndex(file, troubles)],
  ])
  const told = await (others.get(what ?? '') ?? commit)(store, troubles)
  process.stdout.write(JSON.stringify(told))
  await store.close()
  return await endAtOnce(0)
}

/** Writes until it is refused, four times as much at most as the log may hold. */
async function fillLog({ tx }: Store, troubles: string[]): Promise<StoreReports> {
  const value = 'x'.repeat(1_024 * 1_024)
  const write = () =>
    tx(async ({ db, t }) => {
      await db.delete(t.meta)
      await db.insert(t.meta).values({ key: 'filler', value })
    })
  let later: string[] = []
  for (let count = 0; count < 128 && later.length === 0; count++)
    later = (await codes([write()])).filter((code) => code !== 'done')
  return { together: [], later, troubles }
}

/** Writes to the index of words in its thread, and then by itself. */
async function indexWords(store: Store, troubles: string[]): Promise<StoreReports> {
  const together = await codes([store.indexWords!({ ids: [1], through: 1 })])
  const later = await codes([insert(store, 'later'), store.indexWords!({ ids: [2], through: 2 })])
  return { together, later, troubles }
}

/** Makes an index in its thread. */
async function makeIndex(file: string, troubles: string[]): Promise<StoreReports> {
  const worker = startWorker('index-worker')
  const { promise, resolve } = Promise.withResolvers<IndexDone>()
  worker.onmessage = ({ data }: MessageEvent<IndexDone>) => resolve(data)
  const sql = 'create index made_late on meta (value)'
  worker.postMessage({ file, sql } satisfies IndexOrder)
  const { failure } = await promise
  worker.terminate()
  return { together: [String(failure)], later: [], troubles }
}

async function commit(store: Store, troubles: string[]): Promise<StoreReports> {
  await insert(store, 'before')
  // A commit takes no further body after 10 ms, which pass sooner on a busy machine: here it is full first.
  const startedMs = performance.now()
  performance.now = () => startedMs
  const refused = store.tx(() => Promise.reject(new AppError('sold_out', 'No room.')))
  const calls = [insert(store, 'one'), refused, insert(store, 'two')]
  // As many as one commit takes: the last one is of the next.
  for (let n = calls.length; n < 64; n++) calls.push(store.tx(async () => 0))
  const next = insert(store, 'next')
  const together = (await codes(calls)).slice(0, 3)
  const read = Promise.resolve().then(() => listSearchCities(store))
  const later = await codes([next, insert(store, 'later'), read])
  return { together, later, troubles }
}

await main(process.argv[2]!, process.argv[3])
