// Back-off between the tries of a migration for its table locks.

import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long each try of an upgrade waits for the locks on its tables; further tries use the last value. Statements that
 * need such a table queue behind the waiting upgrade. The longest wait is therefore shorter than the 2 s that a
 * statement of a service waits for a lock, so that none is refused because of it; the first is enough if no lock is
 * held for long. Only the last outlives the 1 s after which the server ends deadlocks, and none comes near it in vain.
 */
const LOCK_MS = [100, 250, 500, 1_500] as const

/**
 * The pause before a try, as a multiple of its wait: the upgrade waits for locks for at most a tenth of the time.
 */
const RESTS = 9

/** How long a try waits for its locks; `tries` counts the tries before it. */
export const lockMsOf = (tries: number): number => LOCK_MS[Math.min(tries, LOCK_MS.length - 1)]!

/**
 * Spaces the tries of an upgrade. The pause comes before the try, so that the rule also holds for a process that is
 * killed in each try and started again.
 */
export function createLockPace(signal?: AbortSignal) {
  let restingSinceMs = performance.now()
  return {
    /** Waits until a try of this length is allowed. A longer pause earns no further try. */
    async rest(lockMs: number): Promise<void> {
      const restMs = RESTS * lockMs
      restingSinceMs = Math.max(restingSinceMs, performance.now() - restMs)
      const leftMs = restingSinceMs + restMs - performance.now()
      if (leftMs > 0) await sleep(leftMs, undefined, { signal })
    },
    /** Records how long a try took. */
    spend(tookMs: number): void {
      restingSinceMs += (RESTS + 1) * tookMs
    },
  }
}
