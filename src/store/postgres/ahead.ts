// Reads ahead of the bodies of a shared transaction, and the answers that bodies went on without.

import type { Ahead, Foresight, TxOptions } from '../engine/engine.ts'
import { Unforeseen } from './errors.ts'

/** Returns a function that sends the reads of bodies that wait, each once. */
export function createAhead(handle: Ahead) {
  const asked = new WeakSet<object>()
  return (jobs: readonly { ahead: TxOptions['ahead'] }[]) => {
    for (const job of jobs) {
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
