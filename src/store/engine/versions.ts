// Cache invalidation: versions of topics and scopes, and the listeners of changes.

import type { ChangedDays, ChangedRateDays, Invalidations, RaisedVersions } from './engine.ts'
import { hotelOfDays, isOfDatabase, scopeOf, topicsOf } from './scopes.ts'

/** The topic that every commit invalidates; see `Store.version`. */
export const ANY = '*'

/** The versions and listeners of a process. */
export type Versions = ReturnType<typeof createVersions>

/**
 * The versions of topics, by which caches are invalidated, and the listeners. A commit of this process names the topics
 * that it invalidates. A commit of another process raises the version of a scope: as soon as that version is read, all
 * topics of the scope are outdated.
 *
 * @param onFailure receives the error of a listener that throws
 */
export function createVersions(onFailure: (error: unknown) => void) {
  const versions = new Map<string, number>()
  /** The topics that belong to a scope, by scope. */
  const topicsByScope = new Map<string, Set<string>>()
  const listeners = new Map<string, Set<() => void>>()
  const dayListeners: ((changed: ChangedDays) => void)[] = []
  const rateDayListeners: ((changed: ChangedRateDays) => void)[] = []
  const hotelListeners: ((hotelId: number) => void)[] = []
  /**
   * The version of each scope up to which this process knows all commits, and when it learnt it. There are as many
   * entries as hotels and changed accounts.
   */
  const known = new Map<string, { version: number; at: number }>()
  /** The scopes that identify the database that is read; they survive the loss of all others. */
  const generation = new Map<string, number>()
  /** True if a scope that is not in `known` was never raised. */
  let isWhole = false
  /** Counts the versions learnt: of a reading and a version, the earlier one has the lower number. */
  let learnt = 0
  const knownOf = (scope: string) => known.get(scope)?.version ?? (isWhole ? 0 : undefined)
  const learn = (scope: string, version: number) => known.set(scope, { version, at: ++learnt })

  const tell = (listener: () => void) => {
    try {
      listener()
    } catch (error) {
      onFailure(error)
    }
  }
  // Only topics whose version was read: topics that only have listeners, one a delivery, would pile up forever.
  const raise = (topic: string) => {
    const version = versions.get(topic)
    if (version !== undefined) versions.set(topic, version + 1)
  }
  const wake = (topics: Iterable<string>) => {
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) tell(listener)
  }

  /** Invalidates everything of a scope. */
  function move(scope: string): void {
    for (const topic of [ANY, ...(topicsByScope.get(scope) ?? [])]) raise(topic)
    const hotelId = hotelOfDays(scope)
    if (hotelId !== undefined) for (const listener of hotelListeners) tell(() => listener(hotelId))
    wake([ANY, ...topicsOf(scope)])
  }

  /** @returns true if no other process committed between the known version and this one */
  function follow(scope: string, version: number): boolean {
    const before = knownOf(scope)
    if (before === version - 1) {
      learn(scope, version)
      return true
    }
    if (before === undefined || before < version) learn(scope, version)
    move(scope)
    return false
  }

  function lost(): void {
    known.clear()
    isWhole = false
    raise(ANY)
    for (const scope of topicsByScope.keys()) move(scope)
    wake([...listeners.keys()])
  }

  /** Compares one number that identifies the database. @returns true if a different one was known */
  function isOther(scope: string, version: number): boolean {
    const before = generation.get(scope)
    generation.set(scope, version)
    return before !== undefined && before !== version
  }

  return {
    version(topic: string): number {
      const version = versions.get(topic)
      if (version !== undefined) return version
      versions.set(topic, 0)
      const scope = scopeOf(topic)
      if (scope !== undefined) {
        const topics = topicsByScope.get(scope) ?? new Set()
        topicsByScope.set(scope, topics.add(topic))
      }
      return 0
    },
    subscribe(topic: string, listener: () => void): () => void {
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0) listeners.delete(topic)
      }
    },
    subscribeDays: (listener: (changed: ChangedDays) => void) => void dayListeners.push(listener),
    subscribeRateDays: (listener: (changed: ChangedRateDays) => void) =>
      void rateDayListeners.push(listener),
    /** Calls a listener with a hotel any of whose days may be outdated. */
    subscribeHotels: (listener: (hotelId: number) => void) => void hotelListeners.push(listener),

    /**
     * Handles a commit of this process.
     *
     * @param raised the versions that it raised, if other processes write, too
     */
    committed({ topics, days, rateDays }: Invalidations, raised?: RaisedVersions): void {
      const behind = new Set<number | undefined>()
      for (const [scope, version] of raised ?? [])
        if (!follow(scope, version)) behind.add(hotelOfDays(scope))
      for (const topic of [ANY, ...topics]) raise(topic)
      wake([ANY, ...topics])
      for (const changed of days)
        if (!behind.has(changed.hotelId))
          for (const listener of dayListeners) tell(() => listener(changed))
      for (const changed of rateDays)
        if (!behind.has(changed.hotelId))
          for (const listener of rateDayListeners) tell(() => listener(changed))
    },
    /** Fills in the known versions before anything is cached. @param all the version of every scope that has one */
    begin(all: Iterable<[string, number]>): void {
      for (const [scope, version] of all)
        if (isOfDatabase(scope)) isOther(scope, version)
        else learn(scope, version)
      isWhole = true
    },
    /** A moment before a read, for `seen`. */
    moment: () => learnt,
    /**
     * Handles the version of a scope that was announced or read. Any version but the known one invalidates the scope.
     * That includes a lower one if it was read after the known one was learnt: the database has lost commits.
     *
     * @param sinceMoment when the read began; absent for a notice, which may be late
     */
    seen(scope: string, version: number, sinceMoment = -1): void {
      if (isOfDatabase(scope)) {
        if (isOther(scope, version)) lost()
        return
      }
      const before = knownOf(scope)
      if (before === version) return
      if (before !== undefined && before > version && (known.get(scope)?.at ?? 0) > sinceMoment)
        return
      learn(scope, version)
      move(scope)
    },
    /** Handles a commit of another process to topics without a scope. @param topics all of them by default */
    touched: (topics: readonly string[] = [...listeners.keys()]) => wake(topics),
    /** The scopes of all topics that have listeners. */
    listened: () => new Set([...listeners.keys()].flatMap((topic) => scopeOf(topic) ?? [])),
    /** Invalidates everything: commits of other processes may have been missed. */
    lost,
  }
}
