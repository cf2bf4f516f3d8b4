import type { RoomType } from '../catalog/catalog.ts'
import { type CalendarDate, daysBetween } from '../kernel/date.ts'
import { type Night, nightsOf, type Stay } from '../kernel/night.ts'
import {
  ADVANCE_DAYS_MAX,
  type DayParts,
  type EffectiveDay,
  effectiveDay,
  isSoldWith,
  isTooEarly,
  isTooLate,
  type Rate,
} from '../rates/rate.ts'
import { boardPrice, type Party, partyPrice, roomParties } from './party.ts'
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
  partsOn: (date: CalendarDate) => DayParts
  /** Returns the rooms of a night that are not set aside; absent if `partsOn` has no others. */
  freeOn?: (date: CalendarDate) => number
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

/** The nights of a stay at a rate. */
type StayDays = { dates: readonly CalendarDate[]; nights: readonly EffectiveDay[] }

/** Nights with prices, nights without, and nights on which rooms would cost differently. */
type NightPrices = { nightly: Night[]; unpriced: CalendarDate[]; uneven: CalendarDate[] }

/**
 * Quotes a stay at a rate with every reason against it, in order; without reasons it can be booked.
 *
 * @param today in the hotel's time zone: the day on which the stay is booked
 */
export function quoteAtRate(offer: RoomAtRate, asked: StayRequest, today: CalendarDate): StayQuote {
  const { room, rate, partsOn } = offer
  const { boardCode, fault } = boardAtRate(offer, asked.boardCode)
  const dates = nightsOf(asked)
  const nights = dates.map((date) => effectiveDay(rate, partsOn(date)))
  const priced = priceDays(offer, { dates, nights }, asked, boardCode)
  const isSold = rate.active && isSoldWith(rate, room.roomCode)
  const isStd = rate.pricing === null
  const on = (isSo: (night: EffectiveDay) => boolean) =>
    dates.filter((_, index) => isSo(nights[index]!))
  const found: ReasonDates = {
    closed_for_sale: on(
      ({ closed, priceCents }) => !isSold || closed || (isStd && priceCents === null),
    ),
    no_price: isStd
      ? priced.unpriced.filter((date) => partsOn(date).day?.priceCents)
      : priced.unpriced,
    party_uneven: priced.uneven,
    sold_out: on(({ available }) => available < asked.rooms),
    set_aside: offer.freeOn
      ? dates.filter(
          (date, index) =>
            nights[index]!.available >= asked.rooms && offer.freeOn!(date) < asked.rooms,
        )
      : [],
  }
  const departure = effectiveDay(rate, partsOn(asked.checkout))
  const broken = brokenOn({ dates, nights }, asked.checkout, departure, today)
  const reasons: Reason[] = []
  if (fault) reasons.push({ code: fault, dates: [] })
  if (!sleeps(room, asked)) reasons.push({ code: 'party_too_large', dates: [] })
  for (const code of REASONS) {
    const dates = found[code] ?? broken[code]
    if (dates && dates.length > 0) reasons.push({ code, dates })
  }
  return { boardCode, nightly: priced.nightly, reasons }
}

/** Returns the board of a stay at a rate: the rate's own, else the requested one, else the room type's first. */
export function boardAtRate(
  { room, rate }: { room: Pick<RoomType, 'boards'>; rate: Pick<Rate, 'boardCode'> },
  asked: string | null,
): { boardCode: string | null; fault?: 'unknown_board' | 'board_not_in_rate' } {
  if (rate.boardCode !== null) {
    const isOther = asked !== null && asked !== rate.boardCode
    return { boardCode: rate.boardCode, ...(isOther && { fault: 'board_not_in_rate' }) }
  }
  const boardCode = asked ?? room.boards[0] ?? null
  const isKnown = asked === null || room.boards.includes(asked)
  return { boardCode, ...(!isKnown && { fault: 'unknown_board' }) }
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
  const { rate, partsOn } = offer
  const nights = dates.map((date) => effectiveDay(rate, partsOn(date)))
  return priceDays(offer, { dates, nights }, party, party.boardCode)
}

/**
 * Returns the restrictions of a rate that a stay breaks, each with its days.
 *
 * @param bookedOn the day from which advance booking is counted; null if its bounds do not apply
 */
export function restrictionsAgainst(
  { rate, partsOn }: Pick<RoomAtRate, 'rate' | 'partsOn'>,
  stay: Pick<Stay, 'checkin' | 'checkout'>,
  bookedOn: CalendarDate | null,
): ReasonDates {
  const on = (date: CalendarDate) => effectiveDay(rate, partsOn(date))
  const dates = nightsOf(stay)
  return brokenOn({ dates, nights: dates.map(on) }, stay.checkout, on(stay.checkout), bookedOn)
}

function priceDays(
  { room, rate }: Pick<RoomAtRate, 'room' | 'rate'>,
  { dates, nights }: StayDays,
  party: Party,
  boardCode: string | null,
): NightPrices {
  const parties = roomParties(party)
  // The board that the rate includes has no supplement.
  const supplement = rate.boardCode === null ? boardCode : null
  const boards = parties.map((each) => boardPrice(room, supplement, each))
  const priced: NightPrices = { nightly: [], unpriced: [], uneven: [] }
  for (const [index, date] of dates.entries()) {
    const { priceCents } = nights[index]!
    let [least, cheapest, dearest] = [Number.MAX_VALUE, Number.MAX_VALUE, 0]
    for (const [room, each] of parties.entries()) {
      const ofParty = priceCents === null ? 0 : partyPrice(priceCents, rate.guests, each)
      const withBoard = ofParty + boards[room]!
      least = Math.min(least, ofParty)
      cheapest = Math.min(cheapest, withBoard)
      dearest = Math.max(dearest, withBoard)
    }
    if (least < 1) {
      priced.unpriced.push(date)
      continue
    }
    if (cheapest < dearest) priced.uneven.push(date)
    priced.nightly.push({ date, priceCents: dearest })
  }
  return priced
}

/**
 * The dates on which a rate restriction refuses the stay: MinLOS, maximum stay, advance booking, CTA, CTD. Search decides the same on packed
 * days (`domain/rates/restriction-bits.ts`); a model test compares the two.
 */
function brokenOn(
  { dates, nights }: StayDays,
  checkout: CalendarDate,
  departure: EffectiveDay,
  bookedOn: CalendarDate | null,
): ReasonDates {
  const length = nights.length
  const [checkin, arrival] = [dates[0]!, nights[0]!]
  const { minAdvanceDays, maxAdvanceDays } = arrival
  const isBounded = minAdvanceDays > 0 || maxAdvanceDays < ADVANCE_DAYS_MAX
  const ahead = isBounded && bookedOn !== null ? daysBetween(bookedOn, checkin) : null
  return {
    min_stay: length < arrival.minStay ? [checkin] : [],
    min_stay_through: dates.filter((_, index) => nights[index]!.minStayThrough > length),
    max_stay: arrival.maxStay > 0 && length > arrival.maxStay ? [checkin] : [],
    min_advance: ahead !== null && isTooLate(ahead, minAdvanceDays) ? [checkin] : [],
    max_advance: ahead !== null && isTooEarly(ahead, maxAdvanceDays) ? [checkin] : [],
    closed_to_arrival: arrival.closedToArrival ? [checkin] : [],
    closed_to_departure: departure.closedToDeparture ? [checkout] : [],
  }
}
