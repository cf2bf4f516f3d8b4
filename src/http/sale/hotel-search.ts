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
import { NO_OFFERS } from '../../domain/sale/search-rates.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { searchTurn } from '../../store/engine/loop-turns.ts'
import { createTakeableBlocks } from '../../store/sale/search-aside.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import { createDayBlocks } from '../../store/sale/search-days.ts'
import type { Context } from '../api/context.ts'
import { type FoldedOffers, foldOffers } from './folded-offers.ts'
import { createKeptOffers, type KeptOffers } from './kept-offers.ts'
import { foundIn, rankedOf, rerank } from './ranking.ts'
import { byKey, type Found, foundOf, type Hit, totalOf } from './search-hit.ts'
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

/** Hotels ranked in the turn of the event loop in which a search comes; for more of them small requests go first. */
const RANKED_AT_ONCE = 100

/** Kept offers and rankings of the stay that is searched for. */
type Kept = ReturnType<KeptOffers>

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
  const keptOffers = createKeptOffers(store, caches.share('search_offers'), catalog)
  const { keptFor, offersOf, assignmentsOf } = createPrices(today, blocksOf, keptOffers)
  /** True once somebody has searched. */
  let isUsed = false

  /** Finds all hits, in order. Their ranking is kept, so that only hotels that have changed are ranked again. */
  async function find(ask: SearchRequest): Promise<Found> {
    isUsed = true
    const hotels = await catalog.hotelsIn(ask.cityId)
    const kept = ask.seller ? undefined : keptFor(ask)
    if (!kept) return foundOf(await rank(ask, hotels))
    const [name, making] = [JSON.stringify(ask), makingOf(ask)]
    const keep = kept.beginRanking(name, hotels)
    const known = kept.rankingOf(name, hotels)
    const changed = known ? hotels.filter(({ id }) => known.changed.has(id)) : hotels
    if (known && changed.length === 0) return foundIn(known, making)
    // Others may change while these are priced: they stay in their places now.
    const without = new Set(known && changed.map(({ id }) => id))
    const hits = await rank(ask, changed, kept)
    const ranked = known ? rerank(known, without, hits, making.groupOf) : rankedOf(hits)
    keep(ranked)
    return foundIn(ranked, making)
  }

  /** Finds the hits among hotels, in order; their offers are kept. */
  async function rank(
    ask: SearchRequest,
    among: readonly CachedHotel[],
    kept?: Kept,
  ): Promise<readonly Hit[]> {
    if (among.length > RANKED_AT_ONCE) await searchTurn()
    const filter = withoutParty(ask)
    const hotels = seenBy(ask.seller, among).filter((hotel) => matchesHotel(hotel, filter))
    refuseMixedPrices(ask, hotels)
    const hits = await hitsOf(ask, hotels, kept)
    const offered = hits.filter((hit) => isOffered(ask, hit))
    return (ask.seller?.keep ? await ask.seller.keep(offered) : offered).sort(byKey)
  }

  /** Finds the hotels that match but for their rooms, and cannot take a stay at any price; the best rated first. */
  async function findRefusing(ask: SearchRequest): Promise<CachedHotel[]> {
    const wide = { ...ask.filter, parties: [], board: null }
    const listed = seenBy(ask.seller, await catalog.hotelsIn(ask.cityId))
    const hotels = listed.filter((hotel) => matchesHotel(hotel, wide))
    return hotelsWithout(await hitsOf({ ...ask, sort: 'rating' }, hotels))
  }

  /** Returns the hits of some hotel ids that are still on sale, in the given order, with present prices. */
  const show = async (ask: SearchRequest, ids: readonly number[]): Promise<Hit[]> =>
    await hitsOf(ask, seenBy(ask.seller, await catalog.hotelsOf(ids)))

  async function hitsOf(
    ask: SearchRequest,
    hotels: readonly CachedHotel[],
    kept?: Kept,
  ): Promise<Hit[]> {
    const offers = await offersOf(ask, hotels, kept)
    return toHits(ask, hotels, { offers, assigned: await assignmentsOf(ask, hotels) })
  }

  const finders = { find, rank, keptFor, findRefusing, show, isUsed: () => isUsed }
  return { ...finders, blocksOf, days, ...catalog }
}

