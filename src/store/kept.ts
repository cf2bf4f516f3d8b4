import { LRUCache } from 'lru-cache'
import type { Share } from './cache-budget.ts'
import { ANY, type Store } from './open.ts'

/** How a kept answer is made again and when: it is good while the versions of its topics stand. */
type Keeping<V> = {
  topics: (value: V) => string[]
  /** Upper bound of what is kept, in the unit of `sizeOf` (default: entries). */
  max: number
  sizeOf?: (value: V) => number
  /** Told what is kept in that unit, when it is bytes of a share. */
  watch?: Share['watch']
}

/**
 * Keeps answers of the database in memory until a transaction touches one of their topics. The version is read
 * before the load and bumped in the same step as the commit, so that an outdated answer is never kept as new.
 *
 * @returns a look-up by key; what is not there (undefined) is never kept
 */
export function keep<V extends object>(store: Store, keeping: Keeping<V>) {
  const kept = createKept(store, keeping)
  return async (key: string, load: () => Promise<V | undefined>): Promise<V | undefined> => {
    const known = kept.get(key)
    if (known) return known
    const before = store.version(ANY)
    const value = await load()
    if (value) kept.set(key, value, before)
    return value
  }
}

/**
 * The same for a caller that loads several answers at once.
 *
 * @returns `get`, which answers what still stands, and `set`, which keeps an answer unless there was a commit since
 *   `store.version(ANY)` was `before`: it may be older than that commit
 */
export function createKept<V extends object>(
  store: Store,
  { topics, max, sizeOf, watch }: Keeping<V>,
) {
  const kept = new LRUCache<string, { version: number; value: V }>({
    maxSize: max,
    sizeCalculation: ({ value }) => (sizeOf ? sizeOf(value) : 1),
  })
  watch?.(() => kept.calculatedSize)
  return {
    get(key: string): V | undefined {
      const entry = kept.get(key)
      const stands = entry && entry.version === versionOf(store, topics(entry.value))
      return stands ? entry.value : undefined
    },
    set(key: string, value: V, before: number): void {
      if (store.version(ANY) === before)
        kept.set(key, { version: versionOf(store, topics(value)), value })
    },
  }
}

/** Versions only grow, so their sum stands exactly while each of them does. */
const versionOf = (store: Store, topics: string[]) =>
  topics.reduce((sum, topic) => sum + store.version(topic), 0)
