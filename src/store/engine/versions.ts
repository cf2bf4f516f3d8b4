import type { ChangedDays, ChangedRateDays, Invalidations, RaisedVersions } from './engine.ts'
import { hotelOfDays, isOfDatabase, scopeOf, topicsOf } from './scopes.ts'

/** The topic that every commit invalidates; see `Store.version`. */
export const ANY = '*'

export type Versions = ReturnType<typeof createVersions>

/**
 * Who goes by what in memory: versions of topics, and listeners. A commit of this process tells which topics it leaves
 * outdated. Of the commits of others the version of a scope tells, wherever it is read: then all its topics are outdated.
 *
 * @param onFailure told of what a listener throws
 */
export function createVersions(onFailure: (error: unknown) => void) {
  const versions = new Map<string, number>()
  /** The topics among them that belong to a scope. */
  const topicsByScope = new Map<string, Set<string>>()
  const listeners = new Map<string, Set<() => void>>()
  const dayListeners: ((changed: ChangedDays) => void)[] = []
  const rateDayListeners: ((changed: ChangedRateDays) => void)[] = []
  const hotelListeners: ((hotelId: number) => void)[] = []
  /**
   * The version of each scope that this process has all of, and when it was learnt: as many as there are hotels, and
   * accounts that were changed.
   */
  const known = new Map<string, { version: number; at: number }>()
  /** The database that is read, by its own scopes: outlives the loss of all else. */
  const generation = new Map<string, number>()
  /** Whether one that is not among them was never raised. */
  let isWhole = false
  /** Counts what is learnt: of a reading and a version the earlier one is the lower. */
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
  // Only what somebody goes by: topics that are only listened to, one a delivery, would pile up for ever.
  const raise = (topic: string) => {
    const version = versions.get(topic)
    if (version !== undefined) versions.set(topic, version + 1)
  }
  const wake = (topics: Iterable<string>) => {
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) tell(listener)
  }

  /** Leaves everything of a scope outdated. */
  function move(scope: string): void {
    for (const topic of [ANY, ...(topicsByScope.get(scope) ?? [])]) raise(topic)
    const hotelId = hotelOfDays(scope)
    if (hotelId !== undefined) for (const listener of hotelListeners) tell(() => listener(hotelId))
    wake([ANY, ...topicsOf(scope)])
  }

  /** @returns whether nothing of somebody else came between what was known of it and this */
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

  /** Compares one number that tells the database apart. @returns whether another one was known */
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
    /** Calls a listener with a hotel of which any day may be outdated. */
    subscribeHotels: (listener: (hotelId: number) => void) => void hotelListeners.push(listener),

    /** After a commit of this process. @param raised where others write, too */
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
    /** Before anything is kept. @param all the version of every scope that has one */
    begin(all: Iterable<[string, number]>): void {
      for (const [scope, version] of all)
        if (isOfDatabase(scope)) isOther(scope, version)
        else learn(scope, version)
      isWhole = true
    },
    /** A moment before something is read, for `seen`. */
    moment: () => learnt,
    /**
     * After the version of a scope was told, or read. Any but the known one leaves the scope outdated: a lower one, too,
     * when it was read after the known one was learnt, for then the database has lost commits.
     *
     * @param sinceMoment when the reading began; none of a notice, which may be late
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
    /** Somebody else has committed something of topics of no scope. @param topics any when none is named */
    touched: (topics: readonly string[] = [...listeners.keys()]) => wake(topics),
    /** The scopes of topics that somebody listens to. */
    listened: () => new Set([...listeners.keys()].flatMap((topic) => scopeOf(topic) ?? [])),
    /** Commits of others may have been missed: nothing in memory stands. */
    lost,
  }
}
