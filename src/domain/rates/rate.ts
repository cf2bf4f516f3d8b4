import type { Day, NightPlace } from '../kernel/availability.ts'
import type { Names } from '../kernel/content.ts'

/**
 * The standard rate, sold with every room type and meant if no rate is named: its price is the day's (contract-rates).
 */
export const STD = 'STD'

export const PENALTIES = ['none', 'first_night', 'percent', 'all'] as const

/** Cancellation terms: the penalty, and the days before check-in up to which cancellation is free; null: never. */
export type Terms = {
  freeUntilDays: number | null
  penalty: (typeof PENALTIES)[number]
  /** Share of the total; 10,000 is all. Only with `percent`. */
  percentBp?: number
}

/** Terms of a rate without a penalty, and of bookings older than rates. */
export const NO_PENALTY: Terms = { freeUntilDays: 0, penalty: 'none' }

/** A child's price per night up to an age: an amount, or a share of the rate's price. */
export type ChildBand = { toAge: number; amountCents?: number; percentBp?: number }

/**
 * Occupancy pricing: the difference for each adult below or above the party that the price is for, and the price of
 * children by age.
 */
export type GuestPrices = {
  adults: number
  lessPercentBp?: number
  moreCents?: number
  /** By age ascending. */
  children?: ChildBand[]
}

/** The largest multiple that a derived price is rounded to. */
export const ROUND_TO_MAX = 10_000

/**
 * A derived rate's formula from the price of `STD`: a percentage, then an amount, then the nearest multiple of
 * `roundTo`.
 */
export type Derivation = { percentBp?: number; amountCents?: number; roundTo?: number }

/** The source of a rate's price: its own days, or `STD`. */
export type RatePricing = { type: 'own' } | ({ type: 'derived' } & Derivation)

/** A rate plan of a hotel: counts and the closed flag are the room type's, prices and restrictions the rate's. */
export type Rate = Names & {
  rateCode: string
  name: string
  /** The board that the price includes; null: the guest chooses one of the room type's. */
  boardCode: string | null
  /** Room types sold at it; null, for `STD` only: all. */
  roomCodes: string[] | null
  /** null of `STD` alone. */
  pricing: RatePricing | null
  guests: GuestPrices | null
  cancellation: Terms
  /** True if everyone sees it; else only the hotel's staff and admins. */
  public: boolean
  active: boolean
}

/** `STD` as long as it was never changed. */
export const STANDARD: Rate = {
  rateCode: STD,
  name: 'Standard',
  translations: { en: { name: null }, tr: { name: 'Standart' } },
  boardCode: null,
  roomCodes: null,
  pricing: null,
  guests: null,
  cancellation: NO_PENALTY,
  public: true,
  active: true,
}

/** The largest number of days that a restriction asks between booking and arrival; as a maximum it restricts nothing. */
export const ADVANCE_DAYS_MAX = 730

/**
 * Restrictions of a stay: minimum and maximum length of stay (MinLOS, MaxLOS) by arrival day or by every night, the
 * days between booking and arrival (advance booking, lead time), and days closed to arrival (CTA) or departure (CTD).
 */
export type Restrictions = {
  minStay: number
  minStayThrough: number
  /** 0: none. */
  maxStay: number
  /** 0: none. */
  minAdvanceDays: number
  /** 0: the arrival day only; `ADVANCE_DAYS_MAX`: none. */
  maxAdvanceDays: number
  closedToArrival: boolean
  closedToDeparture: boolean
}

export const NO_RESTRICTION: Restrictions = {
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
  minAdvanceDays: 0,
  maxAdvanceDays: ADVANCE_DAYS_MAX,
  closedToArrival: false,
  closedToDeparture: false,
}

/** True if so many days before the arrival are fewer than a rate's `minAdvanceDays`; a past arrival counts as today's. */
export const isTooLate = (days: number, minAdvanceDays: number): boolean =>
  minAdvanceDays > 0 && days < minAdvanceDays

