import {
  type Ask,
  type Hotel,
  priceOf,
  type Rate,
  type Restrictions,
  type Room,
  restrictionOf,
} from './rates-oracle.ts'
import {
  isClosed,
  isSoldWith,
  type Quote,
  quote,
  type Reason,
  rateOf,
  UNPROCESSABLE,
} from './rates-oracle-quote.ts'

/** Whether the hotel's people or an admin ask: they see private rates. */
type Asker = { isHouse: boolean }

/** The rates of a room type on the page of a hotel: STD, the bookable by total, the others by code. */
export function pageRates(
  hotel: Hotel,
  room: Room,
  { ask, board, isHouse }: Asker & { ask: Ask; board: string | null },
): Quote[] {
  const quotes = hotel.rates
    .filter((rate) => rate.active && (rate.public || isHouse) && isSoldWith(rate, room))
    .map((rate) => quote(hotel, { room, rate }, ask, board))
  const rank = ({ rateCode, reasons }: Quote) =>
    rateCode === 'STD' ? 0 : reasons.length === 0 ? 1 : 2
  return quotes.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.totalPriceCents ?? 0) - (b.totalPriceCents ?? 0) ||
      (a.rateCode < b.rateCode ? -1 : 1),
  )
}

/** What a search says of a hotel; null when it is not listed. */
export function searchOf(hotel: Hotel, ask: Ask, board: string | null) {
  const offers = hotel.rooms.flatMap((room) =>
    pageRates(hotel, room, { ask, board, isHouse: false })
      .filter(({ totalPriceCents }) => totalPriceCents !== null)
      .map(({ rateCode, boardCode, totalPriceCents }) => ({
        roomCode: room.roomCode,
        rateCode,
        boardCode,
        totalCents: totalPriceCents!,
      })),
  )
  const least = (totals: number[]) => (totals.length > 0 ? Math.min(...totals) : null)
  const cents = ({ totalCents }: { totalCents: number }) => totalCents
  const lowestTotalCents = least(offers.map(cents))
  if (lowestTotalCents === null) return null
  return {
    fromTotalCents: least(offers.filter(({ rateCode }) => rateCode === 'STD').map(cents)),
    lowestTotalCents,
    /** Any of these is the cheapest. */
    lowest: offers.filter(({ totalCents }) => totalCents === lowestTotalCents),
  }
}

export type Order = Ask & { roomCode: string; rateCode?: string; boardCode?: string }

/** A refusal: its code, that of the first flaw of a 422; and the nights that it names. */
export type Refusal = { status: 409 | 422; code: string; dates?: string[] }

const refusalOf = ({ code, dates }: Reason): Refusal =>
  UNPROCESSABLE.includes(code) ? { status: 422, code } : { status: 409, code, dates }

/** What comes of `POST /v1/bookings`. */
export function bookingOf(hotel: Hotel, order: Order, { isHouse }: Asker): Refusal | Quote {
  const { childAges, children, rateCode } = order
  if (childAges && childAges.length !== children) return { status: 422, code: 'ages_mismatch' }
  const rate = rateOf(hotel, rateCode ?? 'STD')
  if (!rate || !(rate.public || isHouse))
    return { status: 422, code: rateCode === undefined ? 'rate_required' : 'unknown_rate' }
  const room = hotel.rooms.find(({ roomCode }) => roomCode === order.roomCode)!
  const quoted = quote(hotel, { room, rate }, order, order.boardCode ?? null)
  const [reason] = quoted.reasons
  return reason ? refusalOf(reason) : quoted
}

/** A day of a rate as `GET /rates` answers it. */
export function effectiveDay(room: Room, rate: Rate, date: string) {
  const price = priceOf(room, rate, date)
  const of = <K extends keyof Restrictions>(name: K) => restrictionOf(room, rate, date, name)
  return {
    date,
    priceCents: Number(price ?? 0n),
    closed: price === null || isClosed(room, rate, date),
    minStay: of('minStay') ?? 1,
    minStayThrough: of('minStayThrough') ?? 1,
    maxStay: of('maxStay') ?? 0,
    minAdvanceDays: of('minAdvanceDays') ?? 0,
    maxAdvanceDays: of('maxAdvanceDays') ?? 730,
    closedToArrival: of('closedToArrival') ?? false,
    closedToDeparture: of('closedToDeparture') ?? false,
  }
}
