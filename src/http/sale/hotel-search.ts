import { isUnbound } from '../../domain/accounts/user.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import type { DayBlock } from '../../domain/sale/day-block.ts'
import { roomsOf } from '../../domain/sale/party.ts'
import {
  distanceKm,
  type HotelFilter,
  matchesHotel,
  type Sort,
  sortGroup,
  sortKey,
} from '../../domain/sale/search.ts'
import {
  type Assignments,
  assignmentsIn,
  NO_ASSIGNMENTS,
  type PartiesAsk,
  partiesAskOf,
} from '../../domain/sale/search-parties.ts'
import {
  cheapestAtRates,
  NO_OFFERS,
  type Offers,
  type RoomSpan,
} from '../../domain/sale/search-rates.ts'
import { askOf, cheapestStay, type StayAsk } from '../../domain/sale/search-stay.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { nextTurn, runSliced } from '../../store/engine/pace.ts'
import { type CachedHotel, createSearchCatalog } from '../../store/sale/search-catalog.ts'
import { createDayBlocks } from '../../store/sale/search-days.ts'
import type { Context } from '../api/context.ts'
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

/** Nights priced before the event loop is released; loading their days takes up to 20 ms. */
const HOTEL_NIGHTS_AT_ONCE = 8_000
/** Maximum hotels whose days one query loads. */
const HOTELS_AT_ONCE = 500
/** Cost of pricing a hotel without rates, relative to one with rates: as one room type at this many rates. */
const ROOM_RATES_OF_PLAIN = 5

/** Nights of room types and rates of one hotel priced in one turn: some 10 ms. */
const ROOM_RATE_NIGHTS_AT_ONCE = 20_000

/** Creates the search of hotels in memory (cache); missing or invalidated entries are loaded first. */
export function createSearch({
  store,
  today,
  caches,
}: Pick<Context, 'store' | 'today' | 'caches'>) {
  const catalog = createSearchCatalog(store)
  const blocksOf = createDayBlocks(store, caches.share('search_days'))

  /** Finds all hits, in order. */
  async function find(ask: SearchRequest): Promise<Hit[]> {
    const listed = await catalog.hotelsIn(ask.cityId)
    const hotels = listed.filter((hotel) => matchesHotel(hotel, ask.filter))
    refuseMixedPrices(ask, hotels)
    const hits = await hitsOf(ask, hotels)
    return hits.filter((hit) => isOffered(ask, hit)).sort(byKey)
  }

  /** Returns the hits of some hotel ids that are still on sale, in the given order, with present prices. */
  async function show(ask: SearchRequest, ids: readonly number[]): Promise<Hit[]> {
    return await hitsOf(ask, await catalog.hotelsOf(ids))
  }

  async function hitsOf(ask: SearchRequest, hotels: readonly CachedHotel[]): Promise<Hit[]> {
    const { sort, filter } = ask
    const offers = await offersOf(ask, hotels)
    const assigned = await assignmentsOf(ask, hotels)
    return hotels.map((hotel, index) => {
      const found = offers[index] ?? NO_OFFERS
      const assignments = assigned[index] ?? null
      const far = filter.near && distanceKm(filter.near, hotel)
      const isTooLarge = isPastBounds(ask, hotel)
      // A stay past the hotel's bounds sorts like a sold-out one: after all bookable hotels.
      const totalCents = isTooLarge ? null : ((assignments ?? found).lowest?.totalCents ?? null)
      const key = sortKey(sort, { hotel, totalCents, distanceKm: far })
      const group = sortGroup(sort, hotel)
      return { hotel, offers: found, assignments, isTooLarge, distanceKm: far, group, key }
    })
  }

  async function offersOf({ stay, filter }: SearchRequest, hotels: readonly CachedHotel[]) {
    if (stay?.parties.length !== 1) return []
    const ask = askOf({ ...stay, party: stay.parties[0]! }, filter.board)
    const isOpen = openTimezones(today, stay)
    const offers: Offers[] = []
    for (const some of slices(hotels, ask.nights)) {
      if (offers.length > 0) await nextTurn()
      const blocks = await blocksOf(some, ask)
      for (const [index, hotel] of some.entries()) {
        let found = NO_OFFERS
        const atOnce = isOpen(hotel.timezone) ? roomsAtOnce(hotel, ask.nights) : 0
        for (let first = 0; atOnce > 0 && first < hotel.rooms.length; first += atOnce) {
          if (first > 0) await nextTurn()
          const end = Math.min(first + atOnce, hotel.rooms.length)
          found = offersIn(hotel, blocks[index]!, ask, { first, end, found })
        }
        offers.push(found)
      }
    }
    return offers
  }

  async function assignmentsOf({ stay, filter }: SearchRequest, hotels: readonly CachedHotel[]) {
    if (!stay || stay.parties.length === 1) return []
    const ask = partiesAskOf(stay, filter.board)
    const isOpen = openTimezones(today, stay)
    const found: Assignments[] = []
    for (const some of slices(hotels, ask.asks[0]!.nights)) {
      if (found.length > 0) await nextTurn()
      const blocks = await blocksOf(some, ask.asks[0]!)
      found.push(...(await runSliced(assignAll(some, blocks, { ask, isOpen }))))
    }
    return found
  }

  return { find, show, blocksOf, ...catalog }
}

