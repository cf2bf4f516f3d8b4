// Cache of answers in memory, invalidated by topic.

import { LRUCache } from 'lru-cache'
import type { Share } from './engine/cache-budget.ts'
import { ANY } from './engine/versions.ts'
import type { Store } from './open.ts'

/** The options of a cache. A cached value is valid while the versions of its topics stay the same. */
type CacheOptions<V> = {
  topics: (value: V) => string[]
  /** Upper bound of the cache, in the unit of `sizeOf` (default: entries). */
  max: number
  sizeOf?: (value: V) => number
  /** Receives a function that returns the size of the cache, if its unit is the bytes of a share. */
  watch?: Share['watch']
}

/**
 * Caches answers of the database until a transaction invalidates one of their topics. The version is read before the
 * load and raised in the same step as the commit, so that an outdated answer is never cached as new.
 *
 * @returns a lookup by key; a missing value (undefined) is never cached
 */
export const cached = <V extends object>(store: Store, options: CacheOptions<V>) =>
  lookupIn(store, createCache(store, options))

/** The same lookup in a cache that others read, too. */
export function lookupIn<V extends object>(store: Store, cache: Cache<V>) {
  const loaded = async (key: string, load: () => Promise<V | undefined>) => {
    const before = store.version(ANY)
    const value = await load()
    if (value) cache.set(key, value, before)
    return value
  }
  return (key: string, load: () => Promise<V | undefined>): V | Promise<V | undefined> =>
    cache.get(key) ?? loaded(key, load)
}

/**
 * The same cache for a caller that loads several answers at once.
 *
 * @returns `get`, which returns an answer that is still valid, `outdated`, which returns it valid or not, and `set`,
 *   which caches an answer unless a commit has happened since `store.version(ANY)` was `before`: the answer may be older
 *   than that commit
 */
export function createCache<V extends object>(
  store: Store,
  { topics, max, sizeOf, watch }: CacheOptions<V>,
) {
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: max,
    sizeCalculation: ({ value }) => (sizeOf ? sizeOf(value) : 1),
  })
  watch?.(() => entries.calculatedSize)
  return {
    get(key: string): V | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      const any = store.version(ANY)
      if (entry.any === any) return entry.value
      if (entry.version !== versionOf(store, entry.topics)) return undefined
      entry.any = any
      return entry.value
    },
    outdated: (key: string): V | undefined => entries.get(key)?.value,
    set(key: string, value: V, before: number): void {
      if (store.version(ANY) !== before) return
      const names = topics(value)
      entries.set(key, { any: before, version: versionOf(store, names), topics: names, value })
    },
  }
}

type Cache<V extends object> = ReturnType<typeof createCache<V>>

/** A cached value with the version of its topics. */
type Entry<V> = {
  /** The version of `ANY` when the topics were last looked at: no topic changes without it. */
  any: number
  version: number
  topics: readonly string[]
  value: V
}

/** Versions only grow, so their sum is unchanged exactly if each of them is. */
export const versionOf = (store: Store, topics: readonly string[]) =>
  topics.reduce((sum, topic) => sum + store.version(topic), 0)
