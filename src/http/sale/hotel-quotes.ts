import type { RoomType } from '../../domain/catalog/catalog.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { isSoldWith, type Rate, STANDARD } from '../../domain/rates/rate.ts'
import type { Viewer } from '../../domain/sale/aside-block.ts'
import type { DayBlock } from '../../domain/sale/day-block.ts'
import { roomParties } from '../../domain/sale/party.ts'
import {
  nightsAtRate,
  nightsOfRoom,
  type StayPlaces,
  unsoldNights,
} from '../../domain/sale/quoted-nights.ts'
import { assignmentsIn, NO_ASSIGNMENTS, partiesAskOf } from '../../domain/sale/search-parties.ts'
import { askOf } from '../../domain/sale/search-stay.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Search } from './hotel-search.ts'
import { type OfferedStay, type QuoteRequest, quoteRoom } from './room-quotes.ts'
import {
  type PageQuotes,
  type QuotedRoom,
  type RoomQuote,
  showParty,
  showPartyPrices,
} from './search-shape.ts'
import type { SearchStay } from './stay-query.ts'

/** A stay in a hotel, and the cached blocks of days that contain it. */
type HotelStay = StayPlaces & {
  hotel: CachedHotel
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

/** The rates of a hotel that has none of its own. */
const NO_RATES = [STANDARD]
/** The nights of rates quoted in one step. */
const STEP_NIGHTS = 500

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
  const { parts, departure } = ask
  return { hotel, parts, departure, dates: nightsOf(stay), blocks, days: days! }
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
    return { ...shared, stay: { ...stay, parties: roomParties(party) } }
  })
  const quoted: QuotedRoom[] = []
  let nights = 0
  for (const room of rooms) {
    const seen = offersOf(room, loaded, sees)
    const quotes: RoomQuote[] = []
    for (const request of requests) {
      nights += seen.length * loaded.dates.length
      if (nights > STEP_NIGHTS) {
        yield
        nights = 0
      }
      quotes.push(quoteRoom(seen, request))
    }
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
function offersOf(room: RoomType, stay: HotelStay, sees: Sight): OfferedStay[] {
  const { hotel, blocks, days } = stay
  const place = hotel.rooms.findIndex(({ roomCode }) => roomCode === room.roomCode)
  const ofRoom = place < 0 ? null : nightsOfRoom(days, stay, place)
  if (ofRoom && days !== blocks) ofRoom.free = nightsOfRoom(blocks, stay, place).available
  const rates = hotel.rates ?? NO_RATES
  const offers: OfferedStay[] = []
  for (let index = 0; index < rates.length; index++) {
    const rate = rates[index]!
    if (!sees(rate) || !isSoldWith(rate, room.roomCode)) continue
    const nights = ofRoom
      ? nightsAtRate(ofRoom, days, stay, { room: place, rate: index })
      : // A room type activated after its hotel was cached has no cells yet.
        unsoldNights(stay.dates)
    offers.push({ room, rate, nights })
  }
  return offers
}
