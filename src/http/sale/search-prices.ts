import { daysBetween } from '../../domain/kernel/date.ts'
import type { Viewer } from '../../domain/sale/aside-block.ts'
import type { DayBlock } from '../../domain/sale/day-block.ts'
import { type HotelFilter, matchesRooms } from '../../domain/sale/search.ts'
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
import { searchTurn } from '../../store/engine/loop-turns.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { createTakeableBlocks } from '../../store/sale/search-aside.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import { type FoldedOffers, foldOffers } from './folded-offers.ts'
import type { KeptOffers } from './kept-offers.ts'
import type { SearchStay } from './stay-query.ts'

/** A stay to price, and the board asked for. */
type PricedStay = {
  stay: SearchStay | null
  filter: Pick<HotelFilter, 'board' | 'parties'>
  viewer: Viewer
}

/** Nights priced before the event loop is released; loading their days takes up to 20 ms. */
const HOTEL_NIGHTS_AT_ONCE = 8_000
/** Maximum hotels whose days one query loads. */
const HOTELS_AT_ONCE = 500
/** Cost of pricing a hotel without rates, relative to one with rates: as one room type at this many rates. */
const ROOM_RATES_OF_PLAIN = 5

/** Nights of room types and rates of one hotel priced in one turn: some 10 ms. */
const ROOM_RATE_NIGHTS_AT_ONCE = 20_000

/**
 * Creates the pricing of hotels in slices of the event loop: for one party their cheapest offers, for several the
 * cheapest rooms for all. Each answers in the order of the hotels, or nothing if the other one prices the search.
 */
export function createPrices(
  today: Context['today'],
  blocksOf: ReturnType<typeof createTakeableBlocks>,
  keptOffers: KeptOffers,
) {
  /** The stay of a search as it is priced; undefined without a stay, or with several parties. */
  function askedOf({ stay, filter, viewer }: PricedStay) {
    if (stay?.parties.length !== 1) return undefined
    const { checkin, checkout } = stay
    const party = stay.parties[0]!
    const ask = askOf({ ...stay, party }, filter.board)
    const name = JSON.stringify([checkin, checkout, party, filter.board, viewer])
    return { ask, name, aheadIn: aheadByTimezone(today, stay) }
  }

  /** Kept offers of the stay of one party, up to now: their reader must not wait before it asks. */
  function keptFor(priced: PricedStay) {
    const asked = askedOf(priced)
    return asked && keptOffers({ ...asked, ratedBlocks: asked.ask.ratedBlocks })
  }

  async function offersOf(
    priced: PricedStay,
    hotels: readonly CachedHotel[],
    kept = keptFor(priced),
  ): Promise<FoldedOffers[]> {
    const asked = askedOf(priced)
    if (!asked || !kept) return []
    const { ask, aheadIn } = asked
    const found: (FoldedOffers | undefined)[] = []
    const missing: CachedHotel[] = []
    for (const hotel of hotels) {
      const offers = kept.offersOf(hotel)
      found.push(offers)
      if (!offers && matchesRooms(hotel, priced.filter)) missing.push(hotel)
    }
    const fresh = new Map<number, FoldedOffers>()
    for (const some of slices(missing, ask.nights)) {
      if (some.length < missing.length) await searchTurn()
      const keep = kept.beginOffers()
      const blocks = await blocksOf(some, ask, priced.viewer)
      const folded = await priceAll(some, blocks, { ask, aheadIn })
      for (const offers of folded) fresh.set(offers.hotel.id, offers)
      keep(folded)
    }
    for (let at = 0; at < hotels.length; at++)
      found[at] ??= fresh.get(hotels[at]!.id) ?? foldOffers(hotels[at]!, NO_OFFERS)
    return found as FoldedOffers[]
  }

  async function assignmentsOf(
    { stay, filter, viewer }: PricedStay,
    hotels: readonly CachedHotel[],
  ) {
    if (!stay || stay.parties.length === 1) return []
    const ask = partiesAskOf(stay, filter.board)
    const aheadIn = aheadByTimezone(today, stay)
    const found: Assignments[] = []
    for (const some of slices(hotels, ask.asks[0]!.nights)) {
      if (some.length < hotels.length) await searchTurn()
      const blocks = await blocksOf(some, ask.asks[0]!, viewer)
      found.push(
        ...(await runSliced(assignAll(some, blocks, { ask, aheadIn }), undefined, searchTurn)),
      )
    }
    return found
  }

  return { keptFor, offersOf, assignmentsOf }
}

