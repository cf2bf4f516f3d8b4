/** The durations of a lease, in ms; all of them are parts of its length. */
export type LeaseTimes = {
  /** For how long the lease is taken, and renewed, by the clock of the database. */
  leaseMs: number
  /** How long its holder goes by a renewal, from the moment before it asked: it stops before anybody else can begin. */
  holdMs: number
  renewEveryMs: number
  /** How often a replica tries to take a lease that another one may have. */
  takeEveryMs: number
  /** How long one question may take; the next goes over a connection of its own. */
  askMs: number
  /**
   * How long a transaction of the worker may wait for a lock, and rest between two statements. While one is under way
   * the lease cannot be taken, and the server ends whoever is paused in the middle of it before the lease runs out.
   */
  pauseMs: number
}

/** The durations of a lease of a length; 4 s unless said otherwise. */
export const timesOf = (leaseMs = 4_000): LeaseTimes => ({
  leaseMs,
  holdMs: (leaseMs * 3) / 4,
  renewEveryMs: leaseMs / 4,
  takeEveryMs: leaseMs / 16,
  askMs: leaseMs / 4,
  pauseMs: leaseMs / 2,
})
