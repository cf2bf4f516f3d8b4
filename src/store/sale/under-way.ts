// Reads under way, shared by those who need the same.

/** The reads under way: a block that one search is reading is not read by another one, which waits for it. */
export function createUnderWay() {
  const reads = new Map<number, Promise<unknown>>()
  return {
    /** Splits hotels into those none of whose blocks is being read, and the others. */
    split<Hotel>(hotels: readonly Hotel[], keysOf: (hotel: Hotel) => number[]): [Hotel[], Hotel[]] {
      const isFree = (hotel: Hotel) => !keysOf(hotel).some((key) => reads.has(key))
      const { free = [], busy = [] } = Object.groupBy(hotels, (it) =>
        isFree(it) ? 'free' : 'busy',
      )
      return [free, busy]
    },
    async run<T>(keys: readonly number[], read: () => Promise<T>): Promise<T> {
      const done = read()
      for (const key of keys) reads.set(key, done)
      try {
        return await done
      } finally {
        for (const key of keys) reads.delete(key)
      }
    },
    /** Waits until none of these blocks is being read. */
    async settled(keys: readonly number[]): Promise<void> {
      await Promise.allSettled(new Set(keys.flatMap((key) => reads.get(key) ?? [])))
    },
  }
}
