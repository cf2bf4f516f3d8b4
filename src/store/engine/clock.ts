// The clock of the service: the database's, so that all processes on it have the same time.

/** The clock by which the service dates everything. */
export type Clock = {
  /** The time in whole epoch milliseconds; it steps back only if the database's clock was set back. */
  nowMs: () => number
  /** How far this machine's clock is ahead of it, in whole milliseconds; 0 if it is the same clock. */
  aheadMs: () => number
}

/** The clock of a process that has the database to itself: that of the machine. */
export const MACHINE_CLOCK: Clock = { nowMs: Date.now, aheadMs: () => 0 }
