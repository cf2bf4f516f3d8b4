import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long the tries of a migration wait for its tables, one after another and then always the last. Whoever wants such
 * a table meanwhile waits behind it: the longest is shorter than the 2 s that a statement of a service waits for a lock,
 * so that nobody is refused for it, and the first is enough where nobody holds one for long.
 */
const LOCK_MS = [100, 250, 500, 1_000, 1_500] as const

/** For each moment of a wait so many pass first in which nobody waits: a tenth of the time is waited for at most. */
const RESTS = 9

export const lockMsOf = (tries: number): number => LOCK_MS[Math.min(tries, LOCK_MS.length - 1)]!

/**
 * Spaces the tries of all migrations. The rest comes before the try, so that the rule holds too for a process that is
 * killed in each and started again.
 */
export function createLockPace(signal?: AbortSignal) {
  let restingSinceMs = performance.now()
  return {
    /** Waits until a try of this length is in order. No more is saved up for it. */
    async rest(lockMs: number): Promise<void> {
      const restMs = RESTS * lockMs
      restingSinceMs = Math.max(restingSinceMs, performance.now() - restMs)
      const leftMs = restingSinceMs + restMs - performance.now()
      if (leftMs > 0) await sleep(leftMs, undefined, { signal })
    },
    /** Counts a try that took so long. */
    spend(tookMs: number): void {
      restingSinceMs += (RESTS + 1) * tookMs
    },
  }
}
