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
  const topics = createTopics(onFailure)
  const hotels = createHotelListeners(topics.tell)
  const scopes = createScopes()

  /** Invalidates everything of a scope. */
  function move(scope: string): void {
    for (const topic of [ANY, ...topics.of(scope)]) topics.raise(topic)
    const hotelId = hotelOfDays(scope)
    if (hotelId !== undefined) hotels.outdated(hotelId)
    topics.wake([ANY, ...topicsOf(scope)])
  }

  /** @returns true if no other process committed between the known version and this one */
  function follow(scope: string, version: number): boolean {
    const before = scopes.versionOf(scope)
    const isNext = before === version - 1
    if (before === undefined || before < version) scopes.learn(scope, version)
    if (!isNext) move(scope)
    return isNext
  }

  function lost(): void {
    scopes.forget()
    topics.raise(ANY)
    for (const scope of topics.scopes()) move(scope)
    topics.wake([...topics.listened()])
  }

  const { version, subscribe } = topics
  const { subscribeDays, subscribeRateDays, subscribeHotels } = hotels
  return {
    ...{ version, subscribe, subscribeDays, subscribeRateDays, subscribeHotels },
    /**
     * Handles a commit of this process.
     *
     * @param raised the versions that it raised, if other processes write, too
     */
    committed({ topics: names, ...changes }: Invalidations, raised?: RaisedVersions): void {
      const behind = new Set<number | undefined>()
      for (const [scope, version] of raised ?? [])
        if (!follow(scope, version)) behind.add(hotelOfDays(scope))
      for (const topic of [ANY, ...names]) topics.raise(topic)
      topics.wake([ANY, ...names])
      hotels.changed(changes, behind)
    },
    /** Fills in the known versions before anything is cached. @param all the version of every scope that has one */
    begin: scopes.begin,
    /** A moment before a read, for `seen`. */
    moment: scopes.moment,
    /**
     * Handles the version of a scope that was announced or read. Any version but the known one invalidates the scope.
     * That includes a lower one if it was read after the known one was learnt: the database has lost commits.
     *
     * @param sinceMoment when the read began; absent for a notice, which may be late
     */
    seen(scope: string, version: number, sinceMoment = -1): void {
      if (isOfDatabase(scope)) {
        if (scopes.isOther(scope, version)) lost()
      } else if (scopes.isNews(scope, version, sinceMoment)) {
        scopes.learn(scope, version)
        move(scope)
      }
    },
    /** Handles a commit of another process to topics without a scope. @param touched all of them by default */
    touched: (touched: readonly string[] = [...topics.listened()]) => topics.wake(touched),
    /** The scopes of all topics that have listeners. */
    listened: () => new Set([...topics.listened()].flatMap((topic) => scopeOf(topic) ?? [])),
    /** Invalidates everything: commits of other processes may have been missed. */
    lost,
  }
}

/** The versions of topics that were read, and the listeners of topics. */
function createTopics(onFailure: (error: unknown) => void) {
  const versions = new Map<string, number>()
  /** The topics that belong to a scope, by scope, but for those whose scope nobody has asked for yet. */
  const byScope = new Map<string, Set<string>>()
  let unplaced: string[] = []
  const listeners = new Map<string, Set<() => void>>()
  const tell = (listener: () => void) => {
    try {
      listener()
    } catch (error) {
      onFailure(error)
    }
  }
  /** Places topics once a scope is moved: a process that is alone on its database never moves one. */
  function place(): void {
    for (const topic of unplaced) {
      const scope = scopeOf(topic)
      if (scope !== undefined) byScope.set(scope, (byScope.get(scope) ?? new Set()).add(topic))
    }
    unplaced = []
  }
  return {
    tell,
    of(scope: string): Iterable<string> {
      place()
      return byScope.get(scope) ?? []
    },
    scopes() {
      place()
      return byScope.keys()
    },
    listened: () => listeners.keys(),
    // Only topics whose version was read: topics that only have listeners, one a delivery, would pile up forever.
    raise(topic: string): void {
      const version = versions.get(topic)
      if (version !== undefined) versions.set(topic, version + 1)
    },
    wake(topics: Iterable<string>): void {
      for (const topic of topics) for (const listener of listeners.get(topic) ?? []) tell(listener)
    },
    version(topic: string): number {
      const version = versions.get(topic)
      if (version !== undefined) return version
      versions.set(topic, 0)
      unplaced.push(topic)
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
  }
}

/** The listeners of changed days, for caches that are updated in place. */
function createHotelListeners(tell: (listener: () => void) => void) {
  const dayListeners: ((changed: ChangedDays) => void)[] = []
  const rateDayListeners: ((changed: ChangedRateDays) => void)[] = []
  const hotelListeners: ((hotelId: number) => void)[] = []
  return {
    subscribeDays: (listener: (changed: ChangedDays) => void) => void dayListeners.push(listener),
    subscribeRateDays: (listener: (changed: ChangedRateDays) => void) =>
      void rateDayListeners.push(listener),
    /** Calls a listener with a hotel any of whose days may be outdated. */
    subscribeHotels: (listener: (hotelId: number) => void) => void hotelListeners.push(listener),
    outdated(hotelId: number): void {
      for (const listener of hotelListeners) tell(() => listener(hotelId))
    },
    /** @param behind hotels whose days are outdated as a whole */
    changed(
      { days, rateDays }: Pick<Invalidations, 'days' | 'rateDays'>,
      behind: ReadonlySet<number | undefined>,
    ): void {
      for (const changed of days)
        if (!behind.has(changed.hotelId))
          for (const listener of dayListeners) tell(() => listener(changed))
      for (const changed of rateDays)
        if (!behind.has(changed.hotelId))
          for (const listener of rateDayListeners) tell(() => listener(changed))
    },
  }
}

/** The versions of scopes that this process has learnt. */
function createScopes() {
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
  const versionOf = (scope: string) => known.get(scope)?.version ?? (isWhole ? 0 : undefined)
  const learn = (scope: string, version: number) => known.set(scope, { version, at: ++learnt })
  /** Compares one number that identifies the database. @returns true if a different one was known */
  const isOther = (scope: string, version: number) => {
    const before = generation.get(scope)
    generation.set(scope, version)
    return before !== undefined && before !== version
  }
  return {
    versionOf,
    learn,
    isOther,
    moment: () => learnt,
    /** True unless the version is known, or older than one that was learnt since the read began. */
    isNews(scope: string, version: number, sinceMoment: number): boolean {
      const before = versionOf(scope)
      if (before === version) return false
      return before === undefined || before < version || (known.get(scope)?.at ?? 0) <= sinceMoment
    },
    begin(all: Iterable<[string, number]>): void {
      for (const [scope, version] of all)
        if (isOfDatabase(scope)) isOther(scope, version)
        else learn(scope, version)
      isWhole = true
    },
    forget(): void {
      known.clear()
      isWhole = false
    },
  }
}
