// The interface of a database engine, its transactions and its callbacks.

import type { Change } from '../../domain/kernel/availability.ts'
import type { PlacedRateDay } from '../../domain/rates/rate.ts'
import { refuseLate } from './body-scope.ts'
import type { Clock } from './clock.ts'
import type { Gauge } from './commit-gauges.ts'
import type { Db, Dialect, ReservedNumbers } from './dialect.ts'
import type { Foresight } from './foresight.ts'
import type { Lease } from './lease.ts'
import type { SharedLimiter } from './limiter.ts'
import type { Presence } from './presence.ts'
import type { Tables } from './schema.ts'
import type { Vitals } from './vitals.ts'
import type { IndexWords, IsLent } from './word-part.ts'

/** A handle of the database: the engine's tables and dialect, and drizzle on one of its connections. */
export type Handle = { t: Tables; db: Db; dialect: Dialect }

/** The days of a hotel that a transaction changed. */
export type ChangedDays = { hotelId: number; changes: readonly Change[] }

/** The days of a hotel's rates after a transaction. */
export type ChangedRateDays = { hotelId: number; rows: readonly PlacedRateDay[] }

/** The cached data that a transaction invalidates when it commits. */
export type Invalidations = {
  topics: Set<string>
  days: ChangedDays[]
  rateDays: ChangedRateDays[]
}

/** The versions of scopes that a transaction raised, if other processes write to the database, too. */
export type RaisedVersions = ReadonlyMap<string, number>

/** The handle of an open transaction, the only one that writes. Each body has its own; it collects what it invalidates. */
export type Tx = Handle &
  Invalidations & {
    /** The scopes that the transaction has locked, in the order in which it locked them (`locks.ts`). */
    held: string[]
    /** The answer to a lock of `held` that was sent ahead of the body's own statements. */
    granted?: Promise<unknown>
    /** The numbers that the next change and the next booking get (`reserveNumbers`). */
    reserved: ReservedNumbers
    /** Present if further bodies of the same hotel may run in the transaction. */
    shared?: SharedReads
    /** Waits until no other transaction has the lock on a scope, and keeps it until this one ends. */
    hold: (scope: string) => Promise<void>
    /** Writes whose answers the commit awaits, where an engine goes on without them (`leaveToCommit`). */
    sent?: Promise<unknown>[]
    /** The number of rows that were announced and are not sent yet (`announceRows`). */
    unsent: number
    /** The work that the transaction does before it commits, by name (`leaveLast`). */
    last: Map<string, LastWork>
  }

/** What the steps of a transaction have left, and the work that is done once for all of it. */
type LastWork = { left: unknown[]; finish: () => Promise<void> }

/** Answers of the database that serve all bodies of a transaction. */
export type SharedReads = {
  /** Facts that none of the bodies changes, by name (`readShared`). */
  facts: Map<string, Promise<unknown>>
  /** Reserved numbers that no body has yet, ascending (`reserveNumbers`). */
  numbers: { changeSeq: number; spareId: SpareId | undefined }[]
  /** Reserved ids of bookings that go with no number: one left unused would hold up the index of words for a minute. */
  spareIds: SpareId[]
  /** The number of bodies that wait to follow. */
  waiting: () => number
  /** Present if bodies may go on without an answer of the database. */
  foresight?: Foresight
}

/** A reserved id of a booking that no body has yet, and the moment before its reservation, by the monotonic clock. */
export type SpareId = { id: number; reservedMs: number }

/** The handle of a shared transaction in which no body runs. */
export type Ahead = Handle & { foresight: Foresight }

/** A new handle for the transaction of one body. */
export function newTx(handle: Handle, hold: Tx['hold']): Tx {
  const lists = { held: [], days: [], rateDays: [] }
  return { ...handle, hold, ...lists, topics: new Set(), reserved: {}, unsent: 0, last: new Map() }
}

/**
 * Leaves something to be done before the transaction commits, once for all its steps that leave it under this name.
 *
 * @param finish gets what was left, in that order; it leaves nothing itself
 */
export function leaveLast<T>(
  { last }: Tx,
  name: string,
  one: T,
  finish: (left: T[]) => Promise<void>,
): void {
  const left = (last.get(name)?.left as T[] | undefined) ?? []
  left.push(one)
  last.set(name, { left, finish: () => finish(left) })
}

/** Does what the steps of a transaction have left to its end. */
export async function finishTx({ last }: Tx): Promise<void> {
  for (const { finish } of last.values()) await finish()
}

/** Marks a topic as changed by a transaction; it is invalidated when the transaction commits. */
export function invalidate(tx: Tx, topic: string): void {
  refuseLate()
  tx.topics.add(topic)
}

/**
 * The reason why a database that is being served is no longer written. `failed`: a commit failed in progress, so its
 * content is unknown until the database is opened again; it is not read either. `damaged`: a read met a corrupt page;
 * the rest is still read.
 */
