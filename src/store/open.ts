import type {
  Breakdown,
  ChangedDays,
  ChangedRateDays,
  Engine,
  Handle,
  Invalidated,
  Tx,
} from './engine.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** The topic that every commit invalidates; see `Store.version`. */
export const ANY = '*'

/** The database. Reading goes through `db` at any time; every write goes through `tx`. */
export type Store = Handle & {
  /**
   * Runs a body as one transaction, durable when it answers; what it throws undoes it. It must await nothing but queries
   * and `paced`. `isLarge`, of a body that writes more than some hundred rows: those that write less go before it.
   */
  tx<T>(body: (tx: Tx) => Promise<T>, options?: { isLarge?: boolean }): Promise<T>
  /** Waits until nobody has written for some time, or for as long as it is to wait at most. */
  quiet(ms: number, waitMs: number): Promise<void>
  /** How often a topic has changed since it was first asked for; anything kept in memory is good while its topic's version stands. */
  version(topic: string): number
  /** Calls a listener after each commit that invalidated a topic, until the answer is called. One that throws harms no other. */
  subscribe(topic: string, listener: () => void): () => void
  /** Calls a listener with the days that a commit left differently, in the same step as the commit. */
  subscribeDays(listener: (changed: ChangedDays) => void): void
  /** As `subscribeDays`, of days of rates. */
  subscribeRateDays(listener: (changed: ChangedRateDays) => void): void
  /** Why nothing is written any more; undefined while all is well. */
  breakdown(): Breakdown | undefined
  close(): Promise<void>
}

/** What no caller hears of, for the log and for whoever has to end the service. */
export type Trouble = 'database_failed' | 'database_damaged' | 'listener_failed'

type Options = {
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
 * @param file the SQLite file
 * @throws Error one clear line: in use by another process, written by a newer version, not a database, not whole,
 *   not to be written
 */
export async function openStore(
  file: string,
  { onTrouble = () => {}, isBeside = false }: Options = {},
): Promise<Store> {
  const versions = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  const dayListeners: ((changed: ChangedDays) => void)[] = []
  const rateDayListeners: ((changed: ChangedRateDays) => void)[] = []
  const tell = (listener: () => void) => {
    try {
      listener()
    } catch (error) {
      onTrouble('listener_failed', error)
    }
  }
  const onCommit = ({ topics: invalidated, days, rateDays }: Invalidated) => {
    const topics = [ANY, ...invalidated]
    for (const topic of topics) {
      // Only what somebody goes by: topics that are only listened to, one a delivery, would pile up for ever.
      const version = versions.get(topic)
      if (version !== undefined) versions.set(topic, version + 1)
    }
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) tell(listener)
    for (const changed of days) for (const listener of dayListeners) tell(() => listener(changed))
    for (const changed of rateDays)
      for (const listener of rateDayListeners) tell(() => listener(changed))
  }
  const onBreakdown = ({ kind, error }: Breakdown) => onTrouble(`database_${kind}`, error)
  const engine: Engine = await openSqlite(file, { onCommit, onBreakdown, isBeside })
  return {
    t: engine.t,
    db: engine.reads,
    tx: (body, { isLarge = false } = {}) => engine.run(body, isLarge),
    quiet: engine.quiet,
    version(topic) {
      const version = versions.get(topic) ?? 0
      versions.set(topic, version)
      return version
    },
    subscribe(topic, listener) {
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0) listeners.delete(topic)
      }
    },
    subscribeDays: (listener) => void dayListeners.push(listener),
    subscribeRateDays: (listener) => void rateDayListeners.push(listener),
    breakdown: engine.breakdown,
    close: engine.close,
  }
}
