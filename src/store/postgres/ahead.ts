// Reads ahead of the bodies of a shared transaction.

import type { Ahead, TxOptions } from '../engine/engine.ts'

/** Returns a function that sends the reads of bodies that wait, each once, and those of one kind together. */
export function createAhead(handle: Ahead) {
  const asked = new WeakSet<object>()
  return (jobs: readonly { ahead: TxOptions['ahead'] }[]) => {
    for (const job of jobs) {
      if (asked.has(job)) continue
      asked.add(job)
      // Bodies do without one that fails, and tell of what it tells.
      job.ahead?.(handle).catch(() => {})
    }
    for (const send of handle.foresight.later.splice(0)) send()
  }
}
