// The store: one interface over SQLite and PostgreSQL.

import type { Clock } from './engine/clock.ts'
import {
  type Breakdown,
  type Engine,
  finishTx,
  type Handle,
  type Reader,
  type StoreEvents,
  type Tx,
  type TxOptions,
} from './engine/engine.ts'
import type { Lease } from './engine/lease.ts'
import type { Presence } from './engine/presence.ts'
import type { UpgradeOptions } from './engine/upgrade-events.ts'
import { createVersions, type Versions } from './engine/versions.ts'
import type { IsLent } from './engine/word-part.ts'
import { nameOf } from './postgres/address.ts'
import type { PostgresTarget } from './postgres/pool.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** The database. Reads go through `db` at any time; every write goes through `tx`. */
export type Store = Handle & {
  /**
   * Runs a body as one transaction, which is durable when the promise resolves; an error that the body throws rolls it
   * back. The body must await nothing but queries and `pacedChunks`.
   */
  tx<T>(body: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /**
   * Reads one answer with several statements, as of one moment. It must await nothing but queries and `pacedChunks`.
   */
  snapshot: Reader['snapshot']
  /** The reader of lists, sums and background passes: a slow read there keeps no other request waiting. */
  long: Handle & Reader
  /** The worker's own way to the database: its work waits for few requests (`workerStore`), and is not refused. */
  ofWorker: Reader & Pick<Store, 'tx'>
  /** The same as `snapshot` for reads that are too long for it: the body may also await the file that it writes to. */
  exports: Pick<Reader, 'snapshot'>
  /** Waits until no transaction has run for `ms`, but at most `waitMs`. */
  quiet(ms: number, waitMs: number): Promise<void>
  /**
   * Brings the versions of topics up to date with the commits of other processes, if there are any. Call it before
   * relying on a cached value that another process may have ended, such as the API key, the account or the hotel of a
   * request.
   */
  freshen: Engine['freshen']
  limiter: Engine['limiter']
  /**
   * The number of times a topic has changed since it was first read; a cached value is valid while it stays the same.
   */
  version: Versions['version']
  /**
   * Calls a listener after each commit that invalidated a topic, until the returned function is called. A listener that
   * throws harms no other.
   */
  subscribe: Versions['subscribe']
  /** Calls a listener with the days that a commit changed, in the same step as the commit. */
  subscribeDays: Versions['subscribeDays']
  /** The same as `subscribeDays` for days of rates. */
  subscribeRateDays: Versions['subscribeRateDays']
  /** Calls a listener with a hotel some of whose days another process has changed. */
  subscribeHotels: Versions['subscribeHotels']
  /** The reason why the database is no longer written; undefined while it is sound. */
  breakdown(): Breakdown | undefined
  /** Clears data that was overwritten or deleted out of the database's log; false: not yet. */
  scrub(): Promise<boolean>
  /** Overwrites copies of texts of guests in unused parts of the database's file; false: not all. */
  clearStrays(stopping?: AbortSignal): Promise<boolean>
  indexWords: Engine['indexWords']
  isRemote: Engine['isRemote']
  isLent: IsLent
  /** The clock by which everything is dated, the same for all processes on the database. */
  clock: Clock
  /** The replicas on the database and their connections; undefined where one process serves it. */
  presence: () => Promise<Presence | undefined>
  /** The lease, which says which process is the worker. */
  lease: Lease
  /** The size of the database, its free disk space and its last backup, for the operator. */
  vitals: Engine['vitals']
  /** The engine's own metrics. */
  gauges: Engine['gauges']
  close(): Promise<void>
}

export type { UpgradeEvent } from './engine/upgrade-events.ts'

/** A fault that no caller sees, for the log and for the code that has to stop the service. */
export type Trouble = 'database_failed' | 'database_damaged' | 'listener_failed'

type Options = UpgradeOptions & {
  /** Must not throw. */
  onTrouble?: (trouble: Trouble, error: unknown) => void
  /**
   * True to open the file although another process of this version serves it. Only for writes that the other process
   * finds at its next read: new rows, about which it caches nothing. A command that changes or deletes rows must have
   * the file to itself.
   */
  isBeside?: boolean
  /** The settings that all replicas need alike, by variable. */
  settings?: Record<string, unknown>
}

/**
 * Opens the store, creates it if it is missing, and brings its tables up to date. This is the one place that picks the
 * engine.
 *
 * @param target a SQLite file, or the address of PostgreSQL
 * @throws Error one clear line: in use by another process, written by a newer version, not a database, damaged, not
 *   writable
 */
export async function openStore(
  target: string | PostgresTarget,
  { onTrouble = () => {}, isBeside = false, ...upgrading }: Options = {},
): Promise<Store> {
  const memory = createVersions((error) => onTrouble('listener_failed', error))
  const onBreakdown = ({ kind, error }: Breakdown) => onTrouble(`database_${kind}`, error)
  const events: StoreEvents = {
    onBreakdown,
    onCommit: memory.committed,
    onBegin: memory.begin,
    moment: memory.moment,
    onSeen: memory.seen,
    onTouched: memory.touched,
    onLost: memory.lost,
    listened: memory.listened,
  }
  const engine = await openEngine(target, events, { ...upgrading, isBeside })
  const { t, dialect, reads, longReads, exports, ofWorker } = engine
  const txOf =
    (run: Engine['run']): Store['tx'] =>
    (body, options) =>
      run(withLast(body), options)
  return {
    ...{ t, dialect, ...reads },
    long: { t, dialect, ...longReads },
    exports,
    tx: txOf(engine.run),
    ofWorker: { ...ofWorker, tx: txOf(ofWorker.run) },
    quiet: engine.quiet,
    freshen: engine.freshen,
    limiter: engine.limiter,
    version: memory.version,
    subscribe: memory.subscribe,
    subscribeDays: memory.subscribeDays,
    subscribeRateDays: memory.subscribeRateDays,
    subscribeHotels: memory.subscribeHotels,
    breakdown: engine.breakdown,
    scrub: async () => (await engine.scrub?.()) ?? true,
    clearStrays: async (stopping) => (await engine.clearStrays?.(stopping)) ?? true,
    indexWords: engine.indexWords,
    isRemote: engine.isRemote,
    isLent: engine.isLent ?? (() => false),
    clock: engine.clock,
    presence: async () => await engine.presence?.(),
    lease: engine.lease,
    vitals: engine.vitals,
    gauges: engine.gauges,
    close: engine.close,
  }
}

/** The location of a database for people and the log, without the password. */
export const placeOf = (target: string | PostgresTarget): string =>
  typeof target === 'string' ? target : nameOf(target.url)

async function openEngine(
  target: string | PostgresTarget,
  events: StoreEvents,
  options: Pick<Options, 'settings'> & UpgradeOptions & { isBeside: boolean },
): Promise<Engine> {
  if (typeof target === 'string') return await openSqlite(target, { ...events, ...options })
  // A start on SQLite does not wait for its modules.
  const { openPostgres } = await import('./postgres/postgres.ts')
  return await openPostgres(target, events, options)
}

/** Returns a body that does at its end what its steps have left. */
const withLast =
  <T>(body: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    const value = await body(tx)
    if (tx.last.size > 0) await finishTx(tx)
    return value
  }
