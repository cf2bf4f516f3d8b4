// The worker's store, guarded by the fence of its lease.

import { unavailable } from '../../domain/kernel/errors.ts'
import type { Reader, Tx } from '../engine/engine.ts'
import type { Term } from '../engine/lease.ts'

/** How long the worker waits for one of its transactions: it has other work to do. */
const WORK_MS_MAX = 10_000

type Writable = Reader & {
  tx: <T>(
    body: (tx: Tx) => Promise<T>,
    options?: { isLarge?: boolean; withinMs?: number },
  ) => Promise<T>
}
type WritableStore = Writable & { ofWorker: Writable }

/**
 * The store for the worker, with its own way to the database, and with the fence of its lease: nothing is written after
 * its term has ended.
 */
export function workerStore<S extends WritableStore>(store: S, { fence, stands }: Term): S {
  const { db, snapshot, tx: run } = store.ofWorker
  const own = { ...store, db, snapshot, tx: run }
  if (!fence) return own
  return {
    ...own,
    tx: async (body, options) => {
      if (!stands()) throw termOver()
      const done = run(async (tx) => {
        await fence(tx)
        return await body(tx)
      }, options)
      return await inTime(done)
    },
  }
}

/** The error for a worker that would write after its term has ended. */
export const termOver = () => unavailable('Another process is the worker now.', 1)

async function inTime<T>(done: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const alarm = setTimeout(
    () => late.reject(unavailable('The database did not answer in time.', 1)),
    WORK_MS_MAX,
  )
  try {
    return await Promise.race([done, late.promise])
  } finally {
    clearTimeout(alarm)
  }
}
