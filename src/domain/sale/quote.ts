import type { RoomType } from '../catalog/catalog.ts'
import { type CalendarDate, daysBetween } from '../kernel/date.ts'
import { type Night, nightsOf, type Stay } from '../kernel/night.ts'
import type { EffectiveDay } from '../rates/effective-day.ts'
import {
  ADVANCE_DAYS_MAX,
  isSoldWith,
  isTooEarly,
  isTooLate,
  type Rate,
  type Restrictions,
} from '../rates/rate.ts'
import { type NightPrices, priceDays } from './night-prices.ts'
import { type Party, type RoomParty, roomParties } from './party.ts'
import { nightsByDay, type QuotedNights } from './quoted-nights.ts'
import { sleeps } from './stay.ts'

/**
 * Reasons that refuse a stay at a rate, in the order of an answer (contract-rates, *Quotes, search, bookings*): stop
 * sale, sold out, minimum stay (MinLOS), CTA, CTD and others.
 */
export const REASONS = [
  'unknown_board',
  'board_not_in_rate',
  'party_too_large',
  'closed_for_sale',
  'no_price',
  'party_uneven',
  'sold_out',
  'set_aside',
  'min_stay',
  'min_stay_through',
  'max_stay',
  'min_advance',
  'max_advance',
  'closed_to_arrival',
  'closed_to_departure',
] as const
export type ReasonCode = (typeof REASONS)[number]

/**
 * Reasons that the hotel may waive: restrictions, rules of the party and rooms that are set aside (contract-rates,
 * *Changes*; contract-agencies, *Allotment*).
 */
const WAIVABLE: readonly ReasonCode[] = [
  ...['party_too_large', 'party_uneven', 'min_stay', 'min_stay_through', 'max_stay'],
  ...['min_advance', 'max_advance', 'closed_to_arrival', 'closed_to_departure', 'set_aside'],
] as ReasonCode[]

/** Returns the reasons that the hotel cannot waive: rooms, nights on sale and prices. */
export const unwaivableReasons = (reasons: readonly Reason[]): Reason[] =>
  reasons.filter(({ code }) => !WAIVABLE.includes(code))

/** A reason and its days; none if it concerns the party or the board. */
export type Reason = { code: ReasonCode; dates: CalendarDate[] }

/** A room type at a rate, and its days. */
export type RoomAtRate = {
  room: RoomType
  rate: Rate
  /** Returns a day as the rate sells it. */
  dayOn: (date: CalendarDate) => EffectiveDay
}

/** A requested stay; without a board it gets the rate's, else the room type's first. */
export type StayRequest = Omit<Stay, 'roomCode' | 'rateCode'>

/** The quote of a stay at a rate: the board and the nightly price of a room, or every reason against it. */
export type StayQuote = {
  boardCode: string | null
  /** Nights that have a price; the dearest room counts if rooms differ. */
  nightly: Night[]
  reasons: Reason[]
}

/** Reasons that concern days, with their days. */
type ReasonDates = Partial<Record<ReasonCode, CalendarDate[]>>

/** The bit of each reason: all that is against a night is one number, and nearly always 0. */
const BITS = Object.fromEntries(REASONS.map((code, index) => [code, 1 << index])) as Record<
  ReasonCode,
  number
>

/**
 * Quotes a stay at a rate with every reason against it, in order; without reasons it can be booked.
 *
 * @param today in the hotel's time zone: the day on which the stay is booked
 */
export function quoteAtRate(offer: RoomAtRate, asked: StayRequest, today: CalendarDate): StayQuote {
  const nights = nightsByDay(asked, offer.dayOn)
  return quoteNights(offer, nights, { ...asked, parties: roomParties(asked) }, today)
}

/** The same by the nights and by the parties of the rooms, which the quotes of a stay share. */
export function quoteNights(
  offer: Pick<RoomAtRate, 'room' | 'rate'>,
  nights: QuotedNights,
  asked: StayRequest & { parties: readonly RoomParty[] },
  today: CalendarDate,
): StayQuote {
  const { boardCode, fault } = boardAtRate(offer, asked.boardCode)
  const priced = priceDays(offer, nights, asked.parties, boardCode)
  const bits = bitsAgainst(offer, nights, { rooms: asked.rooms, priced, today })
  const reasons: Reason[] = []
  if (fault) reasons.push({ code: fault, dates: [] })
  if (!sleeps(offer.room, asked)) reasons.push({ code: 'party_too_large', dates: [] })
  if (bits) reasons.push(...reasonsOf(bits, nights.dates, asked.checkout))
  return { boardCode, nightly: priced.nightly, reasons }
}

