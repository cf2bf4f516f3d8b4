// Memory budget of all caches of a process.

/** A share of the memory that all caches may use together. */
export type Share = {
  maxBytes: number
  /** Registers a function that returns the bytes in use, for the metrics. */
  watch: (bytesNow: () => number) => void
}

/** The memory that all caches of a process may use, handed out in shares by name. */
export type CacheBudget = {
  maxBytes: number
  share: (name: CacheName) => Share
  /** The bytes in use now, by name; only for caches that exist. */
  taken: () => [name: string, bytes: number][]
}

/** Fractions of the whole. Search days weigh most: a search reads those of every hotel of a city. */
const PARTS = {
  search_days: 13 / 32,
  /** Prices of a hundred stays in 500 hotels take 11 MB. */
  search_offers: 3 / 32,
  /** A minute of 2,000 searches a second finds 100,000 orders, which differ in a place or two. */
  search_orders: 1 / 64,
  calendars: 1 / 32,
  hotel_pages: 1 / 32,
  /** Pages for guests, written from those. */
  guest_pages: 1 / 32,
  pulls: 5 / 32,
  /** Compressed answers, which take a tenth of the plain size. */
  packed: 1 / 32,
  rate_pulls: 2 / 32,
  hotels: 3 / 32,
}

type CacheName = keyof typeof PARTS

/** Makes the budget of a process. */
export function createCacheBudget(maxBytes: number): CacheBudget {
  const watched: [string, () => number][] = []
  return {
    maxBytes,
    share: (name) => ({
      maxBytes: Math.floor(maxBytes * PARTS[name]),
      watch: (bytesNow) => void watched.push([name, bytesNow]),
    }),
    taken: () => watched.map(([name, bytesNow]) => [name, bytesNow()]),
  }
}
