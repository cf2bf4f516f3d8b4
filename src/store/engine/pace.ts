import { AsyncLocalStorage } from 'node:async_hooks'
import { unavailable } from '../../domain/kernel/errors.ts'

/** How long one piece of work holds the event loop before it lets others have it. */
const TURN_MS_MAX = 5
/** Items that are worked on without a look at the clock; of rows in one statement far below the engines' limits. */
export const CHUNK = 500

/** When a body must be over, and since when it has held the event loop, on the monotonic clock. */
type Scope = { endsAtMs: number; turnedAtMs: number }

/** What code inside a `tx` reaches without being handed it: that it is inside one, where another would wait for itself. */
export const bodyScope = new AsyncLocalStorage<Scope>()

/** The scope of work that begins now. */
export const createScope = (endsAtMs: number): Scope => ({
  endsAtMs,
  turnedAtMs: performance.now(),
})

/** Resolves when everything else that is ready had its turn of the event loop. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Several pieces of a transaction, or of what is read, at once: to a database that is another process they go in one
 * flight, in this order. All have ended when it answers, so that none writes after the transaction has.
 *
 * @throws what the first of them threw
 */
export async function batch<Pieces extends readonly unknown[]>(
  ...pieces: Pieces
): Promise<{ -readonly [Place in keyof Pieces]: Awaited<Pieces[Place]> }> {
  const settled = await Promise.allSettled(pieces)
  const values = settled.map((piece) => {
    if (piece.status === 'rejected') throw piece.reason
    return piece.value
  })
  return values as { -readonly [Place in keyof Pieces]: Awaited<Pieces[Place]> }
}

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
export async function* pacedChunks<T>(
  items: readonly T[],
  size?: number,
): AsyncGenerator<readonly T[]> {
  const pause = createPause()
  for (const part of chunks(items, size)) {
    yield part
    await pause()
  }
}

/** Does work that pauses now and then, as `pacedChunks` does. @returns what it came to */
export async function runSliced<T>(work: Generator<void, T>): Promise<T> {
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
export async function* readSlices<Row>(
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

/** Pieces of work that follow each other in one transaction share its clock: each with 5 ms of its own would add up. */
function createPause(): () => Promise<void> {
  const scope = bodyScope.getStore() ?? createScope(Number.POSITIVE_INFINITY)
  return async () => {
    if (performance.now() - scope.turnedAtMs < TURN_MS_MAX) return
    await nextTurn()
    scope.turnedAtMs = performance.now()
    if (scope.turnedAtMs > scope.endsAtMs)
      throw unavailable('This took too long; nothing was changed.', 5)
  }
}
