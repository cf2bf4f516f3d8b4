// Lease and fence: which one process of many is the worker. `postgres/lease.ts` takes and renews it; with SQLite the
// one process has it.

import type { Db, Dialect } from './dialect.ts'

/** The part of a transaction that the fence of the lease needs. */
export type FenceHandle = { db: Db; dialect: Dialect }

/** A term of the lease, during which only this process is the worker. */
export type Term = {
  /** Counts the terms of all processes; each new term has a higher one, except that a failover may repeat some. */
  epoch: number
  /**
   * True while the term lasts, by a monotonic clock of this process. Check it before anything that cannot be undone.
   */
  stands: () => boolean
  /** Aborted when the term ends. */
  over: AbortSignal
  /**
   * The fence: throws unless the term is valid in the database, and keeps it valid until the transaction ends.
   * Undefined if no other process can have a term.
   */
  fence: ((tx: FenceHandle) => Promise<void>) | undefined
}

/** The state of the lease, by which one process of many is the worker. */
type LeaseState = {
  /** Undefined if another process is the worker, or none. */
  epoch: number | undefined
  /** Time since this process last asked for a renewal; undefined if it has no lease to renew. */
  renewedMsAgo: number | undefined
}

/**
 * The lease, which says which process is the worker. The worker sends events, expires holds, completes stays, keeps the
 * sums and the index of words, and deletes old rows. There is one worker at a time, and each next one has a higher
 * epoch.
 */
export type Lease = {
  /** The term of this process; undefined if it is not the worker now. */
  term: () => Term | undefined
  /**
   * Stands by: while a listener has joined, this process becomes the worker as soon as no other process is. The
   * listener is called when a term begins and when it ends. The returned function withdraws; the last withdrawal gives
   * the lease back.
   */
  join: (listener: () => void) => () => Promise<void>
  state: () => LeaseState
  /** Reads from the database who has the lease and for how much longer; undefined if the engine has no lease. */
  look: () => Promise<{ epoch: number; holder: string; leftMs: number } | undefined>
}

/** The lease of a process that has the database to itself. */
export const ALONE: Lease = {
  term: () => ONLY_TERM,
  join: () => async () => {},
  state: () => ({ epoch: ONLY_TERM.epoch, renewedMsAgo: undefined }),
  look: async () => undefined,
}

const ONLY_TERM: Term = {
  epoch: 1,
  stands: () => true,
  over: new AbortController().signal,
  fence: undefined,
}
