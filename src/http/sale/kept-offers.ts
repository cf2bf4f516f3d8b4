import { LRUCache } from 'lru-cache'
import type { StayAsk } from '../../domain/sale/search-stay.ts'
import type { Share } from '../../store/engine/cache-budget.ts'
import type { Store } from '../../store/open.ts'
import { type ChangedBlocks, createChangedBlocks } from '../../store/sale/changed-blocks.ts'
import type { CachedHotel, SearchCatalog } from '../../store/sale/search-catalog.ts'
import type { FoldedOffers } from './folded-offers.ts'
import type { Ranked } from './ranking.ts'

// Cache of the cheapest offers of hotels for a stay, and of what searches have found by them.

/** A stay as it is priced: `name` tells stays, parties, boards and viewers apart. */
export type NamedStay = Pick<StayAsk, 'ratedBlocks'> & {
  name: string
  /** The days from a time zone's today to the check-in. */
  aheadIn: (timezone: string) => number
}

/** Hits of a search among hotels, in order, but for hotels that have changed since. */
export type Ranking = Ranked & {
  hotels: readonly CachedHotel[]
  changed: ReadonlySet<number>
}

/**
 * What is kept of one stay up to a place in the log of changed blocks: offers by hotel, the days ahead by time zone, and
 * rankings by the name of the search.
 */
type KeptStay = {
  offers: Map<number, FoldedOffers>
  aheads: Map<string, number>
  rankings: Map<string, Ranking & { changed: Set<number> }>
  seenTo: number
}

/** Memory of a stay, of the offers of a hotel, of its place in a ranking, and of a hit with its text, in bytes. */
const STAY_BYTES = 1_000
const OFFERS_BYTES = 100
const PLACE_BYTES = 16
const HIT_BYTES = 800
/** Hits that a ranking is taken to show: the first page. */
const HITS_SHOWN = 20
/** Rankings of one stay: other orders and filters; the oldest is dropped. */
const RANKINGS_MAX = 8

export type KeptOffers = ReturnType<typeof createKeptOffers>

/**
 * Creates the cache. The same stay is asked for again and again, and between two searches few hotels change: only those
 * are priced again. Offers are invalidated by a change of the days of their own blocks (a sale or a release of rooms set
 * aside is one), of the hotel, or of its date.
 * Copies of hotels, as agencies with rates of their own see them, are never met again: their offers are not kept.
 * A search of 500 hotels with four rates takes a seventh of the time that pricing all of them takes.
 */
export function createKeptOffers(
  store: Store,
  share: Share,
  { holds }: Pick<SearchCatalog, 'holds'>,
) {
  const log = createChangedBlocks(store)
  const stays = new LRUCache<string, KeptStay>({
    maxSize: share.maxBytes,
    sizeCalculation: sizeOf,
  })
  share.watch(() => stays.calculatedSize)
  const keep = (name: string, stay: KeptStay) => {
    // The cache measures an entry only when it is new.
    stays.delete(name)
    stays.set(name, stay)
  }

  return (ask: NamedStay) => {
    const { name, aheadIn } = ask
    const known = stays.get(name)
    const isOfToday = known?.aheads.entries().every(([zone, ahead]) => aheadIn(zone) === ahead)
    const stay: KeptStay = known && isOfToday ? known : emptyStay(log.place())
    dropChanged(stay, changedSince(log, stay.seenTo, ask))
    stay.seenTo = log.place()
    return {
      offersOf(hotel: CachedHotel): FoldedOffers | undefined {
        const kept = stay.offers.get(hotel.id)
        return kept?.hotel === hotel ? kept : undefined
      },
      /** Notes the state before days are read. @returns a function that keeps the offers priced with them */
      beginOffers() {
        const place = log.place()
        return (priced: readonly FoldedOffers[]): void => {
          const changed = changedSince(log, place, ask)
          if (!changed) return
          for (const each of priced) {
            const { id, timezone } = each.hotel
            if (changed.has(id) || !holds(each.hotel)) continue
            stay.offers.set(id, each)
            stay.aheads.set(timezone, aheadIn(timezone))
          }
          if (stay.offers.size === 0) return
          keep(name, stay)
        }
      },
      /** The ranking of a search among the same hotels, if one is kept. */
      rankingOf(search: string, hotels: readonly CachedHotel[]): Ranking | undefined {
        const ranking = stay.rankings.get(search)
        return ranking?.hotels === hotels ? ranking : undefined
      },
      /** Notes the state before hotels are priced. @returns a function that keeps the ranking of a search */
      beginRanking(search: string, hotels: readonly CachedHotel[]) {
        const place = log.place()
        return (ranked: Ranked): void => {
          const changed = changedSince(log, place, ask)
          if (!changed) return
          setRanking(stay, search, { hotels, ...ranked, changed })
          keep(name, stay)
        }
      },
    }
  }
}

/** The hotels with changed days of a stay's blocks since a place; undefined: not known any more. */
function changedSince(log: ChangedBlocks, place: number, { ratedBlocks }: NamedStay) {
  const changed = new Set<number>()
  const isKnown = log.since(place, (hotelId, block) => {
    if (block === undefined || ratedBlocks.includes(block)) changed.add(hotelId)
  })
  return isKnown ? changed : undefined
}

/** Drops what is kept of changed hotels; of all if they are not known. */
function dropChanged({ offers, rankings }: KeptStay, changed: Set<number> | undefined): void {
  if (!changed) {
    offers.clear()
    rankings.clear()
    return
  }
  for (const hotelId of changed) {
    offers.delete(hotelId)
    for (const ranking of rankings.values()) ranking.changed.add(hotelId)
  }
}

function setRanking(
  { rankings }: KeptStay,
  search: string,
  ranking: Ranking & { changed: Set<number> },
) {
  rankings.delete(search)
  if (rankings.size === RANKINGS_MAX) rankings.delete(rankings.keys().next().value!)
  rankings.set(search, ranking)
}

const emptyStay = (place: number): KeptStay => ({
  offers: new Map(),
  aheads: new Map(),
  rankings: new Map(),
  seenTo: place,
})

function sizeOf({ offers, rankings }: KeptStay): number {
  const ofRankings = rankings
    .values()
    .map(
      ({ offers: { length } }) => length * PLACE_BYTES + Math.min(length, HITS_SHOWN) * HIT_BYTES,
    )
    .reduce((sum, bytes) => sum + bytes, 0)
  return STAY_BYTES + offers.size * OFFERS_BYTES + ofRankings
}
