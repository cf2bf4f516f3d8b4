import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { FoldedOffers } from './folded-offers.ts'
import { byKey, type Found, type Hit } from './search-hit.ts'

// Order of the hits of a search, which is kept.

/**
 * The offers of hits in order, and their keys. A minute of searches keeps the rankings of 180,000 hits: the hits themselves
 * would be a seventh of all objects of the process, which each collection of garbage goes through.
 */
export type Ranked = {
  offers: readonly FoldedOffers[]
  keys: readonly number[]
  /** The hits that were shown, by hotel. */
  shown: Map<number, Hit>
}

type GroupOf = (hotel: CachedHotel) => string

/** Returns the ranking of sorted hits. */
export const rankedOf = (hits: readonly Hit[]): Ranked => ({
  offers: hits.map(({ offers }) => offers),
  keys: hits.map(({ key }) => key),
  shown: new Map(),
})

/** Returns a ranking in which sorted hits take the places of those of some hotels. */
export function rerank(
  ranked: Ranked,
  without: ReadonlySet<number>,
  hits: readonly Hit[],
  groupOf: GroupOf,
): Ranked {
  const known = ranked.offers.length
  // Their greatest length: growing takes twice the memory.
  const offers = new Array<FoldedOffers>(known + hits.length)
  const keys = new Array<number>(known + hits.length)
  let length = 0
  let next = 0
  for (let index = 0; next < hits.length || index < known; ) {
    const hit = hits[next]
    const place = hit ? placeIn(ranked, hit, { from: index, groupOf }) : known
    for (; index < place; index++) {
      const own = ranked.offers[index]!
      if (without.has(own.hotel.id)) continue
      offers[length] = own
      keys[length++] = ranked.keys[index]!
    }
    if (!hit) break
    offers[length] = hit.offers
    keys[length++] = hit.key
    next++
  }
  offers.length = length
  keys.length = length
  const shown = new Map(ranked.shown)
  for (const hotelId of without) shown.delete(hotelId)
  return { offers, keys, shown }
}

/** Returns the hits of a ranking. One that was shown is the same again, with its text. */
export function foundIn(
  { offers, keys, shown }: Ranked,
  { hitOf, groupOf }: { hitOf: (offers: FoldedOffers) => Hit; groupOf: GroupOf },
): Found {
  return {
    list: offers,
    length: offers.length,
    hotelAt: (index) => offers[index]!.hotel,
    groupAt: (index) => groupOf(offers[index]!.hotel),
    keyAt: (index) => keys[index]!,
    hitAt(index) {
      const { id } = offers[index]!.hotel
      const known = shown.get(id)
      if (known) return known
      const hit = hitOf(offers[index]!)
      shown.set(id, hit)
      return hit
    },
  }
}

/** Returns the index of the first offers, from an index on, that do not come before a hit. */
function placeIn(
  { offers, keys }: Ranked,
  hit: Hit,
  { from, groupOf }: { from: number; groupOf: GroupOf },
): number {
  let low = from
  let high = offers.length
  while (low < high) {
    const middle = (low + high) >> 1
    const { hotel } = offers[middle]!
    if (byKey({ hotel, group: groupOf(hotel), key: keys[middle]! }, hit) < 0) low = middle + 1
    else high = middle
  }
  return low
}
