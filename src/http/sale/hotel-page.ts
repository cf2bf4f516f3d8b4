import type { Static } from 'typebox'
import { isAtHome, isUnbound, type User, unboundAt } from '../../domain/accounts/user.ts'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { inPosition } from '../../domain/kernel/content.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { type DayParts, isSoldWith, STANDARD } from '../../domain/rates/rate.ts'
import { BLOCK_DAYS, type DayBlock, partsOfCell } from '../../domain/sale/day-block.ts'
import type { RoomAtRate } from '../../domain/sale/quote.ts'
import { askOf, type StayAsk } from '../../domain/sale/search-stay.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import { showPublicPhoto } from '../photos/photo-shape.ts'
import { showRateName } from '../rates/rate-shape.ts'
import type { Search } from './hotel-search.ts'
import { type QuoteRequest, quoteRoom } from './room-quotes.ts'
import {
  readBoard,
  readStay,
  refuseDates,
  type SearchStay,
  type StayQuery,
} from './search-query.ts'
import { type HotelPageSchema, showHotelSummary, showRoomOffer } from './search-shape.ts'

/** The page of a hotel that is asked for, and by whom. */
type PageRequest = {
  slug: string
  query: StayQuery & { override?: boolean }
  user: User | undefined
}

/** A stay in a hotel: its nights and the check-out day, and the blocks that they lie in. */
type HotelStay = {
  hotel: CachedHotel
  dates: readonly CalendarDate[]
  ask: StayAsk
  blocks: readonly DayBlock[]
}

const NOTHING_KNOWN: DayParts = { day: undefined, std: undefined, own: undefined }

/**
 * Makes the page of a hotel on sale: what it is and, with dates, what each room type costs at each rate or why it cannot be
 * booked (contract §5, contract-rates).
 *
 * @throws AppError `not_found`, `validation_failed` naming the parameter
 */
export function createHotelPages(context: Context, search: Search) {
  return async ({ slug, query, user }: PageRequest): Promise<Static<typeof HotelPageSchema>> => {
    const stay = readStay(query)
    const boardCode = await readBoard(context, query.board)
    const snapshot = await context.hotelOfSlug(slug)
    const [hotel] = snapshot ? await search.hotelsOf([snapshot.hotel.id]) : []
    if (!snapshot || !hotel) throw new AppError('not_found', 'There is no hotel of this slug.')
    const { override = false } = query
    if (override && !seesAll(user, hotel))
      throw new AppError('forbidden', 'Only the hotel books past its rules.')
    const { timezone, checkinTime, checkoutTime, taxes, ...told } = snapshot.hotel
    const { phone, email, website, translations } = told
    if (stay) refuseDates(checkStayDates(stay, context.today(timezone)))
    const rooms = inPosition(snapshot.rooms.filter(({ active }) => active))
    const showRooms = async ({ party, ...dates }: SearchStay) => {
      const loaded = await loadStay(search, hotel, { party, ...dates })
      const showsRates = hotel.rates !== null || taxes.length > 0
      const isPast = isTooLarge(hotel, { rooms: party.rooms, nights: loaded.ask.nights })
      const asked = {
        ...{ stay: { ...dates, ...party, boardCode }, taxes, showsRates, override },
        isTooLarge: isPast && !isUnbound(unboundAt(user), hotel.id),
      }
      return await runSliced(quoteRooms(rooms, loaded, { ...asked, seesAll: seesAll(user, hotel) }))
    }
    const rates = snapshot.rates.filter(
      (rate) => rate.active && (rate.public || seesAll(user, hotel)),
    )
    const sold = new Set([
      ...rooms.flatMap(({ boards }) => boards),
      ...rates.map(({ boardCode }) => boardCode),
    ])
    const boards = (await search.boards()).filter(({ code }) => sold.has(code))
    const photosOf = (roomCode: string | null) =>
      snapshot.photos.filter((photo) => photo.roomCode === roomCode).map(showPublicPhoto)
    const offers = stay ? await showRooms(stay) : rooms.map((room) => showRoomOffer(room))
    return {
      ...showHotelSummary(hotel),
      ...{ timezone, checkinTime, checkoutTime },
      ...{ phone, email, website, translations },
      ...{ taxes, boards: [...boards], rateNames: rates.map(showRateName) },
      photos: photosOf(null),
      rooms: offers.map((room) => ({ ...room, photos: photosOf(room.roomCode) })),
    }
  }
}

/** Whether somebody sees rates that are not public: the hotel's own people and admins (contract-rates, *Public*). */
const seesAll = (user: User | undefined, { id }: CachedHotel) => isAtHome(user, id)

/** The days of a stay from the blocks that search keeps. */
async function loadStay(search: Search, hotel: CachedHotel, stay: SearchStay): Promise<HotelStay> {
  // What a board asks for is no matter of days.
  const ask = askOf(stay, null)
  const [blocks] = await search.blocksOf([hotel], ask)
  return { hotel, dates: [...nightsOf(stay), stay.checkout], ask, blocks: blocks! }
}

/** Room types with their quotes, one after another. */
function* quoteRooms(
  rooms: readonly RoomType[],
  stay: HotelStay,
  { seesAll, ...asked }: QuoteRequest & { seesAll: boolean },
) {
  const shown: ReturnType<typeof showRoomOffer>[] = []
  for (const room of rooms) {
    const offers = offersOf(room, stay).filter(({ rate }) => rate.public || seesAll)
    shown.push(showRoomOffer(room, yield* quoteRoom(offers, asked)))
  }
  return shown
}

/** A room type at each rate it is sold at, `STD` first, the others by code. */
function offersOf(room: RoomType, stay: HotelStay): RoomAtRate[] {
  const { rates } = stay.hotel
  return (rates ?? [STANDARD]).flatMap((rate, index) => {
    if (!isSoldWith(rate, room.roomCode)) return []
    // Put together when the rate is quoted, which is a step of its own: for all rates at once it takes 10 ms.
    let parts: ReadonlyMap<CalendarDate, DayParts> | undefined
    const partsOn = (date: CalendarDate) => {
      parts ??= partsOf(room, index, stay)
      return parts.get(date) ?? NOTHING_KNOWN
    }
    return [{ room, rate, partsOn }]
  })
}

/** What is known of the days of a stay for a room type at a rate. */
function partsOf({ roomCode }: RoomType, rate: number, { hotel, dates, ask, blocks }: HotelStay) {
  const room = hotel.rooms.findIndex((each) => each.roomCode === roomCode)
  const parts = new Map<CalendarDate, DayParts>()
  // Of a room type that was switched on after its hotel was read nothing is known yet.
  if (room < 0) return parts
  const at = (block: DayBlock, day: number) => partsOfCell(block, rate, room * BLOCK_DAYS + day)
  let night = 0
  for (const [index, { first, nights }] of ask.parts.entries())
    for (let day = first; day < first + nights; day++)
      parts.set(dates[night++]!, at(blocks[index]!, day))
  // Without rates nobody asks what the check-out day is like.
  if (hotel.rates) parts.set(dates[night]!, at(blocks[ask.departure.part]!, ask.departure.day))
  return parts
}
