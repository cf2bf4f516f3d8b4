import type { Day, NightPlace } from '../kernel/availability.ts'
import type { Names } from '../kernel/content.ts'

/** The rate that every room type is sold at, meant where none is named: its price is the day's (contract-rates). */
export const STD = 'STD'

export const PENALTIES = ['none', 'first_night', 'percent', 'all'] as const

/** What a cancellation costs, and until how many days before the check-in nothing; null: it is never free. */
export type Terms = {
  freeUntilDays: number | null
  penalty: (typeof PENALTIES)[number]
  /** Of the total; 10,000 is all of it. Only with `percent`. */
  percentBp?: number
}

/** Terms of a rate that has none, and of bookings from before rates. */
export const NO_PENALTY: Terms = { freeUntilDays: 0, penalty: 'none' }

/** What a child up to an age pays for a night: an amount, or a part of the rate's price. */
export type ChildBand = { toAge: number; amountCents?: number; percentBp?: number }

/** What a party pays that is not the one the rate's price is for: for each adult fewer or more, and each child by age. */
export type GuestPrices = {
  adults: number
  lessPercentBp?: number
  moreCents?: number
  /** By age ascending. */
  children?: ChildBand[]
}

/** A derived price is rounded to a multiple of so many minor units at most. */
export const ROUND_TO_MAX = 10_000

/** How a price comes of that of `STD`: a part more or less, then an amount, then the nearest multiple of `roundTo`. */
export type Derivation = { percentBp?: number; amountCents?: number; roundTo?: number }

/** Where a rate's price comes from: days of its own, or that of `STD`. */
export type RatePricing = { type: 'own' } | ({ type: 'derived' } & Derivation)

/** A rate of a hotel: counts and the closed flag are the room type's, prices and restrictions the rate's. */
export type Rate = Names & {
  rateCode: string
  name: string
  /** The board that the price includes; null: the guest chooses one of the room type's. */
  boardCode: string | null
  /** Room types sold at it; null, of `STD` alone: all. */
  roomCodes: string[] | null
  /** null of `STD` alone. */
  pricing: RatePricing | null
  guests: GuestPrices | null
  cancellation: Terms
  /** Whether it is there for everybody; else for the hotel's people and admins alone. */
  public: boolean
  active: boolean
}

/** `STD` where nothing of it was ever changed. */
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

/** What a stay is held to: length by its arrival day or by every night, and days nobody arrives or departs on. */
export type Restrictions = {
  minStay: number
  minStayThrough: number
  /** 0: none. */
  maxStay: number
  closedToArrival: boolean
  closedToDeparture: boolean
}

export const NO_RESTRICTION: Restrictions = {
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
  closedToArrival: false,
  closedToDeparture: false,
}

/** Names of restrictions, in the order in which they are judged. */
export const RESTRICTIONS = Object.keys(NO_RESTRICTION) as (keyof Restrictions)[]

/**
 * What is stored of one day of a rate for a room type; null is a price or restriction that is not its own. Of `STD` there
 * are restrictions alone: its price and closed flag are the day's.
 */
export type RateDay = { priceCents: number | null; closed: boolean } & {
  [Name in keyof Restrictions]: Restrictions[Name] | null
}

/** A stored day of a rate with its place. */
export type PlacedRateDay = NightPlace & { rateCode: string } & RateDay

/** A day of a rate that nothing was ever set of. */
export const NO_RATE_DAY: RateDay = {
  priceCents: null,
  closed: false,
  minStay: null,
  minStayThrough: null,
  maxStay: null,
  closedToArrival: null,
  closedToDeparture: null,
}

/** A day as a rate sells it: price (null: none), whether it is closed, and what a stay is held to. */
export type EffectiveDay = {
  available: number
  priceCents: number | null
  closed: boolean
} & Restrictions

/** What is known of one day of a room type: as stored, and what is stored of `STD` and of a rate. */
export type DayParts = {
  /** undefined: never pushed. */
  day: Day | undefined
  std: RateDay | undefined
  /** Of the rate where it is another than `STD`. */
  own: RateDay | undefined
}

