// Reads ahead of the bodies of a shared transaction, and the answers that bodies went on without.

import type { Ahead, Foresight, TxOptions } from '../engine/engine.ts'
import { Unforeseen } from './errors.ts'

/** Returns a function that sends the reads of the bodies that wait, each once; of at most `max`. */
export function createAhead(
  handle: Ahead,
  queue: readonly { ahead: TxOptions['ahead'] }[],
  max: number,
) {
  const asked = new WeakSet<object>()
  return () => {
    for (const job of queue.slice(0, max)) {
      if (asked.has(job)) continue
      asked.add(job)
      // Bodies do without one that fails, and tell of what it tells.
      job.ahead?.(handle).catch(() => {})
    }
  }
}

/** Waits for the answers that bodies went on without. @throws Unforeseen, and the error of an answer */
export async function mustBeForeseen({ answers }: Foresight): Promise<void> {
  if ((await Promise.all(answers.splice(0))).includes(false)) throw new Unforeseen()
}
