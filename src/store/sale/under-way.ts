// Reads under way, shared by those who need the same.

/** A read under way, and the keys of its blocks. */
type Read = { keys: ReadonlySet<number>; done: Promise<unknown> }

/** The reads under way: a block that one search is reading is not read by another one, which waits for it. */
export function createUnderWay() {
  const reads = new Set<Read>()
  const readOf = (key: number) => reads.values().find(({ keys }) => keys.has(key))
  return {
    /** Splits hotels into those none of whose blocks is being read, and the others. */
    split<Hotel>(
      hotels: readonly Hotel[],
      keysOf: (hotel: Hotel) => number[],
    ): [readonly Hotel[], readonly Hotel[]] {
      if (reads.size === 0) return [hotels, []]
      const isFree = (hotel: Hotel) => !keysOf(hotel).some(readOf)
      const { free = [], busy = [] } = Object.groupBy(hotels, (it) =>
        isFree(it) ? 'free' : 'busy',
      )
      return [free, busy]
    },
    async run<T>(keys: readonly number[], read: () => Promise<T>): Promise<T> {
      const own = { keys: new Set(keys), done: read() }
      reads.add(own)
      try {
        return await own.done
      } finally {
        reads.delete(own)
      }
    },
    /** Waits until none of these blocks is being read. */
    async settled(keys: readonly number[]): Promise<void> {
      await Promise.allSettled(new Set(keys.flatMap((key) => readOf(key)?.done ?? [])))
    },
  }
}
