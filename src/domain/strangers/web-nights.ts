import type { Booking } from '../bookings/booking.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { nightsOf } from '../kernel/night.ts'

/** The share of a night that a booking counts in: unproven rooms, or rooms held by strangers. */
export type WebCount = 'unproven' | 'heldByStrangers'

/** Nights of one room type, with the rooms and share of each. */
export type WebNights = {
  as: WebCount
  roomCode: string
  rooms: number
  dates: readonly CalendarDate[]
}

type NightSource = Pick<Booking, 'status' | 'proof' | 'roomCode' | 'rooms' | 'checkin' | 'checkout'>

/** True if the booking's guest is unproven. */
export const isUnproven = ({ proof }: Pick<Booking, 'proof'>): boolean =>
  proof === 'none' || proof === 'asked'

/** Returns the nights that a booking counts in a share for strangers; undefined: none. */
export function webNightsOf(booking: NightSource): WebNights | undefined {
  const { status, proof, roomCode, rooms } = booking
  const dates = nightsOf(booking)
  const of = (as: WebCount, dates: readonly CalendarDate[]) => ({ as, roomCode, rooms, dates })
  if (status === 'pending') return proof === 'hotel' ? undefined : of('heldByStrangers', dates)
  if (!isUnproven(booking)) return undefined
  if (status === 'confirmed') return of('unproven', dates)
  // A no-show keeps its first night.
  return status === 'no_show' ? of('unproven', dates.slice(0, 1)) : undefined
}