export type Breakdown = { kind: 'failed' | 'damaged'; error: unknown }

/** The callbacks of an engine to its opener; they must not throw. */
export type StoreEvents = {
  /**
   * Receives the invalidations of a body, in the same step as its commit.
   *
   * @param raised the versions that it raised, if other processes write, too
   */
  onCommit: (invalidated: Invalidations, raised?: RaisedVersions) => void
  /** If other processes write, too: receives the version of every scope before anything is read. */
  onBegin: (versions: Iterable<[string, number]>) => void
  /** A moment before a read, for `onSeen`. */
  moment: () => number
  /** Receives the version of a scope: from a notice, or from a read with the moment at which it began. */
  onSeen: (scope: string, version: number, sinceMoment?: number) => void
  /** Other processes have committed changes to topics that belong to no scope; to all of them if none is named. */
  onTouched: (topics?: string[]) => void
  /** Commits of other processes are no longer heard: nothing cached may be trusted. */
  onLost: () => void
  /** The scopes that listeners wait for. */
  listened: () => Iterable<string>
  onBreakdown: (breakdown: Breakdown) => void
}

/** A read-only connection. `snapshot` reads one answer as of one moment, or fails as `unavailable`. */
export type Reader = {
  db: Db
  snapshot<T>(read: (handle: Handle) => Promise<T>): Promise<T>
}

/** Options of running a body. */
export type TxOptions = {
  /** True for a body that writes more than some hundred rows: smaller ones go before it. With `ahead`, two share a commit. */
  isLarge?: boolean
  /** Bounds the run with its waits and retries, if the database is remote and may be silent. It goes before others. */
  withinMs?: number
  /**
   * The hotel whose lock is the first that the body takes. Bodies of one hotel share a commit on a remote database, so
   * the body must lock no rows that bodies of other hotels lock in another order.
   */
  hotelId?: number | undefined
  /** The same hotel for a body that shares no commit: it waits for it without a connection. */
  waitsAt?: number
  /** True for a body that runs again for another one that fails in its commit; one of a hotel always does. */
  mayRepeat?: boolean
  /** True for a body that throws whatever comes of it, for it is only tried: what it writes is undone. */
  isTried?: boolean
  /** Reads for the body, sent behind the lock while it waits for its turn in a shared transaction, or not at all. */
  ahead?: (handle: Ahead) => Promise<unknown>
}

/**
 * A running database engine; each kind has a folder next to this one. Nothing above `open.ts` knows which engine
 * serves; only the command line names SQLite's backup, lock and refusals.
 */
export type Engine = {
  t: Tables
  dialect: Dialect
  reads: Reader
  /** The reader for slow reads: these wait for each other, and no other request waits for them. */
  longReads: Reader
  /** The reader for exports, each of which takes as long as a hundred lists: they wait only for each other. */
  exports: Pick<Reader, 'snapshot'>
  /** Runs a body as one transaction, until it is durable. @throws AppError `unavailable`, `outcome_unknown`, `already_exists`; the body's error */
  run<T>(body: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** The worker's reader and writer, with connections of their own or before others in line. */
  ofWorker: Reader & Pick<Engine, 'run'>
  /** Absent where one process serves the database; undefined if nobody knows, or a pooler grants the connections. */
  presence?(): Promise<Presence | undefined>
  /** Brings the versions of topics up to date with the commits of other processes. */
  freshen(topics: readonly string[]): Promise<void>
  /**
   * The token buckets that all processes on the database share.
   *
   * @param kind separates the names of one limiter from those of another
   * @param clock in ms, for tests; by default one that never steps back
   */
  limiter(kind: string, clock?: () => number): SharedLimiter
  /**
   * Clears data that was overwritten or deleted out of the database's log. Data of this version's own deletes is
   * overwritten in the file itself as they happen (`secure_delete`).
   * Absent where a server keeps and recycles its log itself, and clears old rows by its own vacuum.
   * @returns false if a long read still needs the log
   */
  scrub?(): Promise<boolean>
  /**
   * Overwrites copies of texts of guests that stay in the database's file where a row has moved, at a tenth of a
   * processor. Rows stay as they are. Absent like `scrub`.
   * @returns false if it was stopped, or a long read was in the way
   */
  clearStrays?(stopping?: AbortSignal): Promise<boolean>
  indexWords?: IndexWords
  /** Resolves when no body has run for `ms`, or after `waitMs` at the latest. */
  quiet(ms: number, waitMs: number): Promise<void>
  breakdown(): Breakdown | undefined
  /** True if the engine is another process, so that an answer never arrives in the same turn of the event loop. */
  isRemote: boolean
  isLent?: IsLent
  clock: Clock
  lease: Lease
  /** The size, free space and last backup, for the operator. */
  vitals(): Promise<Vitals>
  gauges(): Gauge[]
  close(): Promise<void>
}