/** True if so many days before the arrival are more than a rate's `maxAdvanceDays`. */
export const isTooEarly = (days: number, maxAdvanceDays: number): boolean =>
  maxAdvanceDays < ADVANCE_DAYS_MAX && days > maxAdvanceDays

/** Names of restrictions, in the order of their checks. */
export const RESTRICTIONS = Object.keys(NO_RESTRICTION) as (keyof Restrictions)[]

/** A stored day of a rate with its room type and date. */
export type RateDay = { priceCents: number | null; closed: boolean } & {
  [Name in keyof Restrictions]: Restrictions[Name] | null
}

/** A stored day of a rate with its place. */
export type PlacedRateDay = NightPlace & { rateCode: string } & RateDay

/** A day of a rate without any setting. */
export const NO_RATE_DAY: RateDay = {
  priceCents: null,
  closed: false,
  minStay: null,
  minStayThrough: null,
  maxStay: null,
  minAdvanceDays: null,
  maxAdvanceDays: null,
  closedToArrival: null,
  closedToDeparture: null,
}

/** The parts of one day of a room type: its stored day, and the stored days of `STD` and of a rate. */
export type DayParts = {
  /** undefined: never pushed. */
  day: Day | undefined
  std: RateDay | undefined
  /** The rate's day, if the rate is not `STD`. */
  own: RateDay | undefined
}

/** True if a rate is sold with a room type. */
export const isSoldWith = ({ roomCodes }: Pick<Rate, 'roomCodes'>, roomCode: string): boolean =>
  roomCodes === null || roomCodes.includes(roomCode)

/** Returns the translated names that a rate keeps after a change: a renamed `STD` loses the standard ones. */
export const keptNames = (
  before: Rate,
  { name = before.name }: { name?: string },
): Names | undefined =>
  before.rateCode === STD &&
  name !== STANDARD.name &&
  Bun.deepEquals(before.translations, STANDARD.translations)
    ? undefined
    : before

/** Finds a hotel's rate by code; undefined: none. */
export const rateOf = (rates: readonly Rate[], rateCode: string): Rate | undefined =>
  rates.find((rate) => rate.rateCode === rateCode)

/** True if a rate contains amounts in the hotel's currency, apart from its days. */
export function hasAmounts({ pricing, guests }: Pick<Rate, 'pricing' | 'guests'>): boolean {
  const { amountCents = 0, roundTo = 1 } = pricing?.type === 'derived' ? pricing : {}
  const ofGuests = [guests?.moreCents, ...(guests?.children ?? []).map((band) => band.amountCents)]
  return (
    amountCents !== 0 || roundTo !== 1 || ofGuests.some((cents) => cents !== undefined && cents > 0)
  )
}

/**
 * Returns a price derived from `STD` (contract-rates, Derived): the percentage first, then the amount, then the
 * nearest multiple of `roundTo`, halves up both times; null if it comes to nothing.
 */
export function derivedPrice(
  stdPriceCents: number,
  { percentBp = 0, amountCents = 0, roundTo = 1 }: Derivation,
): number | null {
  const exact = partOf(stdPriceCents, 10_000 + percentBp) + amountCents
  const price = Math.floor((2 * exact + roundTo) / (2 * roundTo)) * roundTo
  return price < 1 ? null : price
}

/** Returns basis points of an amount (10,000 is all of it), rounded to the minor unit, halves up, also below 0. */
export function partOf(cents: number, basisPoints: number): number {
  const product = cents * basisPoints
  if (Number.isSafeInteger(product + 5_000)) return Math.floor((product + 5_000) / 10_000)
  const exact = BigInt(cents) * BigInt(basisPoints) + 5_000n
  const quotient = exact / 10_000n
  return Number(exact < 0n && quotient * 10_000n !== exact ? quotient - 1n : quotient)
}
