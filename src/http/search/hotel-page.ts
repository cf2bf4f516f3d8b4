import type { Static } from 'typebox'
import type { Day } from '../../domain/availability.ts'
import { nightsOf, type Stay, totalOf } from '../../domain/booking.ts'
import type { RoomType } from '../../domain/catalog.ts'
import type { CalendarDate } from '../../domain/date.ts'
import { AppError } from '../../domain/errors.ts'
import { STD } from '../../domain/rate.ts'
import { boardFor, canSell } from '../../domain/search.ts'
import { cellsOf, type DayBlock, dayOfCell, partsOf } from '../../domain/search-stay.ts'
import { checkStayDates, quoteStay } from '../../domain/stay.ts'
import type { KeptHotel } from '../../store/catalog/search-catalog.ts'
import type { Context } from '../context.ts'
import {
  type HotelPageSchema,
  type Quoted,
  showHotelSummary,
  showRoomOffer,
} from '../shapes/search.ts'
import type { Search } from './hotel-search.ts'
import { type AskedStay, readBoard, readStay, refuseDates, type StayQuery } from './search-query.ts'

type Days = ReadonlyMap<CalendarDate, Day>

/** A stay and the board it is asked with; null is the first of each room type. */
type Asked = AskedStay & { board: string | null }

const MESSAGES = {
  sold_out: 'Not enough rooms are left on these nights.',
  closed_for_sale: 'These nights are not for sale.',
  party_too_large:
    'So many rooms of this type do not sleep the party, or leave one without an adult.',
  unknown_board: 'This room type is not sold with that board.',
}

/**
 * Makes the page of a hotel on sale: what it is and, with dates, what each room type costs or why it cannot be
 * booked (contract §5).
 *
 * @throws AppError `not_found`, `validation_failed` naming the parameter
 */
export function createHotelPages(context: Context, search: Search) {
  return async (slug: string, query: StayQuery): Promise<Static<typeof HotelPageSchema>> => {
    const stay = readStay(query)
    const board = await readBoard(context, query.board)
    const snapshot = await context.hotelOfSlug(slug)
    const [hotel] = snapshot ? await search.hotelsOf([snapshot.hotel.id]) : []
    if (!snapshot || !hotel) throw new AppError('not_found', 'There is no hotel of this slug.')
    const { timezone, checkinTime, checkoutTime } = snapshot.hotel
    if (stay) refuseDates(checkStayDates(stay, context.today(timezone)))
    const daysOf = stay && (await loadDays(search, hotel, stay))
    const rooms = snapshot.rooms.filter(({ active }) => active)
    return {
      ...showHotelSummary(hotel),
      timezone,
      checkinTime,
      checkoutTime,
      rooms: rooms.map((room) => {
        if (!daysOf) return showRoomOffer(room)
        return showRoomOffer(room, showQuote(room, daysOf(room.roomCode), { ...stay, board }))
      }),
    }
  }
}

/** The days of a stay by room code, from the blocks that search keeps. */
async function loadDays(search: Search, hotel: KeptHotel, stay: AskedStay) {
  const parts = partsOf(stay)
  const numbers = parts.map(({ block }) => block)
  const [blocks] = await search.blocksOf([hotel], numbers)
  const nights = nightsOf(stay)
  return (roomCode: string): Days => {
    const room = hotel.rooms.findIndex((each) => each.roomCode === roomCode)
    if (room < 0) return new Map()
    return new Map(daysIn(blocks!, cellsOf(parts, room)).map((day, night) => [nights[night]!, day]))
  }
}

const daysIn = (blocks: readonly DayBlock[], cells: readonly { part: number; cell: number }[]) =>
  cells.map(({ part, cell }) => dayOfCell(blocks[part]!, cell))

/** The quote of a room type with each of its boards' totals, or the reason why there is none. */
function showQuote(room: RoomType, days: Days, { board, party, ...dates }: Asked): Quoted {
  if (!canSell(room, board)) return refusal('unknown_board', [])
  const stay: Stay = {
    ...dates,
    ...party,
    roomCode: room.roomCode,
    rateCode: STD,
    boardCode: boardFor(room, board),
  }
  const quote = quoteStay(room, days, stay)
  if ('reason' in quote) return refusal(quote.reason, quote.dates)
  const totalWith = (boardCode: string) => {
    const other = quoteStay(room, days, { ...stay, boardCode })
    return 'reason' in other ? 0 : totalOf(other.nightly, party.rooms)
  }
  return {
    quote: {
      totalPriceCents: totalOf(quote.nightly, party.rooms),
      nightly: quote.nightly,
      boardCode: stay.boardCode,
      available: Math.min(...[...days.values()].map(({ available }) => available)),
      boards: room.boards.map((boardCode) => ({
        boardCode,
        totalPriceCents: totalWith(boardCode),
      })),
    },
    reason: null,
  }
}

const refusal = (code: keyof typeof MESSAGES, dates: CalendarDate[]) => ({
  quote: null,
  reason: { code, message: MESSAGES[code], dates },
})
