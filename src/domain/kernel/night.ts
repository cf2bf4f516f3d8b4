import { addDays, type CalendarDate, datesBetween } from './date.ts'

/** Nights of a stay (contract §3). */
export const NIGHTS_MAX = 90

/** The price of one room for one night. */
export type Night = { date: CalendarDate; priceCents: number }

/** The part of a booking that takes rooms. */
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
  /** 0 to 17, one per child; null: not given. */
  childAges: number[] | null
}

/** Returns the nights slept, ascending, without the checkout date (contract §3). */
export function nightsOf({
  checkin,
  checkout,
}: Pick<Stay, 'checkin' | 'checkout'>): CalendarDate[] {
  return datesBetween(checkin, addDays(checkout, -1))
}

/** Returns Σ nightly × rooms, in minor units. */
export function totalOf(nightly: readonly Night[], rooms: number): number {
  return nightly.reduce((sum, { priceCents }) => sum + priceCents, 0) * rooms
}
