import type { Booking } from '../bookings/booking.ts'
import type { Collector } from '../bookings/booking-details.ts'
import { type Month, monthAfter, monthBefore } from '../kernel/month.ts'

/** Lines of one statement; those beyond it wait for the next. */
export const STATEMENT_LINES_MAX = 20_000

/** Adjustments of one booking. */
export const ADJUSTMENTS_MAX = 100

/** States of a statement. `open`: its month is worked out anew at each look. `closing`: its lines are being copied. */
export const STATEMENT_STATUSES = ['open', 'closing', 'closed'] as const

/** The amounts of a line, or the sums of a statement, in minor units. */
export type Amounts = {
  /** The total of a stay, or the penalty of a cancellation or no-show. */
  baseCents: number
  /** The extras, where they are owed. */
  extrasCents: number
  /** The commission of the base. */
  commissionCents: number
  paidCents: number
  /** The agency's debt to the hotel; below 0: the hotel's debt to the agency. */
  owedCents: number
}

/** The fields of a booking that its line depends on. */
export type StatedBooking = Pick<
  Booking,
  | 'status'
  | 'collect'
  | 'totalPriceCents'
  | 'penaltyCents'
  | 'extrasTotalCents'
  | 'extrasOwedCents'
  | 'commissionCents'
>

/** Sums of nothing. */
export const NO_AMOUNTS: Amounts = {
  ...{ baseCents: 0, extrasCents: 0, commissionCents: 0, paidCents: 0, owedCents: 0 },
}

/** Returns the line of a completed, cancelled or no-show booking (contract-agencies, *Statement*). */
export function lineOf(booking: StatedBooking, paidCents: number): Amounts {
  const { status, collect, totalPriceCents, penaltyCents, extrasTotalCents } = booking
  const isStayed = status === 'completed'
  const baseCents = isStayed ? totalPriceCents : (penaltyCents ?? 0)
  const extrasCents = isStayed ? extrasTotalCents : booking.extrasOwedCents
  const commissionCents = booking.commissionCents ?? 0
  const dueCents = collect === 'agency' ? baseCents + extrasCents - paidCents : 0
  const owedCents = dueCents - commissionCents
  return { baseCents, extrasCents, commissionCents, paidCents, owedCents }
}

/** Returns the line of an adjustment of a booking's line (contract-agencies, *Statement*). */
export const adjustmentLine = (
  collect: Collector,
  { baseCents, commissionCents }: Pick<Amounts, 'baseCents' | 'commissionCents'>,
): Amounts => ({
  ...{ ...NO_AMOUNTS, baseCents, commissionCents },
  owedCents: (collect === 'agency' ? baseCents : 0) - commissionCents,
})

/** Adds amounts up. */
export const addAmounts = (one: Amounts, other: Amounts): Amounts =>
  Object.fromEntries(NAMES.map((name) => [name, one[name] + other[name]])) as Amounts

const NAMES = Object.keys(NO_AMOUNTS) as (keyof Amounts)[]

/** The months that stand closed for an agency at a hotel: those of its statements, and those that the clock closed. */
export type ClosedMonths = {
  statements: ReadonlySet<Month>
  clock: { since: Month; through: Month } | undefined
  /** Months whose closing began after that of the month in question, which keep what is their own. */
  later: ReadonlySet<Month>
}

/** Returns the open month that takes what falls into a month: that one, or the first after it that is not closed. */
export function openMonthOf(month: Month, closed: ClosedMonths): Month {
  let open = month
  while (isClosed(open, closed)) open = monthAfter(open)
  return open
}

/** Returns the first of the closed months whose latecomers an open month takes; the month itself if there is none. */
export function firstTakenBy(month: Month, closed: ClosedMonths): Month {
  let first = month
  while (isClosed(monthBefore(first), closed)) first = monthBefore(first)
  return first
}

const isClosed = (month: Month, { statements, clock, later }: ClosedMonths) =>
  !later.has(month) &&
  (statements.has(month) || (clock !== undefined && clock.since < month && month <= clock.through))

/** Returns the number of a statement. @param ordinal 1, 2, 3 … within the year of the hotel */
export const statementNumber = (slug: string, year: number, ordinal: number): string =>
  `${slug}-${year}-${ordinal}`
