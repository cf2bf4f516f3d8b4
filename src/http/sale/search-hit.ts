import type { Assignments } from '../../domain/sale/search-parties.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import { type FoldedOffers, lowestCentsOf } from './folded-offers.ts'

/** A hotel found by a search; without a stay, or once sold out, `offers` is empty. */
export type Hit = {
  hotel: CachedHotel
  offers: FoldedOffers
  /** Of a stay of several parties, in place of `offers`; else null. */
  assignments: Assignments | null
  /** True if the stay exceeds the hotel's bounds for guests. */
  isTooLarge: boolean
  distanceKm: number | null
  /** Sort order: by group (see `sortGroup`), then by key (see `sortKey`). */
  group: string
  key: number
  /** Its JSON, once it was shown. */
  text?: string
}

type Placed = Pick<Hit, 'hotel' | 'group' | 'key'>

/** Returns the lowest total of a hit, of one party or of several; null: none. */
export const totalOf = ({ offers, assignments }: Pick<Hit, 'offers' | 'assignments'>) =>
  assignments ? (assignments.lowest?.totalCents ?? null) : lowestCentsOf(offers)

/** The order of hits; equal ones are in the order of their creation. */
export function byKey(a: Placed, b: Placed): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1
  return a.key - b.key || a.hotel.id - b.hotel.id
}

/**
 * Hits in order. Those of a ranking are made when they are asked for: a search of 500 hotels shows twenty, and the same
 * one again and again.
 */
export type Found = {
  /** The same object as long as these are the hits. */
  list: object
  length: number
  hotelAt: (index: number) => CachedHotel
  groupAt: (index: number) => string
  keyAt: (index: number) => number
  hitAt: (index: number) => Hit
}

/** Returns hits that are there. */
export const foundOf = (hits: readonly Hit[]): Found => ({
  list: hits,
  length: hits.length,
  hotelAt: (index) => hits[index]!.hotel,
  groupAt: (index) => hits[index]!.group,
  keyAt: (index) => hits[index]!.key,
  hitAt: (index) => hits[index]!,
})

/** Returns the hits from an index on. */
export const foundFrom = (found: Found, from: number): Found => ({
  list: {},
  length: found.length - from,
  hotelAt: (index) => found.hotelAt(from + index),
  groupAt: (index) => found.groupAt(from + index),
  keyAt: (index) => found.keyAt(from + index),
  hitAt: (index) => found.hitAt(from + index),
})

/** Returns the first hits, at most so many. */
export const firstOf = (found: Found, count: number): Hit[] =>
  Array.from({ length: Math.min(count, found.length) }, (_, index) => found.hitAt(index))
