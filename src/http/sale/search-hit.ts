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

/** Returns the lowest total of a hit, of one party or of several; null: none. */
export const totalOf = ({ offers, assignments }: Pick<Hit, 'offers' | 'assignments'>) =>
  assignments ? (assignments.lowest?.totalCents ?? null) : lowestCentsOf(offers)

/** The order of hits; equal ones are in the order of their creation. */
export function byKey(a: Hit, b: Hit): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1
  return a.key - b.key || a.hotel.id - b.hotel.id
}

/** Merges two sorted lists of hits. */
export function mergeHits(some: readonly Hit[], others: readonly Hit[]): Hit[] {
  const merged: Hit[] = []
  let next = 0
  for (const hit of some) {
    while (next < others.length && byKey(others[next]!, hit) < 0) merged.push(others[next++]!)
    merged.push(hit)
  }
  while (next < others.length) merged.push(others[next++]!)
  return merged
}
