import { isTooEarly, isTooLate, NO_RATE_DAY, type RateDay } from './rate.ts'

// Rate restrictions for search; a quote applies them unpacked (`brokenOn` in `domain/sale/quote.ts`), and a model test
// compares the two.
//
// The restrictions of a rate's day packed into one number, so that search reads it at once; the price is apart. Each
// field is 0 if unset: minStay, minStayThrough, maxStay + 1 (7 bits each), the two flags closed to arrival (CTA) and
// closed to departure (CTD) (1: false, 2: true), and last the rate's closed flag. So 0 is a day without any setting.
//
// The bounds of advance booking need 20 bits, which this number has no room for: they are packed into another one, which
// search stores only for blocks with such a bound. Both fields are the number of days + 1, or 0 if unset (10 bits each).

const LENGTH = 0x7f
const FLAG = 3
const THROUGH_AT = 7
const MAX_AT = 14
const ARRIVAL_AT = 21
const DEPARTURE_AT = 23
const CLOSED = 1 << 25
const AHEAD = 0x3ff
const MAX_AHEAD_AT = 10
/** The fields that a derived rate inherits unless it has its own. */
const INHERITED = [
  LENGTH,
  LENGTH << THROUGH_AT,
  LENGTH << MAX_AT,
  FLAG << ARRIVAL_AT,
  FLAG << DEPARTURE_AT,
]

const INHERITED_AHEAD = [AHEAD, AHEAD << MAX_AHEAD_AT]

/** Packs a day of a rate into a number, without its price and its bounds of advance booking; 0 if nothing is set. */
export function packRateDay(day: RateDay): number {
  return (
    (day.minStay ?? 0) |
    ((day.minStayThrough ?? 0) << THROUGH_AT) |
    ((day.maxStay === null ? 0 : day.maxStay + 1) << MAX_AT) |
    (packFlag(day.closedToArrival) << ARRIVAL_AT) |
    (packFlag(day.closedToDeparture) << DEPARTURE_AT) |
    (day.closed ? CLOSED : 0)
  )
}

/** Packs the bounds of advance booking of a rate's day into a number; 0 if none is set. */
export const packAhead = ({ minAdvanceDays, maxAdvanceDays }: RateDay): number =>
  packDays(minAdvanceDays) | (packDays(maxAdvanceDays) << MAX_AHEAD_AT)

/** Unpacks the day of `packRateDay` and `packAhead`. */
export function unpackRateDay(word: number, ahead: number, priceCents: number | null): RateDay {
  if (word === 0 && ahead === 0) return { ...NO_RATE_DAY, priceCents }
  const maxStay = (word >> MAX_AT) & LENGTH
  return {
    priceCents,
    closed: isClosedWord(word),
    minStay: word & LENGTH || null,
    minStayThrough: (word >> THROUGH_AT) & LENGTH || null,
    maxStay: maxStay === 0 ? null : maxStay - 1,
    minAdvanceDays: unpackDays(ahead),
    maxAdvanceDays: unpackDays(ahead >> MAX_AHEAD_AT),
    closedToArrival: unpackFlag(word >> ARRIVAL_AT),
    closedToDeparture: unpackFlag(word >> DEPARTURE_AT),
  }
}

/** True if the rate itself is closed. */
export const isClosedWord = (word: number): boolean => (word & CLOSED) !== 0

/** Returns a day without its restrictions: whether the rate itself is closed is all that is left. */
export const closedWord = (word: number): number => word & CLOSED

/** Returns a day that is open to departure. */
export const withoutDeparture = (word: number): number => word & ~(FLAG << DEPARTURE_AT)

/** Returns the least lengths of stay that are set on a day, by arrival and by night; 1 where none is. */
export const lengthsOf = (word: number): [arrival: number, through: number] => [
  word & LENGTH || 1,
  (word >> THROUGH_AT) & LENGTH || 1,
]

/** Returns the day of a derived rate with the fields it inherits from `STD`. Most days of rates set nothing. */
export const inheritWord = (own: number, std: number): number =>
  own === 0 ? std & ~CLOSED : inherit(INHERITED, own, std)

/** Returns the bounds of advance booking of a derived rate with those it inherits from `STD`. */
export const inheritAhead = (own: number, std: number): number => inherit(INHERITED_AHEAD, own, std)

/** True if the restrictions refuse a stay of this length arriving on the day. */
export function refusesArrival(word: number, nights: number): boolean {
  const maxStay = ((word >> MAX_AT) & LENGTH) - 1
  return (
    nights < (word & LENGTH) ||
    (maxStay > 0 && nights > maxStay) ||
    ((word >> ARRIVAL_AT) & FLAG) === 2
  )
}

/** True if the restrictions refuse this night to a stay of this length. */
export const refusesNight = (word: number, nights: number): boolean =>
  nights < ((word >> THROUGH_AT) & LENGTH)

/** True if a stay is booked too late or too early, so many days before its arrival on the day. */
export function refusesAhead(ahead: number, days: number): boolean {
  const most = (ahead >> MAX_AHEAD_AT) & AHEAD
  return isTooLate(days, (ahead & AHEAD) - 1) || (most > 0 && isTooEarly(days, most - 1))
}

/** True if departures are closed on this day (CTD). */
export const refusesDeparture = (word: number): boolean => ((word >> DEPARTURE_AT) & FLAG) === 2

function inherit(fields: readonly number[], own: number, std: number): number {
  if (std === 0) return own
  let word = own
  for (const field of fields) if ((own & field) === 0) word |= std & field
  return word
}

const packDays = (days: number | null) => (days === null ? 0 : days + 1)

const unpackDays = (bits: number) => ((bits & AHEAD) === 0 ? null : (bits & AHEAD) - 1)

const packFlag = (flag: boolean | null) => (flag === null ? 0 : flag ? 2 : 1)

const unpackFlag = (bits: number) => ((bits & FLAG) === 0 ? null : (bits & FLAG) === 2)
