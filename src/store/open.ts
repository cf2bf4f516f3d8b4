import type { Breakdown, Engine, Handle, Reader, StoreEvents, Tx } from './engine/engine.ts'
import type { Lease } from './engine/lease.ts'
import { createVersions, type Versions } from './engine/versions.ts'
import { nameOf } from './postgres/address.ts'
import type { PostgresTarget } from './postgres/pool.ts'
import { openPostgres } from './postgres/postgres.ts'
import type { UpgradeOptions } from './postgres/upgrade.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** The database. Reading goes through `db` at any time; every write goes through `tx`. */
export type Store = Handle & {
  /**
   * Runs a body as one transaction, durable when it answers; what it throws undoes it. It must await nothing but queries
   * and `pacedChunks`. `isLarge`, of a body that writes more than some hundred rows: those that write less go before it.
   * `withinMs`: how long a database that is elsewhere may be silent.
   */
  tx<T>(
    body: (tx: Tx) => Promise<T>,
    options?: { isLarge?: boolean; withinMs?: number },
  ): Promise<T>
  /** Reads with several statements what is one answer. It must await nothing but queries and `pacedChunks`. */
  snapshot: Reader['snapshot']
  /** What lists, sums and passes read through, so that nobody else waits while they take long. */
  long: Handle & Reader
  /** As `snapshot`, of what is too long for one: its body may also await the file that it writes to. */
  exports: Pick<Reader, 'snapshot'>
  /** Waits until nobody has written for some time, or for as long as it is to wait at most. */
  quiet(ms: number, waitMs: number): Promise<void>
  /**
   * Brings what memory keeps of topics up to date with what other processes have committed, where there are any: before
   * anything kept is relied on that one of them may have ended, as a key, an account or the hotel of a request.
   */
  freshen: Engine['freshen']
  limiter: Engine['limiter']
  /** How often a topic has changed since it was first asked for; anything kept in memory is good while its topic's version stands. */
  version: Versions['version']
  /** Calls a listener after each commit that invalidated a topic, until the answer is called. One that throws harms no other. */
  subscribe: Versions['subscribe']
  /** Calls a listener with the days that a commit left differently, in the same step as the commit. */
  subscribeDays: Versions['subscribeDays']
  /** As `subscribeDays`, of days of rates. */
  subscribeRateDays: Versions['subscribeRateDays']
  /** Calls a listener with a hotel of which another process has changed some days. */
  subscribeHotels: Versions['subscribeHotels']
  /** Why nothing is written any more; undefined while all is well. */
  breakdown(): Breakdown | undefined
  isRemote: Engine['isRemote']
  /** Which process does what one alone may do. */
  lease: Lease
  /** How large the database is, the room left for it and its last backup, for whoever runs the service. */
  vitals: Engine['vitals']
  /** What the database tells of itself, for the metrics. */
  gauges: Engine['gauges']
  close(): Promise<void>
}

export type { UpgradeEvent } from './postgres/upgrade.ts'

/** What no caller hears of, for the log and for whoever has to end the service. */
export type Trouble = 'database_failed' | 'database_damaged' | 'listener_failed'

type Options = UpgradeOptions & {
  /** Must not throw. */
  onTrouble?: (trouble: Trouble, error: unknown) => void
  /**
   * Whether also beside a process that serves the database, when it is of this version. Only for what that process finds
   * when it looks next: new rows, which nothing it keeps in memory speaks of. What changes or removes rows must be alone.
   */
  isBeside?: boolean
}

/**
 * Opens the store, made when absent, and brings its tables up to date. The one place that picks the engine.
 *
 * @param target a SQLite file, or where PostgreSQL is
 * @throws Error one clear line: in use by another process, written by a newer version, not a database, not whole,
 *   not to be written
 */
export async function openStore(
  target: string | PostgresTarget,
  { onTrouble = () => {}, isBeside = false, ...upgrading }: Options = {},
): Promise<Store> {
  const memory = createVersions((error) => onTrouble('listener_failed', error))
  const onBreakdown = ({ kind, error }: Breakdown) => onTrouble(`database_${kind}`, error)
  const told: StoreEvents = {
    onBreakdown,
    onCommit: memory.committed,
    onBegin: memory.begin,
    moment: memory.moment,
    onSeen: memory.seen,
    onTouched: memory.touched,
    onLost: memory.lost,
    listened: memory.listened,
  }
  const engine: Engine =
    typeof target === 'string'
      ? await openSqlite(target, { ...told, isBeside })
      : await openPostgres(target, told, upgrading)
  const { t, dialect, reads, longReads, exports } = engine
  return {
    ...{ t, dialect, ...reads },
    long: { t, dialect, ...longReads },
    exports,
    tx: (body, { isLarge = false, withinMs } = {}) => engine.run(body, isLarge, withinMs),
    quiet: engine.quiet,
    freshen: engine.freshen,
    limiter: engine.limiter,
    version: memory.version,
    subscribe: memory.subscribe,
    subscribeDays: memory.subscribeDays,
    subscribeRateDays: memory.subscribeRateDays,
    subscribeHotels: memory.subscribeHotels,
    breakdown: engine.breakdown,
    isRemote: engine.isRemote,
    lease: engine.lease,
    vitals: engine.vitals,
    gauges: engine.gauges,
    close: engine.close,
  }
}

/** Where a database is, for people and the log: without the password. */
export const placeOf = (target: string | PostgresTarget): string =>
  typeof target === 'string' ? target : nameOf(target.url)
