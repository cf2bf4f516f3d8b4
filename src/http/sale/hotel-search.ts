import { isUnbound } from '../../domain/accounts/user.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import type { Viewer } from '../../domain/sale/aside-block.ts'
import { roomsOf } from '../../domain/sale/party.ts'
import {
  distanceKm,
  type HotelFilter,
  matchesHotel,
  type Sort,
  sortGroup,
  sortKey,
} from '../../domain/sale/search.ts'
import type { Assignments } from '../../domain/sale/search-parties.ts'
import { NO_OFFERS, type Offers } from '../../domain/sale/search-rates.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { createTakeableBlocks } from '../../store/sale/search-aside.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import { createDayBlocks } from '../../store/sale/search-days.ts'
import type { Context } from '../api/context.ts'
import { createPrices } from './search-prices.ts'
import type { SearchStay } from './stay-query.ts'

/** A search with its filters and sort, run on cached hotels and days; without a stay nothing is priced. */
export type SearchRequest = {
  cityId: number | null
  filter: HotelFilter
  stay: SearchStay | null
  minPriceCents: number
  maxPriceCents: number
  sort: Sort
  /** See `unboundAt`. */
  unbound: true | readonly number[]
  /** The agency that searches; null: anybody. */
  seller: Seller | null
  /** The agency whose own rooms the caller may take, too; null: none. */
  viewer: Viewer
}

/** An agency's view of the hotels: `name` tells its searches apart, `see` is no part of a cursor. */
export type Seller = {
  name: string
  /** Returns the hotel with the rates that the agency may sell; undefined: it may sell nothing there. */
  see: (hotel: CachedHotel) => CachedHotel | undefined
  /** Returns the hits that a further filter or order keeps, each in its group. */
  keep?: (hits: Hit[]) => Promise<Hit[]>
}

/** A hotel found by a search; without a stay, or once sold out, `offers` is empty. */
export type Hit = {
  hotel: CachedHotel
  offers: Offers
  /** Of a stay of several parties, in place of `offers`; else null. */
  assignments: Assignments | null
  /** True if the stay exceeds the hotel's bounds for guests. */
  isTooLarge: boolean
  distanceKm: number | null
  /** Sort order: by group (see `sortGroup`), then by key (see `sortKey`). */
  group: string
  key: number
}

export type Search = ReturnType<typeof createSearch>

/** Creates the search of hotels in memory (cache); missing or invalidated entries are loaded first. */
export function createSearch({
  store,
  today,
  caches,
  catalog,
}: Pick<Context, 'store' | 'today' | 'caches' | 'catalog'>) {
  const days = createDayBlocks(store, caches.share('search_days'))
  const blocksOf = createTakeableBlocks(store, today, days)
  const { offersOf, assignmentsOf } = createPrices(today, blocksOf)

  /** Finds all hits, in order. */
  async function find(ask: SearchRequest): Promise<Hit[]> {
    const listed = seenBy(ask.seller, await catalog.hotelsIn(ask.cityId))
    const hotels = listed.filter((hotel) => matchesHotel(hotel, ask.filter))
    refuseMixedPrices(ask, hotels)
    const hits = await hitsOf(ask, hotels)
    const offered = hits.filter((hit) => isOffered(ask, hit))
    return (ask.seller?.keep ? await ask.seller.keep(offered) : offered).sort(byKey)
  }

  /** Finds the hotels that match but for their rooms, and cannot take a stay at any price; the best rated first. */
  async function findRefusing(ask: SearchRequest): Promise<CachedHotel[]> {
    const wide = { ...ask.filter, parties: [], board: null }
    const listed = seenBy(ask.seller, await catalog.hotelsIn(ask.cityId))
    const hotels = listed.filter((hotel) => matchesHotel(hotel, wide))
    const hits = await hitsOf({ ...ask, sort: 'rating' }, hotels)
    return hits
      .filter(({ offers, assignments }) => (assignments ?? offers).lowest === null)
      .sort(byKey)
      .map(({ hotel }) => hotel)
  }

  /** Returns the hits of some hotel ids that are still on sale, in the given order, with present prices. */
  async function show(ask: SearchRequest, ids: readonly number[]): Promise<Hit[]> {
    return await hitsOf(ask, seenBy(ask.seller, await catalog.hotelsOf(ids)))
  }

  async function hitsOf(ask: SearchRequest, hotels: readonly CachedHotel[]): Promise<Hit[]> {
    const { sort, filter } = ask
    const offers = await offersOf(ask, hotels)
    const assigned = await assignmentsOf(ask, hotels)
    const size = sizeOf(ask)
    return hotels.map((hotel, index) => {
      const found = offers[index] ?? NO_OFFERS
      const assignments = assigned[index] ?? null
      const far = filter.near && distanceKm(filter.near, hotel)
      const isTooLarge = size !== null && isPastBounds(size, ask, hotel)
      // A stay past the hotel's bounds sorts like a sold-out one: after all bookable hotels.
      const totalCents = isTooLarge ? null : ((assignments ?? found).lowest?.totalCents ?? null)
      const key = sortKey(sort, { hotel, totalCents, distanceKm: far })
      const group = sortGroup(sort, hotel)
      return { hotel, offers: found, assignments, isTooLarge, distanceKm: far, group, key }
    })
  }

  return { find, findRefusing, show, blocksOf, days, ...catalog }
}

/** Returns hotels as an agency sees them, listed or not; for all others those that are listed. */
const seenBy = (seller: Seller | null, hotels: readonly CachedHotel[]): readonly CachedHotel[] =>
  seller
    ? hotels.flatMap((hotel) => seller.see(hotel) ?? [])
    : hotels.filter(({ isListed }) => isListed)

/** True if a stay exceeds what the hotel lets the caller book at once. */
const isPastBounds = (
  size: { rooms: number; nights: number },
  { unbound }: SearchRequest,
  hotel: CachedHotel,
): boolean => isTooLarge(hotel, size) && !isUnbound(unbound, hotel.id)

const sizeOf = ({ stay }: SearchRequest) =>
  stay && { rooms: roomsOf(stay.parties), nights: daysBetween(stay.checkin, stay.checkout) }

function isOffered(
  { stay, minPriceCents, maxPriceCents }: SearchRequest,
  { offers, assignments }: Hit,
): boolean {
  if (!stay) return true
  const { lowest } = assignments ?? offers
  return lowest !== null && lowest.totalCents >= minPriceCents && lowest.totalCents <= maxPriceCents
}

/** Refuses price bounds over several currencies. @throws AppError `validation_failed` */
function refuseMixedPrices(
  { minPriceCents, maxPriceCents }: SearchRequest,
  hotels: readonly CachedHotel[],
): void {
  if (minPriceCents === 0 && maxPriceCents === Number.MAX_SAFE_INTEGER) return
  const currencies = [...new Set(hotels.map(({ currency }) => currency))].sort()
  if (currencies.length < 2) return
  const names = currencies.join(', ')
  const message = `These hotels have prices in ${names}: choose one currency.`
  throw refused('?currency', 'required', message)
}

function byKey(a: Hit, b: Hit): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1
  return a.key - b.key || a.hotel.id - b.hotel.id
}