/** Finds the cheapest rooms of hotels for several parties, hotel by hotel. */
function* assignAll(
  hotels: readonly CachedHotel[],
  blocks: readonly (readonly DayBlock[])[],
  { ask, isOpen }: { ask: PartiesAsk; isOpen: (timezone: string) => boolean },
): Generator<void, Assignments[]> {
  const found: Assignments[] = []
  for (const [index, hotel] of hotels.entries())
    found.push(
      isOpen(hotel.timezone) ? yield* assignmentsIn(hotel, blocks[index]!, ask) : NO_ASSIGNMENTS,
    )
  return found
}

/** True if a stay exceeds what the hotel lets the caller book at once. */
const isPastBounds = ({ stay, unbound }: SearchRequest, hotel: CachedHotel): boolean =>
  stay !== null &&
  isTooLarge(hotel, {
    rooms: roomsOf(stay.parties),
    nights: daysBetween(stay.checkin, stay.checkout),
  }) &&
  !isUnbound(unbound, hotel.id)

/** Returns the number of room types to price in one turn: for nearly every hotel all of them. */
function roomsAtOnce({ rooms, rates }: CachedHotel, nights: number): number {
  if (!rates) return rooms.length
  return Math.max(1, Math.floor(ROOM_RATE_NIGHTS_AT_ONCE / (rates.length * nights)))
}

/** Returns the cheapest offers of a hotel over a span of room types and those priced before. */
function offersIn(
  { rooms, rates, publicRates }: CachedHotel,
  blocks: readonly DayBlock[],
  ask: StayAsk,
  span: RoomSpan,
): Offers {
  if (rates) return cheapestAtRates({ rooms, publicRates }, blocks, ask, span)
  const offer = cheapestStay(rooms, blocks, ask)
  return offer ? { from: offer, lowest: offer } : NO_OFFERS
}

/** Yields the hotels to price in one turn of the event loop; a hotel with rates counts as several. */
function* slices(hotels: readonly CachedHotel[], nights: number): Generator<CachedHotel[]> {
  let some: CachedHotel[] = []
  let work = 0
  for (const hotel of hotels) {
    const { rooms, rates } = hotel
    work += nights * (rates ? 1 + (rooms.length * rates.length) / ROOM_RATES_OF_PLAIN : 1)
    some.push(hotel)
    if (some.length < HOTELS_AT_ONCE && work < HOTEL_NIGHTS_AT_ONCE) continue
    yield some
    some = []
    work = 0
  }
  if (some.length > 0) yield some
}

/** Returns a check whether the dates of a stay are valid today in a time zone; results are cached per zone. */
function openTimezones(today: Context['today'], stay: NonNullable<SearchRequest['stay']>) {
  const known = new Map<string, boolean>()
  return (timezone: string): boolean => {
    const open = known.get(timezone) ?? checkStayDates(stay, today(timezone)).length === 0
    known.set(timezone, open)
    return open
  }
}

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
