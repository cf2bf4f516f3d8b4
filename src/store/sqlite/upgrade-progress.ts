// The time left of an upgrade.

/** Expected time by whose weight the expectation counts against the pace of what is done: at first nearly alone. */
const KNOWN_MS = 5_000

/**
 * Creates the reckoning of the time left, from the expected times of statements and the time that those before have taken.
 *
 * @param totalMs the expected time of all statements
 */
export function createProgress(totalMs: number) {
  let [doneMs, runningMs] = [0, 0]
  return {
    /** A statement begins. @returns true if it is expected to take a second or more */
    begin(expectedMs: number): boolean {
      doneMs += runningMs
      runningMs = expectedMs
      return expectedMs >= 1_000
    },
    /** The time left when the running statement began, `tookMs` after the first, and the part of it that follows. */
    at(tookMs: number): { leftMs: number; restMs: number } {
      const pace = (tookMs + KNOWN_MS) / (doneMs + KNOWN_MS)
      const leftMs = Math.max(0, totalMs - doneMs) * pace
      return { leftMs, restMs: Math.max(0, leftMs - runningMs * pace) }
    },
  }
}
