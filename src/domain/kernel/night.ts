import { addDays, type CalendarDate, datesBetween } from './date.ts'

/** Nights of a stay (contract §3). */
export const NIGHTS_MAX = 90

/** The price of one room for one night. */
export type Night = { date: CalendarDate; priceCents: number }

/** What is slept where: the part of a booking that takes rooms. */
export type Stay = {
  roomCode: string
  rateCode: string
  boardCode: string | null
  rooms: number
  checkin: CalendarDate
  /** Not a night. */
  checkout: CalendarDate
  adults: number
  children: number
  /** 0 to 17, one a child; null: not said. */
  childAges: number[] | null
}

/** Nights slept, ascending: the checkout date is not one (contract §3). */
export function nightsOf({
  checkin,
  checkout,
}: Pick<Stay, 'checkin' | 'checkout'>): CalendarDate[] {
  return datesBetween(checkin, addDays(checkout, -1))
}

/** Σ nightly × rooms, in minor units. */
export function totalOf(nightly: readonly Night[], rooms: number): number {
  return nightly.reduce((sum, { priceCents }) => sum + priceCents, 0) * rooms
}
