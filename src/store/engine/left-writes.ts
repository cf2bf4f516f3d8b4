// The writes that a body leaves to its commit, and the rows that it has announced: none of them may be missing in it.

import { refuseLate } from './body-scope.ts'
import type { Tx } from './engine.ts'

/**
 * Leaves the last writes of a body to its commit, which fails if one of them does. A remote database receives the COMMIT,
 * or what the next body begins with, in the same flight. All of them are sent, and all they invalidate is marked, without
 * an answer of the database in between; what comes later is refused.
 */
export async function leaveToCommit({ sent }: Tx, writes: Promise<unknown>): Promise<void> {
  if (!sent) return void (await writes)
  writes.catch(() => {})
  sent.push(writes)
}

/**
 * Announces rows that are written later than in this step: the transaction is rolled back if its body ends before
 * `noteSent` has heard of all of them.
 */
export function announceRows(tx: Tx, count: number): void {
  refuseLate()
  tx.unsent += count
}

/** Notes that so many of the rows announced are on their way to the database, or are announced by what writes them. */
export function noteSent(tx: Tx, count: number): void {
  tx.unsent -= count
}

/** @throws Error if rows were announced that are not sent: a commit would be without them */
export function mustBeSent({ unsent }: Tx): void {
  if (unsent !== 0) throw new Error(`a body ends with ${unsent} rows announced and not sent`)
}