/** Whether a rate is sold with a room type. */
export const isSoldWith = ({ roomCodes }: Pick<Rate, 'roomCodes'>, roomCode: string): boolean =>
  roomCodes === null || roomCodes.includes(roomCode)

/** Names that a rate keeps when it is changed: another `STD` than the standard one is not called so in any language. */
export const keptNames = (
  before: Rate,
  { name = before.name }: { name?: string },
): Names | undefined =>
  before.rateCode === STD &&
  name !== STANDARD.name &&
  Bun.deepEquals(before.translations, STANDARD.translations)
    ? undefined
    : before

/** The rate of a code among a hotel's; undefined when there is none. */
export const rateOf = (rates: readonly Rate[], rateCode: string): Rate | undefined =>
  rates.find((rate) => rate.rateCode === rateCode)

/** Whether a rate has amounts of money in it, which are of its hotel's currency; days of it aside. */
export function hasAmounts({ pricing, guests }: Pick<Rate, 'pricing' | 'guests'>): boolean {
  const { amountCents = 0, roundTo = 1 } = pricing?.type === 'derived' ? pricing : {}
  const ofGuests = [guests?.moreCents, ...(guests?.children ?? []).map((band) => band.amountCents)]
  return (
    amountCents !== 0 || roundTo !== 1 || ofGuests.some((cents) => cents !== undefined && cents > 0)
  )
}

/** A day as a rate sells it (contract-rates): derived restrictions that were never set are those of `STD`. */
export function effectiveDay(
  rate: Pick<Rate, 'pricing'>,
  { day, std, own }: DayParts,
): EffectiveDay {
  const isStd = rate.pricing === null
  const set = isStd ? std : own
  const inherited = rate.pricing?.type === 'derived' ? std : undefined
  const available = day?.available ?? 0
  const priceCents = priceOn(rate, day, own)
  const closed = !day || day.closed || (!isStd && own?.closed === true)
  // Most days have none: then a page of a hotel costs a fifth less.
  if (!set && !inherited) return { available, priceCents, closed, ...NO_RESTRICTION }
  const value = <Name extends keyof Restrictions>(name: Name): Restrictions[Name] =>
    (set?.[name] ?? inherited?.[name] ?? NO_RESTRICTION[name]) as Restrictions[Name]
  return {
    available,
    priceCents,
    closed,
    minStay: value('minStay'),
    minStayThrough: value('minStayThrough'),
    maxStay: value('maxStay'),
    closedToArrival: value('closedToArrival'),
    closedToDeparture: value('closedToDeparture'),
  }
}

/** The price of a rate on a day, for the party it is for; null when it has none. */
function priceOn(
  { pricing }: Pick<Rate, 'pricing'>,
  day: Day | undefined,
  own: RateDay | undefined,
): number | null {
  if (pricing?.type === 'own') return own?.priceCents || null
  const std = day?.priceCents || null
  return pricing === null || std === null ? std : derivedPrice(std, pricing)
}

/**
 * A price off that of `STD` (contract-rates, Derived): the percentage first, then the amount, then the nearest multiple
 * of `roundTo`, halves up both times; null when it comes to nothing.
 */
export function derivedPrice(
  stdPriceCents: number,
  { percentBp = 0, amountCents = 0, roundTo = 1 }: Derivation,
): number | null {
  const exact = partOf(stdPriceCents, 10_000 + percentBp) + amountCents
  const price = Math.floor((2 * exact + roundTo) / (2 * roundTo)) * roundTo
  return price < 1 ? null : price
}

/** Basis points of an amount, 10,000 being all of it, to the nearest minor unit, halves up (also below 0). */
export function partOf(cents: number, basisPoints: number): number {
  const product = cents * basisPoints
  if (Number.isSafeInteger(product + 5_000)) return Math.floor((product + 5_000) / 10_000)
  const exact = BigInt(cents) * BigInt(basisPoints) + 5_000n
  const quotient = exact / 10_000n
  return Number(exact < 0n && quotient * 10_000n !== exact ? quotient - 1n : quotient)
}
