import { NO_RATE_DAY, type RateDay } from './rate.ts'

// What is set of a day of a rate, its price aside, as one number, so that search reads it with one look. Each field is
// 0 where nothing is set: minStay, minStayThrough, maxStay + 1 (7 bits each), the two flags (1: false, 2: true), and
// last whether the rate is closed. So 0 is a day that nothing was ever set of.

const LENGTH = 0x7f
const FLAG = 3
const THROUGH_AT = 7
const MAX_AT = 14
const ARRIVAL_AT = 21
const DEPARTURE_AT = 23
const CLOSED = 1 << 25
/** The fields that a derived rate inherits where it has none of its own. */
const INHERITED = [
  LENGTH,
  LENGTH << THROUGH_AT,
  LENGTH << MAX_AT,
  FLAG << ARRIVAL_AT,
  FLAG << DEPARTURE_AT,
]

/** A day of a rate as a number, its price aside; 0 when nothing is set. */
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

/** The day that `packRateDay` was given. */
export function unpackRateDay(word: number, priceCents: number | null): RateDay {
  if (word === 0) return { ...NO_RATE_DAY, priceCents }
  const maxStay = (word >> MAX_AT) & LENGTH
  return {
    priceCents,
    closed: isClosedWord(word),
    minStay: word & LENGTH || null,
    minStayThrough: (word >> THROUGH_AT) & LENGTH || null,
    maxStay: maxStay === 0 ? null : maxStay - 1,
    closedToArrival: unpackFlag(word >> ARRIVAL_AT),
    closedToDeparture: unpackFlag(word >> DEPARTURE_AT),
  }
}

/** Whether the rate itself is closed. */
export const isClosedWord = (word: number): boolean => (word & CLOSED) !== 0

/** A day of a derived rate with what it inherits from that of `STD`. */
export function inheritWord(own: number, std: number): number {
  if (std === 0) return own
  let word = own
  for (const field of INHERITED) if ((own & field) === 0) word |= std & field
  return word
}

/** Whether a stay of so many nights that arrives on this day may not. */
export function refusesArrival(word: number, nights: number): boolean {
  const maxStay = ((word >> MAX_AT) & LENGTH) - 1
  return (
    nights < (word & LENGTH) ||
    (maxStay > 0 && nights > maxStay) ||
    ((word >> ARRIVAL_AT) & FLAG) === 2
  )
}

/** Whether a stay of so many nights may not sleep this night. */
export const refusesNight = (word: number, nights: number): boolean =>
  nights < ((word >> THROUGH_AT) & LENGTH)

/** Whether nobody may depart on this day. */
export const refusesDeparture = (word: number): boolean => ((word >> DEPARTURE_AT) & FLAG) === 2

const packFlag = (flag: boolean | null) => (flag === null ? 0 : flag ? 2 : 1)

const unpackFlag = (bits: number) => ((bits & FLAG) === 0 ? null : (bits & FLAG) === 2)
