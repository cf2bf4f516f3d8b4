// The clock of the PostgreSQL server, kept between the statements that read it.

import type { Clock } from '../engine/clock.ts'

/** A correction that is shorter is waited out; a longer one means that the server's clock was set back. */
const STEP_MS = 1_000

/** The column of a statement that reads the server's clock, in epoch milliseconds. */
export const SERVER_MS = '(extract(epoch from clock_timestamp()) * 1000)::float8 as server_ms'

/** The clock of a server, which learns from its answers. */
export type ServerClock = Clock & {
  /** Takes the time that a statement read; `sentMs` is the moment before it was sent, by the monotonic clock. */
  learn: (serverMs: number, sentMs: number) => void
}

/**
 * The clock of the server as a distance from this machine's monotonic clock, which nobody sets. The server reads its
 * clock after a statement was sent and before its answer is here, which bounds the distance from both sides. The
 * distance begins at the lower bound, and moves only if it is out of the bounds of a later statement, and then to the
 * nearer one. So this clock is not ahead of the server's, and behind by less than the shortest way back takes.
 *
 * A transaction learns the time with its lock, so that what it does then is not dated before what others did under this
 * lock and have committed, whichever replica they asked (the order of a feed's entries).
 *
 * @param monotonicMs a clock that never steps, for tests
 * @param machineMs the clock of this machine, for tests
 */
export function createServerClock(
  monotonicMs = () => performance.now(),
  machineMs = Date.now,
): ServerClock {
  let distanceMs: number | undefined
  let lastMs = 0

  function nowMs(): number {
    // Before the first answer, which precedes every caller above the store.
    if (distanceMs === undefined) throw new Error('the time of the database is not known yet')
    const ms = Math.floor(monotonicMs() + distanceMs)
    if (ms < lastMs && lastMs - ms < STEP_MS) return lastMs
    lastMs = ms
    return ms
  }

  return {
    nowMs,
    aheadMs: () => machineMs() - nowMs(),
    learn(serverMs, sentMs) {
      const [leastMs, mostMs] = [serverMs - monotonicMs(), serverMs - sentMs]
      distanceMs = Math.min(mostMs, Math.max(leastMs, distanceMs ?? leastMs))
    },
  }
}
