import type { RoomType } from '../../domain/catalog/catalog.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { type EffectiveDay, freeDay } from '../../domain/rates/effective-day.ts'
import { isSoldWith, type Rate, STANDARD } from '../../domain/rates/rate.ts'
import type { Viewer } from '../../domain/sale/aside-block.ts'
import { BLOCK_DAYS, type DayBlock, dayOfCell } from '../../domain/sale/day-block.ts'
import { partsOfStay, type RoomAtRate } from '../../domain/sale/quote.ts'
import { assignmentsIn, NO_ASSIGNMENTS, partiesAskOf } from '../../domain/sale/search-parties.ts'
import { askOf, type StayAsk } from '../../domain/sale/search-stay.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Search } from './hotel-search.ts'
import { type QuoteRequest, quoteRoom } from './room-quotes.ts'
import {
  type PageQuotes,
  type QuotedRoom,
  type RoomQuote,
  showParty,
  showPartyPrices,
} from './search-shape.ts'
import type { SearchStay } from './stay-query.ts'

/** A stay in a hotel, and the cached blocks of days that contain it. */
type HotelStay = {
  hotel: CachedHotel
  ask: StayAsk
  /** The block and its day of each night and, with rates, of the check-out day. */
  places: ReadonlyMap<CalendarDate, { part: number; day: number }>
  /** With the rooms that the caller may take. */
  blocks: readonly DayBlock[]
  /** With all rooms left, for the hotel's people; else the same. */
  days: readonly DayBlock[]
}

/** A stay to quote at all room types of a hotel. */
export type QuotesRequest = Omit<QuoteRequest, 'stay'> & {
  stay: SearchStay
  boardCode: string | null
  sees: Sight
}

/** True for the rates that the caller sees. */
export type Sight = (rate: Rate) => boolean

const NOTHING_KNOWN = freeDay(0, null, true)

/** Loads the days of a stay from the blocks that search caches. */
export async function loadStay(
  search: Search,
  hotel: CachedHotel,
  stay: SearchStay,
  { viewer, isStaff, override }: { viewer: Viewer; isStaff: boolean; override: boolean },
): Promise<HotelStay> {
  // Neither the party nor the board affects the days to load.
  const ask = askOf({ ...stay, party: stay.parties[0]! }, null)
  const [takeable] = await search.blocksOf([hotel], ask, viewer)
  // The hotel's people are told what is set aside, and may override it.
  const [days] = isStaff && hotel.usesAllotments ? await search.days([hotel], ask) : [takeable]
  const blocks = override ? days! : takeable!
  return { hotel, ask, places: placesOf(stay, ask, hotel.rates !== null), blocks, days: days! }
}

function placesOf(stay: SearchStay, { parts, departure }: StayAsk, hasRates: boolean) {
  const dates = nightsOf(stay)
  const places = new Map<CalendarDate, { part: number; day: number }>()
  for (const [part, { first, nights }] of parts.entries())
    for (let day = first; day < first + nights; day++)
      places.set(dates[places.size]!, { part, day })
  // The check-out day matters for rates alone (CTD).
  if (hasRates) places.set(stay.checkout, departure)
  return places
}

/** Quotes room types one after another for one party, or for several with their cheapest rooms. */
export function* quoteRooms(
  rooms: readonly RoomType[],
  loaded: HotelStay,
  { stay: { parties, ...dates }, boardCode, sees, ...shared }: QuotesRequest,
): Generator<void, PageQuotes> {
  const ask = parties.length === 1 ? null : partiesAskOf({ ...dates, parties }, boardCode)
  const requests = (ask?.sets.kinds ?? parties).map((party): QuoteRequest => {
    const stay = { ...dates, ...party, boardCode }
    return { ...shared, stay: { ...stay, ...partsOfStay(stay) } }
  })
  const quoted: QuotedRoom[] = []
  for (const room of rooms) {
    const seen = offersOf(room, loaded, sees)
    const quotes: RoomQuote[] = []
    for (const request of requests) quotes.push(yield* quoteRoom(seen, request))
    const quoteOf = (index: number) => quotes[ask!.sets.kindOf[index]!]!
    quoted.push(
      ask
        ? { quotes: parties.map((each, index) => ({ party: showParty(each), ...quoteOf(index) })) }
        : quotes[0]!,
    )
  }
  if (!ask) return { quoted, prices: null }
  const aheadDays = daysBetween(shared.today, dates.checkin)
  const found = shared.against
    ? NO_ASSIGNMENTS
    : yield* assignmentsIn({ ...loaded.hotel, aheadDays }, loaded.blocks, ask)
  return { quoted, prices: showPartyPrices(found, parties) }
}

/** Returns the visible offers of a room type, one per rate, `STD` first, the others by code. */
function offersOf(room: RoomType, stay: HotelStay, sees: Sight): RoomAtRate[] {
  const { hotel, days, blocks } = stay
  const index = hotel.rooms.findIndex(({ roomCode }) => roomCode === room.roomCode)
  const offers: RoomAtRate[] = []
  for (const [of, rate] of (hotel.rates ?? [STANDARD]).entries()) {
    if (!sees(rate) || !isSoldWith(rate, room.roomCode)) continue
    const cell = { room: index, rate: of }
    const offer: RoomAtRate = { room, rate, dayOn: (date) => dayIn(stay, days, cell, date) }
    if (days !== blocks) offer.freeOn = (date) => dayIn(stay, blocks, cell, date).available
    offers.push(offer)
  }
  return offers
}

/** Returns a day of a stay, for a room type and rate by their places. */
function dayIn(
  { places }: HotelStay,
  blocks: readonly DayBlock[],
  { room, rate }: { room: number; rate: number },
  date: CalendarDate,
): EffectiveDay {
  const place = places.get(date)
  // A room type activated after its hotel was cached has no parts yet.
  if (!place || room < 0) return NOTHING_KNOWN
  return dayOfCell(blocks[place.part]!, rate, room * BLOCK_DAYS + place.day)
}
