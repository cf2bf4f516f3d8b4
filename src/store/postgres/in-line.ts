// The line of a hotel's transactions, in this process.

import { nextTurn } from '../engine/pace.ts'
import type { Pool } from './pool.ts'

/** The place of a transaction in its line. */
export type Place = {
  /** Settles with the transaction ahead, whose news comes first. */
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
) {
  let before = Promise.resolve()
  // A turn of the event loop lets requests that arrived together share the first transaction.
  for (await nextTurn(); queue.length > 0; await nextTurn()) {
    const sent = Promise.withResolvers<void>()
    const isAhead = queue[0]!.isLarge && 2 * state().used < state().max
    const committed = commit({ before, onSent: sent.resolve })
    await (isAhead ? Promise.race([sent.promise, committed]) : committed)
    await before
    before = committed
  }
}
