/** The largest difference between the clock of a machine and the database's that raises no warning. */
export const CLOCK_WARN_MS = 2_000
/** From this difference on, health is 503, so that a balancer takes the replica out. */
export const CLOCK_UNFIT_MS = 30_000
