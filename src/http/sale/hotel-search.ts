import { isUnbound } from '../../domain/accounts/user.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import type { Party } from '../../domain/sale/party.ts'
import {
  distanceKm,
  type HotelFilter,
  matchesHotel,
  type Sort,
  sortGroup,
  sortKey,
} from '../../domain/sale/search.ts'
import {
  cheapestAtRates,
  NO_OFFERS,
  type Offers,
  type RoomSpan,
} from '../../domain/sale/search-rates.ts'
import { askOf, cheapestStay, type StayAsk } from '../../domain/sale/search-stay.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { nextTurn } from '../../store/engine/pace.ts'
import { type CachedHotel, createSearchCatalog } from '../../store/sale/search-catalog.ts'
import { createDayBlocks } from '../../store/sale/search-days.ts'
import type { Context } from '../api/context.ts'

/** What a search is asked for; without a stay nothing is priced. */
export type SearchRequest = {
  cityId: number | null
  filter: HotelFilter
  stay: { checkin: CalendarDate; checkout: CalendarDate; party: Party } | null
  minPriceCents: number
  maxPriceCents: number
  sort: Sort
  /** See `unboundAt`. */
  unbound: true | readonly number[]
}

/** A hotel that a search found; `offers` are none without a stay, and when it can be had no more. */
export type Hit = {
  hotel: CachedHotel
  offers: Offers
  /** The hotel lets no guest book so much at once. */
  isTooLarge: boolean
  distanceKm: number | null
  /** What the sort goes by: the group first (see `sortGroup`), in it the key (see `sortKey`). */
  group: string
  key: number
}

export type Search = ReturnType<typeof createSearch>

/** Nights priced before other requests get their turn: their days may have to be loaded, which takes 20 ms. */
const HOTEL_NIGHTS_AT_ONCE = 8_000
/** Hotels whose days one query loads. */
const HOTELS_AT_ONCE = 500
/** A hotel without rates counts as one room type at so many rates: what pricing it costs beside a hotel with rates. */
const ROOM_RATES_OF_PLAIN = 5

/** Nights of room types at rates that are priced of one hotel in one turn: some 10 ms. */
const ROOM_RATE_NIGHTS_AT_ONCE = 20_000

/** Searches hotels in memory; what is not there or outdated is loaded first. */
export function createSearch({
  store,
  today,
  caches,
}: Pick<Context, 'store' | 'today' | 'caches'>) {
  const catalog = createSearchCatalog(store)
  const blocksOf = createDayBlocks(store, caches.share('search_days'))

  /** Everything that is found, in order. */
  async function find(ask: SearchRequest): Promise<Hit[]> {
    const listed = await catalog.hotelsIn(ask.cityId)
    const hotels = listed.filter((hotel) => matchesHotel(hotel, ask.filter))
    refuseMixedPrices(ask, hotels)
    const hits = await hitsOf(ask, hotels)
    return hits.filter((hit) => isOffered(ask, hit)).sort(byKey)
  }

  /** The hotels of some ids that are still on sale, in that order, as they are now. */
  async function show(ask: SearchRequest, ids: readonly number[]): Promise<Hit[]> {
    return await hitsOf(ask, await catalog.hotelsOf(ids))
  }

  async function hitsOf(ask: SearchRequest, hotels: readonly CachedHotel[]): Promise<Hit[]> {
    const { sort, filter } = ask
    const offers = await offersOf(ask, hotels)
    return hotels.map((hotel, index) => {
      const found = offers[index] ?? NO_OFFERS
      const far = filter.near && distanceKm(filter.near, hotel)
      const isTooLarge = isPastBounds(ask, hotel)
      // What cannot be booked at once stands where what is sold out does, after all that can.
      const totalCents = isTooLarge ? null : (found.lowest?.totalCents ?? null)
      const key = sortKey(sort, { hotel, totalCents, distanceKm: far })
      const group = sortGroup(sort, hotel)
      return { hotel, offers: found, isTooLarge, distanceKm: far, group, key }
    })
  }

  async function offersOf({ stay, filter }: SearchRequest, hotels: readonly CachedHotel[]) {
    if (!stay) return []
    const ask = askOf(stay, filter.board)
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

  return { find, show, blocksOf, ...catalog }
}

/** Whether a stay is more than a hotel lets its caller book at once. */
const isPastBounds = ({ stay, unbound }: SearchRequest, hotel: CachedHotel): boolean =>
  stay !== null &&
  isTooLarge(hotel, {
    rooms: stay.party.rooms,
    nights: daysBetween(stay.checkin, stay.checkout),
  }) &&
  !isUnbound(unbound, hotel.id)

/** Room types of a hotel that are priced in one turn: of nearly every hotel all of them. */
function roomsAtOnce({ rooms, rates }: CachedHotel, nights: number): number {
  if (!rates) return rooms.length
  return Math.max(1, Math.floor(ROOM_RATE_NIGHTS_AT_ONCE / (rates.length * nights)))
}

/** What a stay costs in a hotel at least, in some of its room types or the ones before them. */
function offersIn(
  { rooms, rates, publicRates }: CachedHotel,
  blocks: Parameters<typeof cheapestStay>[1],
  ask: StayAsk,
  span: RoomSpan,
): Offers {
  if (rates) return cheapestAtRates({ rooms, publicRates }, blocks, ask, span)
  const offer = cheapestStay(rooms, blocks, ask)
  return offer ? { from: offer, lowest: offer } : NO_OFFERS
}

/** Hotels that are priced in one turn of the event loop; those with rates take as long as several. */
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

/** Whether a stay can be booked from today on in a time zone, of which hotels share few. */
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
  { offers }: Hit,
): boolean {
  if (!stay) return true
  const { lowest } = offers
  return lowest !== null && lowest.totalCents >= minPriceCents && lowest.totalCents <= maxPriceCents
}

/** @throws AppError `validation_failed` when prices are bounded and the hotels have several currencies */
function refuseMixedPrices(
  { minPriceCents, maxPriceCents }: SearchRequest,
  hotels: readonly CachedHotel[],
): void {
  if (minPriceCents === 0 && maxPriceCents === Number.MAX_SAFE_INTEGER) return
  const currencies = [...new Set(hotels.map(({ currency }) => currency))].sort()
  if (currencies.length < 2) return
  const names = currencies.join(', ')
  const message = `These hotels have prices in ${names}: say which one the prices are in.`
  throw refused('?currency', 'required', message)
}

function byKey(a: Hit, b: Hit): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1
  return a.key - b.key || a.hotel.id - b.hotel.id
}