/** Returns all that is against each night and the check-out day, as bits; null: nothing. */
function bitsAgainst(
  { room, rate }: Pick<RoomAtRate, 'room' | 'rate'>,
  { dates, available, closed, free, prices, restrictions }: QuotedNights,
  { rooms, priced, today }: { rooms: number; priced: NightPrices; today: CalendarDate },
): number[] | null {
  const { unpriced, uneven } = priced
  const isSold = rate.active && isSoldWith(rate, room.roomCode)
  const isStd = rate.pricing === null
  let bits = restrictions && brokenOn(dates, restrictions, today)
  for (let index = 0; index < dates.length; index++) {
    const date = dates[index]!
    const isPriceless = isStd && prices[index] === 0
    let against = 0
    if (!isSold || closed[index] || isPriceless) against |= BITS.closed_for_sale
    if (!isPriceless && unpriced.length > 0 && unpriced.includes(date)) against |= BITS.no_price
    if (uneven.length > 0 && uneven.includes(date)) against |= BITS.party_uneven
    if (available[index]! < rooms) against |= BITS.sold_out
    else if (free && free[index]! < rooms) against |= BITS.set_aside
    if (against === 0) continue
    bits ??= Array<number>(dates.length + 1).fill(0)
    bits[index]! |= against
  }
  return bits
}

/** Lists the reasons of days in their order. @param bits those of each night, and of the check-out day */
function reasonsOf(
  bits: readonly number[],
  nights: readonly CalendarDate[],
  checkout: CalendarDate,
): Reason[] {
  let all = 0
  for (const each of bits) all |= each
  if (all === 0) return []
  const dates = [...nights, checkout]
  return REASONS.filter((code) => all & BITS[code]).map((code) => ({
    code,
    dates: dates.filter((_, index) => bits[index]! & BITS[code]),
  }))
}

/** Returns the board of a stay at a rate: the rate's own, else the requested one, else the room type's first. */
export function boardAtRate(
  { room, rate }: { room: Pick<RoomType, 'boards'>; rate: Pick<Rate, 'boardCode'> },
  asked: string | null,
): { boardCode: string | null; fault: 'unknown_board' | 'board_not_in_rate' | undefined } {
  if (rate.boardCode !== null) {
    const isOther = asked !== null && asked !== rate.boardCode
    return { boardCode: rate.boardCode, fault: isOther ? 'board_not_in_rate' : undefined }
  }
  const boardCode = asked ?? room.boards[0] ?? null
  const isKnown = asked === null || room.boards.includes(asked)
  return { boardCode, fault: isKnown ? undefined : 'unknown_board' }
}

/**
 * Prices nights of a room with a board as they are now; nights without a price are left out, and the dearest room
 * counts if rooms differ.
 */
export function priceNights(
  offer: RoomAtRate,
  dates: readonly CalendarDate[],
  party: Party & Pick<Stay, 'boardCode'>,
): NightPrices {
  const prices = dates.map((date) => offer.dayOn(date).priceCents ?? 0)
  return priceDays(offer, { dates, prices }, roomParties(party), party.boardCode)
}

/**
 * Returns the restrictions of a rate that a stay breaks, each with its days.
 *
 * @param bookedOn the day from which advance booking is counted; null if its bounds do not apply
 */
export function restrictionsAgainst(
  { dayOn }: Pick<RoomAtRate, 'dayOn'>,
  stay: Pick<Stay, 'checkin' | 'checkout'>,
  bookedOn: CalendarDate | null,
): ReasonDates {
  const dates = nightsOf(stay)
  const bits = brokenOn(dates, [...dates, stay.checkout].map(dayOn), bookedOn)
  const reasons = reasonsOf(bits, dates, stay.checkout)
  return Object.fromEntries(reasons.map(({ code, dates }) => [code, dates]))
}

/**
 * Returns the restrictions of a rate that refuse a stay, as bits of each night and of the check-out day: MinLOS,
 * maximum stay, advance booking, CTA, CTD. Search decides the same on packed days (`domain/rates/restriction-bits.ts`);
 * a model test compares the two.
 */
function brokenOn(
  dates: readonly CalendarDate[],
  days: readonly Restrictions[],
  bookedOn: CalendarDate | null,
): number[] {
  const length = dates.length
  const bits = days.map(({ minStayThrough }, index) =>
    index < length && minStayThrough > length ? BITS.min_stay_through : 0,
  )
  const arrival = days[0]!
  const { minStay, maxStay, minAdvanceDays, maxAdvanceDays } = arrival
  let against = bits[0]!
  if (length < minStay) against |= BITS.min_stay
  if (maxStay > 0 && length > maxStay) against |= BITS.max_stay
  const isBounded = minAdvanceDays > 0 || maxAdvanceDays < ADVANCE_DAYS_MAX
  const ahead = isBounded && bookedOn !== null ? daysBetween(bookedOn, dates[0]!) : null
  if (ahead !== null && isTooLate(ahead, minAdvanceDays)) against |= BITS.min_advance
  if (ahead !== null && isTooEarly(ahead, maxAdvanceDays)) against |= BITS.max_advance
  if (arrival.closedToArrival) against |= BITS.closed_to_arrival
  bits[0] = against
  if (days[length]!.closedToDeparture) bits[length] = BITS.closed_to_departure
  return bits
}
