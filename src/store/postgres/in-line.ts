// The line of a hotel's transactions, in this process.

import { urgentTurn } from '../engine/loop-turns.ts'
import type { Pool } from './pool.ts'

/**
 * How long the news of a transaction waits for that of the one ahead: the answer to its COMMIT may be lost, which shows
 * after 12 s. News in another order outdate more than they must, and nothing else.
 */
const WAIT_MS_MAX = 1_000

/** The place of a transaction in its line. */
export type Place = {
  /** Settles with the transaction ahead, whose news comes first, or a second later. */
  before: Promise<void>
  /** Is called when the COMMIT is about to be sent. */
  onSent: () => void
}

/**
 * Runs transactions until the queue is empty. Behind a large body the next one begins when its COMMIT is on its way, unless
 * half of the connections are in use; small bodies had better share one than be ahead.
 */
export async function inLine(
  { state }: Pool,
  queue: readonly { isLarge: boolean }[],
  commit: (place: Place) => Promise<void>,
  waitMs = WAIT_MS_MAX,
) {
  let before = Promise.resolve()
  // A turn of the event loop lets requests that arrived together share the first transaction.
  for (await urgentTurn(); queue.length > 0; await urgentTurn()) {
    const sent = Promise.withResolvers<void>()
    const isAhead = queue[0]!.isLarge && 2 * state().used < state().max
    const committed = commit({ before, onSent: sent.resolve })
    await (isAhead ? Promise.race([sent.promise, committed]) : committed)
    await before
    before = isAhead ? endOf(committed, waitMs) : committed
  }
}

/** Settles with a transaction, but does not wait for ever. */
async function endOf(committed: Promise<void>, waitMs: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const alarm = setTimeout(late.resolve, waitMs)
  await Promise.race([committed, late.promise])
  clearTimeout(alarm)
}
