// Pacing: work in slices, so that nothing holds the event loop for long.

import { unavailable } from '../../domain/kernel/errors.ts'
import { bodyScope, createScope } from './body-scope.ts'
import { nextTurn, shortTurn, TURN_MS_MAX } from './loop-turns.ts'

/**
 * How long work on a large write holds the event loop before its transaction: a small one that comes meanwhile waits for
 * a piece before it is read, and for another before its own transaction begins.
 */
export const SHORT_TURN_MS = 2
/** Pauses after which work counts as long. */
const SHORT_PAUSES_MAX = 4
/** Items processed between two looks at the clock, and rows of one statement: far below the limits of both engines. */
export const CHUNK = 500

/** Begins the work on each item in a turn of its own, so that other work goes in between. */
export function inTurns<Item, T>(
  items: readonly Item[],
  work: (item: Item) => Promise<T>,
): Promise<T>[] {
  let turn = Promise.resolve()
  return items.map(async (item) => {
    const own = turn
    turn = turn.then(nextTurn)
    await own
    return await work(item)
  })
}

/**
 * Runs several statements of a transaction, or several reads, at once. A remote database receives them in one flight,
 * in this order. All of them have ended when the promise settles, so that none writes after the transaction.
 *
 * @throws the error of the first one that failed
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

/** Parts of at most 500 items, in order; no part for an empty list. */
export function* chunks<T>(items: readonly T[], size = CHUNK): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/**
 * The same as `chunks`, but the event loop turns between parts after they have held it for 5 ms. For work of more than
 * a few hundred rows, outside a transaction or inside one, which stays open while reads go on.
 *
 * @throws AppError `unavailable` if the transaction around it has used up its time
 */
export async function* pacedChunks<T>(
  items: readonly T[],
  size?: number,
  turnMs?: number,
): AsyncGenerator<readonly T[]> {
  const turn = createTurn(turnMs)
  let left = items.length
  for (const part of chunks(items, size)) {
    yield part
    left -= part.length
    if (turn.isOver() && (left > 0 || turn.isInBody)) await turn.next()
  }
}

/**
 * Runs work that pauses now and then, as `pacedChunks` does.
 *
 * @param turnMs outside a transaction
 * @param pause what it waits for instead
 * @returns the result of the work
 */
export async function runSliced<T>(
  work: Generator<void, T>,
  turnMs?: number,
  pause?: typeof nextTurn,
): Promise<T> {
  const turn = createTurn(turnMs, pause)
  let step = work.next()
  for (; !step.done; step = work.next()) if (turn.isOver()) await turn.next()
  return step.value
}

/**
 * Reads rows in slices, one a turn of the event loop, so that a long list blocks no other request. Each slice shows the
 * database at its own moment, so a row that moves during the read may be missed.
 *
 * @param read returns the next rows after the last row of the slice before, at most `limit`
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

/**
 * Creates the clock of a turn. Pieces of work that follow each other in one transaction share it: 5 ms for each of them
 * would add up. Work awaits only a turn that is over: awaiting each of thirty steps takes as long as a tenth of a hotel's
 * page.
 */
function createTurn(turnMs = TURN_MS_MAX, pause?: typeof nextTurn) {
  const body = bodyScope.getStore()
  const scope = body ?? createScope(Number.POSITIVE_INFINITY)
  // Others wait for a transaction the longer the more turns it takes.
  const mostMs = body ? TURN_MS_MAX : turnMs
  let pauses = 0
  return {
    isInBody: body !== undefined,
    isOver: () => performance.now() - scope.turnedAtMs >= mostMs,
    /** @throws AppError `unavailable` if the transaction has used up its time before all that it writes was sent */
    async next(): Promise<void> {
      await (pause ?? (++pauses > SHORT_PAUSES_MAX ? nextTurn : shortTurn))()
      scope.turnedAtMs = performance.now()
      // A body that is over may be committed: it waits for the answers to its last writes.
      if (scope.turnedAtMs > scope.endsAtMs && !scope.isOver)
        throw unavailable('This took too long; nothing was changed.', 5)
    },
  }
}