/** The hotels of hits without an offer, in order. */
const hotelsWithout = (hits: Hit[]): CachedHotel[] =>
  hits
    .filter((hit) => totalOf(hit) === null)
    .sort(byKey)
    .map(({ hotel }) => hotel)

type StaySize = { rooms: number; nights: number }
type Priced = Pick<Hit, 'offers' | 'assignments'>

/** Makes the hits of hotels from their offers or assignments. */
function toHits(
  ask: SearchRequest,
  hotels: readonly CachedHotel[],
  { offers, assigned }: { offers: readonly FoldedOffers[]; assigned: readonly Assignments[] },
): Hit[] {
  const size = sizeOf(ask)
  return hotels.map((hotel, index) => {
    const found = offers[index] ?? foldOffers(hotel, NO_OFFERS)
    return toHit(ask, size, { offers: found, assignments: assigned[index] ?? null })
  })
}

function toHit(ask: SearchRequest, size: StaySize | null, priced: Priced): Hit {
  const { sort, filter } = ask
  const { offers, assignments } = priced
  const { hotel } = offers
  const far = filter.near && distanceKm(filter.near, hotel)
  const isTooLarge = size !== null && isPastBounds(size, ask, hotel)
  // A stay past the hotel's bounds sorts like a sold-out one: after all bookable hotels.
  const totalCents = isTooLarge ? null : totalOf(priced)
  const key = sortKey(sort, { hotel, totalCents, distanceKm: far })
  const group = sortGroup(sort, hotel)
  return { hotel, offers, assignments, isTooLarge, distanceKm: far, group, key }
}

/** Returns what makes the hits of one party's stay from their offers. */
function makingOf(ask: SearchRequest) {
  const size = sizeOf(ask)
  return {
    hitOf: (offers: FoldedOffers) => toHit(ask, size, { offers, assignments: null }),
    groupOf: (hotel: CachedHotel) => sortGroup(ask.sort, hotel),
  }
}

/** Returns hotels as an agency sees them, listed or not; for all others those that are listed. */
const seenBy = (seller: Seller | null, hotels: readonly CachedHotel[]): readonly CachedHotel[] =>
  seller
    ? hotels.flatMap((hotel) => seller.see(hotel) ?? [])
    : hotels.filter(({ isListed }) => isListed)

/**
 * Returns the filter of hotels before they are priced. The room types of a party are left to the prices, which are kept,
 * unless the currencies of all hotels that match are to be told.
 */
function withoutParty({ stay, filter, minPriceCents, maxPriceCents }: SearchRequest): HotelFilter {
  const isPriced = stay?.parties.length === 1 && !hasPriceBounds({ minPriceCents, maxPriceCents })
  return isPriced ? { ...filter, parties: [], board: null } : filter
}

/** True if a stay exceeds what the hotel lets the caller book at once. */
const isPastBounds = (size: StaySize, { unbound }: SearchRequest, hotel: CachedHotel): boolean =>
  isTooLarge(hotel, size) && !isUnbound(unbound, hotel.id)

const sizeOf = ({ stay }: SearchRequest) =>
  stay && { rooms: roomsOf(stay.parties), nights: daysBetween(stay.checkin, stay.checkout) }

function isOffered({ stay, minPriceCents, maxPriceCents }: SearchRequest, hit: Hit): boolean {
  if (!stay) return true
  const cents = totalOf(hit)
  return cents !== null && cents >= minPriceCents && cents <= maxPriceCents
}

/** Refuses price bounds over several currencies. @throws AppError `validation_failed` */
function refuseMixedPrices(
  { minPriceCents, maxPriceCents }: SearchRequest,
  hotels: readonly CachedHotel[],
): void {
  if (!hasPriceBounds({ minPriceCents, maxPriceCents })) return
  const currencies = [...new Set(hotels.map(({ currency }) => currency))].sort()
  if (currencies.length < 2) return
  const names = currencies.join(', ')
  const message = `These hotels have prices in ${names}: choose one currency.`
  throw refused('?currency', 'required', message)
}

const hasPriceBounds = ({
  minPriceCents,
  maxPriceCents,
}: Pick<SearchRequest, 'minPriceCents' | 'maxPriceCents'>): boolean =>
  minPriceCents > 0 || maxPriceCents < Number.MAX_SAFE_INTEGER
