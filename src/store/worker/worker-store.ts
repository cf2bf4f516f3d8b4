import { unavailable } from '../../domain/kernel/errors.ts'
import type { Tx } from '../engine/engine.ts'
import type { Term } from '../engine/lease.ts'

/** How long a transaction of the worker may keep it waiting: it has others to do. */
const WORK_MS_MAX = 10_000

type WritableStore = {
  tx: <T>(body: (tx: Tx) => Promise<T>, options?: { isLarge?: boolean }) => Promise<T>
}

/** The store as the worker has it: nothing is written by it when the term is over. */
export function workerStore<S extends WritableStore>(store: S, { fence, stands }: Term): S {
  if (!fence) return store
  return {
    ...store,
    tx: async (body, options) => {
      if (!stands()) throw termOver()
      const done = store.tx(async (tx) => {
        await fence(tx)
        return await body(tx)
      }, options)
      return await inTime(done)
    },
  }
}

/** Told to who would write when its term is over. */
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
