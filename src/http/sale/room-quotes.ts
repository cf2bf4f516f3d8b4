import type { CalendarDate } from '../../domain/kernel/date.ts'
import { totalOf } from '../../domain/kernel/night.ts'
import { STD } from '../../domain/rates/rate.ts'
import { splitTaxes, type Tax } from '../../domain/rates/tax.ts'
import { priceDays } from '../../domain/sale/night-prices.ts'
import { boardPrice, type RoomParty } from '../../domain/sale/party.ts'
import {
  quoteNights,
  type Reason,
  type ReasonCode,
  type RoomAtRate,
  type StayQuote,
  type StayRequest,
  unwaivableReasons,
} from '../../domain/sale/quote.ts'
import type { QuotedNights } from '../../domain/sale/quoted-nights.ts'
import type { NoQuote, RateQuote, RoomQuote } from './search-shape.ts'

/** A stay of one party, and the parties of its rooms. */
type Stay = StayRequest & { parties: readonly RoomParty[] }

/** A room type at a rate, and the nights of a stay. */
export type OfferedStay = Pick<RoomAtRate, 'room' | 'rate'> & { nights: QuotedNights }

/** A stay to quote on a hotel page; `showsRates` is true if the hotel has rates or taxes. */
export type QuoteRequest = {
  stay: Stay
  /** In the hotel's time zone. */
  today: CalendarDate
  taxes: readonly Tax[]
  showsRates: boolean
  override: boolean
  /** The reason against the whole stay, whatever its days: too large for the caller, or a stop sale; null: none. */
  against: NoQuote | null
}

/** The quote of a room type at a rate; `totalPriceCents` is null if it is not bookable. */
type Quote = Omit<StayQuote, 'reasons'> & {
  offer: OfferedStay
  totalPriceCents: number | null
  reasons: NoQuote[]
}

/** The reason for a stay that exceeds the hotel's bounds for guests. */
export const TOO_LARGE: NoQuote = {
  code: 'stay_too_large',
  message: 'The hotel does not let guests book so many rooms or nights at once: contact it.',
  dates: [],
}

/** The reason for an agency to which the hotel has stopped its sale. */
export const stopSaleOn = (dates: CalendarDate[]): NoQuote => ({
  code: 'closed_for_sale',
  message: 'The hotel has stopped its sale to your agency.',
  dates,
})

const MESSAGES: Record<ReasonCode, string> = {
  unknown_board: 'This room type is not sold with that board.',
  board_not_in_rate: 'This rate includes another board.',
  party_too_large: 'The party does not fit this number of rooms, or leaves one without an adult.',
  closed_for_sale: 'These nights are not for sale.',
  no_price: 'These nights have no price for the party at this rate.',
  party_uneven: 'The rooms would have different prices: book them one by one.',
  sold_out: 'Not enough rooms are left on these nights.',
  set_aside: 'The rooms of these nights are set aside for agencies.',
  min_stay: 'A stay that arrives on this day must be longer.',
  min_stay_through: 'These nights are sold in longer stays only.',
  max_stay: 'A stay that arrives on this day must be shorter.',
  min_advance: 'It is too late to book a stay that arrives on this day.',
  max_advance: 'It is too early to book a stay that arrives on this day.',
  closed_to_arrival: 'Arrival is not possible on this day.',
  closed_to_departure: 'Departure is not possible on this day.',
}

/**
 * Quotes a room type at the standard rate, or gives the reason against it, and at each rate (contract-rates, *Quotes,
 * search, bookings*).
 *
 * @param offers the visible offers: `STD` first, unless hidden, then by code
 */
export function quoteRoom(
  offers: readonly OfferedStay[],
  { stay, today, taxes, showsRates, override, against }: QuoteRequest,
): RoomQuote {
  const quotes: Quote[] = []
  for (const offer of offers) {
    const { boardCode, nightly, reasons: all } = quoteNights(offer, offer.nights, stay, today)
    const found = (override ? unwaivableReasons(all) : all).map(showReason)
    const reasons = against ? [against, ...found] : found
    const totalPriceCents = reasons.length > 0 ? null : totalOf(nightly, stay.rooms)
    quotes.push({ offer, boardCode, nightly, reasons, totalPriceCents })
  }
  const std = quotes.find(({ offer }) => offer.rate.rateCode === STD)
  const standard = showStandard(std, stay, override)
  if (!showsRates) return standard
  return { ...standard, rates: inOrder(quotes).map((quote) => showRate(quote, taxes)) }
}

/** Shows the quote of `STD` with a total per board, or the reason against it; both null if `STD` is hidden. */
function showStandard(std: Quote | undefined, stay: Stay, override: boolean): RoomQuote {
  if (!std) return { quote: null, reason: null }
  const { nightly, boardCode, totalPriceCents, reasons, offer } = std
  if (totalPriceCents === null) return { quote: null, reason: reasons[0]! }
  const { available, free } = offer.nights
  return {
    quote: {
      totalPriceCents,
      nightly,
      boardCode,
      available: Math.min(...(free ?? available)),
      boards: boardTotals(std, stay, override),
    },
    reason: null,
  }
}

/**
 * Returns the totals of a bookable stay by board; a board that would price its rooms differently is omitted. Rooms of
 * like parties differ by the boards' supplements alone: pricing their nights anew takes a tenth of a page.
 */
function boardTotals(
  { offer, nightly, boardCode: quoted, totalPriceCents }: Quote,
  { rooms, parties }: Stay,
  override: boolean,
) {
  const { room, rate } = offer
  const areAlike = parties.length === 1
  const supplementOf = (boardCode: string | null) =>
    boardPrice(room, rate.boardCode === null ? boardCode : null, parties[0]!)
  return room.boards.flatMap((boardCode) => {
    if (boardCode === quoted) return [{ boardCode, totalPriceCents: totalPriceCents! }]
    if (areAlike) {
      const more = (supplementOf(boardCode) - supplementOf(quoted)) * nightly.length * rooms
      return [{ boardCode, totalPriceCents: totalPriceCents! + more }]
    }
    const other = priceDays(offer, offer.nights, parties, boardCode)
    if (other.uneven.length > 0 && !override) return []
    return [{ boardCode, totalPriceCents: totalOf(other.nightly, rooms) }]
  })
}

/** Sorts quotes: `STD`, bookable ones by total, the others; ties keep the order by code. */
function inOrder(quotes: readonly Quote[]): Quote[] {
  const place = ({ offer, totalPriceCents }: Quote) =>
    offer.rate.rateCode === STD ? -1 : (totalPriceCents ?? Number.POSITIVE_INFINITY)
  // Two unbookable quotes are both at infinity: their difference is NaN.
  return quotes.toSorted((a, b) => place(a) - place(b) || 0)
}

function showRate(quote: Quote, taxes: readonly Tax[]): RateQuote {
  const { offer, boardCode, nightly, totalPriceCents, reasons } = quote
  const { rateCode, name, translations, cancellation } = offer.rate
  const isSold = totalPriceCents !== null
  const split = isSold ? splitTaxes(totalPriceCents, taxes) : { taxes: null, netCents: null }
  return {
    rateCode,
    name,
    translations,
    boardCode,
    totalPriceCents,
    nightly: isSold ? nightly : null,
    taxes: split.taxes,
    netCents: split.netCents,
    cancellation,
    reason: reasons[0] ?? null,
    reasons,
  }
}

const showReason = ({ code, dates }: Reason): NoQuote => ({ code, message: MESSAGES[code], dates })
