import { totalOf } from '../../domain/kernel/night.ts'
import { STD } from '../../domain/rates/rate.ts'
import { type Tax, taxedTotal } from '../../domain/rates/tax.ts'
import {
  priceNights,
  quoteAtRate,
  type Reason,
  type ReasonCode,
  type RoomAtRate,
  type StayAsked as Stay,
  type StayQuote,
  unwaived,
} from '../../domain/sale/quote.ts'
import type { NoQuote, RateQuote, RoomQuote } from './search-shape.ts'

/** A stay as the page of a hotel quotes it; `showsRates`: the hotel has rates or taxes. */
export type QuoteRequest = {
  stay: Stay
  taxes: readonly Tax[]
  showsRates: boolean
  override: boolean
  /** It is more than the hotel lets its caller book at once. */
  isTooLarge: boolean
}

/** A room type at a rate, and its quote; `totalPriceCents` is null where it cannot be booked. */
type Quote = Omit<StayQuote, 'reasons'> & {
  offer: RoomAtRate
  totalPriceCents: number | null
  reasons: NoQuote[]
}

/** Why no guest books a stay at a hotel at all. */
export const TOO_LARGE: NoQuote = {
  code: 'stay_too_large',
  message: 'The hotel does not let guests book so many rooms or nights at once: ask it.',
  dates: [],
}

const MESSAGES: Record<ReasonCode, string> = {
  unknown_board: 'This room type is not sold with that board.',
  board_not_in_rate: 'This rate includes another board.',
  party_too_large:
    'So many rooms of this type do not sleep the party, or leave one without an adult.',
  closed_for_sale: 'These nights are not for sale.',
  no_price: 'These nights have no price at this rate for the party.',
  party_uneven: 'The rooms would cost differently: book them one by one.',
  sold_out: 'Not enough rooms are left on these nights.',
  min_stay: 'A stay that arrives on this day must be longer.',
  min_stay_through: 'These nights are sold in longer stays only.',
  max_stay: 'A stay that arrives on this day must be shorter.',
  closed_to_arrival: 'Nobody may arrive on this day.',
  closed_to_departure: 'Nobody may depart on this day.',
}

/**
 * The quote of a room type, or the reason why there is none, and its rates (contract-rates, *Quotes, search, bookings*); a
 * step for each rate.
 *
 * @param offers those that are shown: `STD` first, unless it is hidden, then by code
 */
export function* quoteRoom(
  offers: readonly RoomAtRate[],
  { stay, taxes, showsRates, override, isTooLarge }: QuoteRequest,
): Generator<void, RoomQuote> {
  const quotes: Quote[] = []
  for (const offer of offers) {
    const { boardCode, nightly, reasons: all } = quoteAtRate(offer, stay)
    const found = (override ? unwaived(all) : all).map(showReason)
    const reasons = isTooLarge ? [TOO_LARGE, ...found] : found
    const totalPriceCents = reasons.length > 0 ? null : totalOf(nightly, stay.rooms)
    quotes.push({ offer, boardCode, nightly, reasons, totalPriceCents })
    yield
  }
  const std = quotes.find(({ offer }) => offer.rate.rateCode === STD)
  return {
    ...showStandard(std, stay, override),
    ...(showsRates && { rates: inOrder(quotes).map((quote) => showRate(quote, taxes)) }),
  }
}

/** The quote of `STD` with each of the room type's boards' totals, or why there is none; neither where it is hidden. */
function showStandard(std: Quote | undefined, stay: Stay, override: boolean): RoomQuote {
  if (!std) return { quote: null, reason: null }
  const { nightly, boardCode, totalPriceCents, reasons, offer } = std
  if (totalPriceCents === null) return { quote: null, reason: reasons[0]! }
  const available = nightly.map(({ date }) => offer.partsOn(date).day!.available)
  return {
    quote: {
      totalPriceCents,
      nightly,
      boardCode,
      available: Math.min(...available),
      boards: boardTotals(std, stay, override),
    },
    reason: null,
  }
}

/** What a stay that can be had costs with each board; one with which its rooms cost differently is left out. */
function boardTotals(
  { offer, nightly, boardCode: quoted, totalPriceCents }: Quote,
  stay: Stay,
  override: boolean,
) {
  const dates = nightly.map(({ date }) => date)
  return offer.room.boards.flatMap((boardCode) => {
    if (boardCode === quoted) return [{ boardCode, totalPriceCents: totalPriceCents! }]
    const { nightly, uneven } = priceNights(offer, dates, { ...stay, boardCode })
    if (uneven.length > 0 && !override) return []
    return [{ boardCode, totalPriceCents: totalOf(nightly, stay.rooms) }]
  })
}

/** `STD`, those that can be booked by their totals, the others; else by code, as they come. */
function inOrder(quotes: readonly Quote[]): Quote[] {
  const place = ({ offer, totalPriceCents }: Quote) =>
    offer.rate.rateCode === STD ? -1 : (totalPriceCents ?? Number.POSITIVE_INFINITY)
  // Two that cannot be booked are at the same place, whose difference is no number.
  return quotes.toSorted((a, b) => place(a) - place(b) || 0)
}

function showRate(quote: Quote, taxes: readonly Tax[]): RateQuote {
  const { offer, boardCode, nightly, totalPriceCents, reasons } = quote
  const { rateCode, name, translations, cancellation } = offer.rate
  const price =
    totalPriceCents === null
      ? { totalPriceCents, nightly: null, taxes: null, netCents: null }
      : { totalPriceCents, nightly, ...taxedTotal(totalPriceCents, taxes) }
  return {
    ...{ rateCode, name, translations, boardCode, ...price, cancellation },
    ...{ reason: reasons[0] ?? null, reasons },
  }
}

const showReason = ({ code, dates }: Reason): NoQuote => ({ code, message: MESSAGES[code], dates })