type Asked = { ask: StayAsk; aheadIn: ReturnType<typeof aheadByTimezone> }

/** Prices hotels, a very large one over several turns. */
async function priceAll(
  hotels: readonly CachedHotel[],
  blocks: readonly (readonly DayBlock[])[],
  asked: Asked,
): Promise<FoldedOffers[]> {
  const priced: FoldedOffers[] = []
  for (;;) {
    priceOn(priced, hotels, blocks, asked)
    const large = hotels[priced.length]
    if (!large) return priced
    const { ask, aheadIn } = asked
    const aheadDays = aheadIn(large.timezone)
    const offers = await offersInTurns(large, blocks[priced.length]!, { ask, aheadDays })
    priced.push(foldOffers(large, offers))
  }
}

/**
 * Prices hotels from the one after the last priced, up to a very large one; nothing is for sale if the days ahead of a
 * hotel are below 0. An `await` for each hotel would take a third of the time.
 */
function priceOn(
  priced: FoldedOffers[],
  hotels: readonly CachedHotel[],
  blocks: readonly (readonly DayBlock[])[],
  { ask, aheadIn }: Asked,
): void {
  for (let at = priced.length; at < hotels.length; at++) {
    const hotel = hotels[at]!
    const aheadDays = aheadIn(hotel.timezone)
    const end = hotel.rooms.length
    if (aheadDays >= 0 && roomsAtOnce(hotel, ask.nights) < end) return
    const span = { first: 0, end, found: NO_OFFERS }
    const isOpen = aheadDays >= 0 && end > 0
    const offers = isOpen ? offersIn(hotel, blocks[at]!, { ask, aheadDays }, span) : NO_OFFERS
    priced.push(foldOffers(hotel, offers))
  }
}

/** Prices one very large hotel over several turns. */
async function offersInTurns(
  hotel: CachedHotel,
  blocks: readonly DayBlock[],
  asked: { ask: StayAsk; aheadDays: number },
): Promise<Offers> {
  const { rooms } = hotel
  const atOnce = roomsAtOnce(hotel, asked.ask.nights)
  let found = NO_OFFERS
  for (let first = 0; first < rooms.length; first += atOnce) {
    if (first > 0) await searchTurn()
    const end = Math.min(first + atOnce, rooms.length)
    found = offersIn(hotel, blocks, asked, { first, end, found })
  }
  return found
}

/** Finds the cheapest rooms of hotels for several parties, hotel by hotel. */
function* assignAll(
  hotels: readonly CachedHotel[],
  blocks: readonly (readonly DayBlock[])[],
  { ask, aheadIn }: { ask: PartiesAsk; aheadIn: ReturnType<typeof aheadByTimezone> },
): Generator<void, Assignments[]> {
  const found: Assignments[] = []
  for (const [index, { rooms, rates, publicRates, timezone }] of hotels.entries()) {
    const aheadDays = aheadIn(timezone)
    const hotel = { rooms, rates, publicRates, aheadDays }
    const isOpen = aheadDays >= 0
    found.push(isOpen ? yield* assignmentsIn(hotel, blocks[index]!, ask) : NO_ASSIGNMENTS)
  }
  return found
}

/** Returns the number of room types to price in one turn: for nearly every hotel all of them. */
function roomsAtOnce({ rooms, rates }: CachedHotel, nights: number): number {
  if (!rates) return rooms.length
  return Math.max(1, Math.floor(ROOM_RATE_NIGHTS_AT_ONCE / (rates.length * nights)))
}

/** Returns the cheapest offers of a hotel over a span of room types and those priced before. */
function offersIn(
  { rooms, rates, publicRates }: CachedHotel,
  blocks: readonly DayBlock[],
  { ask, aheadDays }: { ask: StayAsk; aheadDays: number },
  span: RoomSpan,
): Offers {
  if (rates) return cheapestAtRates({ rooms, publicRates, aheadDays }, blocks, ask, span)
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

/**
 * Returns a reader of the days from today to the check-in in a time zone; below 0 if the dates of the stay are not
 * valid there today. It caches per zone.
 */
function aheadByTimezone(today: Context['today'], stay: SearchStay) {
  const known = new Map<string, number>()
  return (timezone: string): number => {
    const cached = known.get(timezone)
    if (cached !== undefined) return cached
    const day = today(timezone)
    const ahead = checkStayDates(stay, day).length === 0 ? daysBetween(day, stay.checkin) : -1
    known.set(timezone, ahead)
    return ahead
  }
}
