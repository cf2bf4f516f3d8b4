import { AsyncLocalStorage } from 'node:async_hooks'
import { unavailable } from '../domain/errors.ts'

/** How long one piece of work holds the event loop before it lets others have it. */
const TURN_MS_MAX = 5
/** Items that are worked on without a look at the clock; of rows in one statement far below the engines' limits. */
const CHUNK = 500

/**
 * What code inside a `tx` reaches without being handed it: that it is inside one, where another would wait for itself,
 * and when the body must be over, on the monotonic clock.
 */
export const bodyScope = new AsyncLocalStorage<{ endsAtMs: number }>()

/** Resolves when everything else that is ready had its turn of the event loop. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Parts of at most 500, in order; none when there is nothing. */
export function* chunks<T>(items: readonly T[], size = CHUNK): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/**
 * As `chunks`, and lets the event loop turn between parts when they have held it for 5 ms: for work of more than a few
 * hundred rows, inside a transaction (which stays open, and reads go on beside it) or outside.
 *
 * @throws AppError `unavailable` when the transaction that it is part of has had its time
 */
export async function* paced<T>(items: readonly T[], size?: number): AsyncGenerator<readonly T[]> {
  const pause = createPause()
  for (const part of chunks(items, size)) {
    yield part
    await pause()
  }
}

/** Does work that pauses now and then, as `paced` does. @returns what it came to */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  const pause = createPause()
  let step = work.next()
  for (; !step.done; step = work.next()) await pause()
  return step.value
}

/**
 * Reads rows in slices, one a turn of the event loop, so that a long list holds nobody up. Each slice is as the
 * database is then: what moves meanwhile may be missed.
 *
 * @param read the next rows after the last one of the slice before, at most so many
 */
export async function* inSlices<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
  limit = CHUNK,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await read(after, limit)
    yield rows
    if (rows.length < limit) return
    after = rows.at(-1)
    await nextTurn()
  }
}

function createPause(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < TURN_MS_MAX) return
    await nextTurn()
    sinceMs = performance.now()
    if (sinceMs > (bodyScope.getStore()?.endsAtMs ?? Number.POSITIVE_INFINITY))
      throw unavailable('This took too long; nothing was changed.', 5)
  }
}
