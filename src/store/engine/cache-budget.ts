/** A part of the memory that caches may take together. */
export type Share = {
  maxBytes: number
  /** Tells how much of it is taken, for the metrics. */
  watch: (bytesNow: () => number) => void
}

/** What all caches of a process may take, handed out in shares by name. */
export type CacheBudget = {
  maxBytes: number
  share: (name: CacheName) => Share
  /** What is taken now, by name; of caches that were made. */
  taken: () => [name: string, bytes: number][]
}

/** Parts of the whole: days of searches weigh most, for a search walks through those of every hotel of a city. */
const PARTS = {
  search_days: 1 / 2,
  search_orders: 1 / 16,
  pulls: 3 / 32,
  /** Answers as they are sent packed: a tenth of what they are. */
  packed: 1 / 32,
  pull_rooms: 1 / 8,
  rate_pulls: 1 / 16,
  hotels: 1 / 8,
}

type CacheName = keyof typeof PARTS

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
