import type { Db, Dialect } from './dialect.ts'

/** As much of a transaction as the lease is asked for in. */
export type FenceHandle = { db: Db; dialect: Dialect }

/** A time for which this process alone is the worker. */
export type Term = {
  /** Counts the terms of all processes; nobody has one of before. */
  epoch: number
  /** Whether it goes on, by a clock of this process that is never set: asked before whatever cannot be undone. */
  stands: () => boolean
  /** Aborted when it is over. */
  over: AbortSignal
  /**
   * Throws unless the term stands in the database, where it then stands until the transaction ends. Undefined: nobody
   * else can have one.
   */
  fence: ((tx: FenceHandle) => Promise<void>) | undefined
}

/** What is known of the lease by which one process of many is the worker. */
type LeaseState = {
  /** Undefined: another process is the worker, or nobody. */
  epoch: number | undefined
  /** Since the last renewal of this process was asked for; undefined: there is nothing to renew. */
  renewedMsAgo: number | undefined
}

/**
 * Says which process is the worker: sends events, ends holds and stays, keeps sums and the index of words, and deletes
 * what is old. There is one at a time, and the next has a higher epoch.
 */
export type Lease = {
  /** The term of this process; undefined: it is not the worker now. */
  term: () => Term | undefined
  /**
   * Stands by: while anybody does, this process is the worker as soon as nobody else is. The listener is called when a
   * term begins and when it is over. The answer withdraws; with the last one the lease is given back.
   */
  join: (listener: () => void) => () => Promise<void>
  state: () => LeaseState
  /** Who has it by the database, and for how much longer; undefined: there is no such thing. */
  look: () => Promise<{ epoch: number; holder: string; leftMs: number } | undefined>
}

/** The process has the database to itself. */
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
