import type { Change } from '../../domain/kernel/availability.ts'
import type { PlacedRateDay } from '../../domain/rates/rate.ts'
import type { Db, Dialect } from './dialect.ts'
import type { Lease } from './lease.ts'
import type { SharedLimiter } from './limiter.ts'
import type { Tables } from './schema.ts'
import type { Vitals } from './vitals.ts'

/** A way to the database: the tables of its engine, drizzle on one of its connections, and what else the engine says in its own way. */
export type Handle = { t: Tables; db: Db; dialect: Dialect }

/** Days of a hotel that a transaction left differently. */
export type ChangedDays = { hotelId: number; changes: readonly Change[] }

/** Days of a hotel's rates as a transaction left them. */
export type ChangedRateDays = { hotelId: number; rows: readonly PlacedRateDay[] }

/** What a transaction leaves outdated in memory, from the moment it commits. */
export type Invalidations = {
  topics: Set<string>
  days: ChangedDays[]
  rateDays: ChangedRateDays[]
}

/** The versions of scopes that a transaction raised, where others write to the database, too. */
export type RaisedVersions = ReadonlyMap<string, number>

/** A handle inside `tx`, where alone writing is possible: one for each body, which carries what it invalidates. */
export type Tx = Handle &
  Invalidations & {
    /** What it holds, in the order in which it was taken (`locks.ts`). */
    held: string[]
    /** Waits until nobody else holds this, and holds it until the transaction ends. */
    hold: (scope: string) => Promise<void>
  }

/** A body's own handle, which has done nothing yet. */
export function newTx(handle: Handle, hold: Tx['hold']): Tx {
  return { ...handle, hold, held: [], topics: new Set(), days: [], rateDays: [] }
}

/** Marks a topic as changed by a transaction; it counts when that commits. */
export function invalidate(tx: Tx, topic: string): void {
  tx.topics.add(topic)
}

/**
 * Why a database that is being served is not written any more. `failed`: it failed in the act of committing, so that
 * nobody knows what it holds until it is opened anew; it is not read either. `damaged`: a page that makes no sense was
 * met; what can be read of it is read.
 */
export type Breakdown = { kind: 'failed' | 'damaged'; error: unknown }

/** What the opener of an engine is told of, by calls that must not throw. */
export type StoreEvents = {
  /**
   * What a body that was committed invalidated, in the same step as the commit.
   *
   * @param raised the versions that it raised, where other processes write, too
   */
  onCommit: (invalidated: Invalidations, raised?: RaisedVersions) => void
  /** Where others write, too: the version of every scope, before anything is read. */
  onBegin: (versions: Iterable<[string, number]>) => void
  /** A moment before something is read, for `onSeen`. */
  moment: () => number
  /** The version of a scope was told; read, when the moment is named at which that reading began. */
  onSeen: (scope: string, version: number, sinceMoment?: number) => void
  /** Others have committed something of topics that belong to no scope; of any when none is named. */
  onTouched: (topics?: string[]) => void
  /** What others commit is not heard: nothing that is kept may be relied on. */
  onLost: () => void
  /** Scopes that somebody waits for. */
  listened: () => Iterable<string>
  onBreakdown: (breakdown: Breakdown) => void
}

/** A number that a database tells of itself, as Prometheus takes it; samples by their labels. */
export type Gauge = {
  name: string
  type: 'gauge' | 'counter'
  help: string
  samples: number | Record<string, number>
}

/** What reads, and cannot write; `snapshot` reads what is one answer as of one moment, or fails as `unavailable`. */
export type Reader = {
  db: Db
  snapshot<T>(read: (handle: Handle) => Promise<T>): Promise<T>
}

/**
 * A database at work; a folder beside this file for each kind. Of what serves, nothing above `open.ts` knows which it
 * is; the command line names SQLite's backup, lock and refusals.
 */
export type Engine = {
  t: Tables
  dialect: Dialect
  reads: Reader
  /** For what may take long: those wait for each other, and nobody else for them. */
  longReads: Reader
  /** For exports, each of which takes as long as a hundred lists: they wait for one another alone. */
  exports: Pick<Reader, 'snapshot'>
  /**
   * Runs a body as one transaction; answered when it is durable.
   *
   * @param withinMs with its waits and tries, where the database is elsewhere and may be silent
   * @throws AppError `unavailable`, `outcome_unknown` and `already_exists`; else what the body throws
   */
  run<T>(body: (tx: Tx) => Promise<T>, isLarge: boolean, withinMs?: number): Promise<T>
  /** Brings what memory keeps of topics up to date with what other processes have committed. */
  freshen(topics: readonly string[]): Promise<void>
  /**
   * Token buckets that all processes on the database take from.
   *
   * @param kind has names of its own
   * @param clock in ms, for tests; else one that never steps back
   */
  limiter(kind: string, clock?: () => number): SharedLimiter
  /** Answers when no body has run for so many ms, or at the latest after `waitMs`. */
  quiet(ms: number, waitMs: number): Promise<void>
  breakdown(): Breakdown | undefined
  /** Whether it is another process, so that whoever asks it is answered in a later turn of the event loop. */
  isRemote: boolean
  lease: Lease
  /** Where it is kept, for whoever runs the service. */
  vitals(): Promise<Vitals>
  /** For the metrics. */
  gauges(): Gauge[]
  close(): Promise<void>
}
