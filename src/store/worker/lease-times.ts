/** The durations of a lease, in ms; all of them are fractions of its length. */
export type LeaseTimes = {
  /** The length of the lease at each take and renewal, by the clock of the database. */
  leaseMs: number
  /**
   * How long the holder relies on a renewal, from the moment before it asked: it stops before another process can
   * begin.
   */
  holdMs: number
  renewEveryMs: number
  /** How often a replica tries to take a lease that another one may have. */
  takeEveryMs: number
  /** The deadline of one question; after a timeout the next one goes over a new connection. */
  askMs: number
  /**
   * How long a transaction of the worker may wait for a lock, or be idle between two statements. An open transaction
   * keeps the lease from being taken, so the server ends a paused one before the lease runs out.
   */
  pauseMs: number
}

/** The durations of a lease of a given length; 4 s by default. */
export const timesOf = (leaseMs = 4_000): LeaseTimes => ({
  leaseMs,
  holdMs: (leaseMs * 3) / 4,
  renewEveryMs: leaseMs / 4,
  takeEveryMs: leaseMs / 16,
  askMs: leaseMs / 4,
  pauseMs: leaseMs / 2,
})
