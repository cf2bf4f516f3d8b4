import type { Booking } from '../bookings/booking.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { nightsOf } from '../kernel/night.ts'

/** What of a night's rooms a booking counts among: those that nobody has proven, or those that strangers hold. */
export type WebCount = 'unproven' | 'heldByStrangers'

/** Nights of one room type, and what so many rooms of each count as. */
export type WebNights = {
  as: WebCount
  roomCode: string
  rooms: number
  dates: readonly CalendarDate[]
}

type NightSource = Pick<Booking, 'status' | 'proof' | 'roomCode' | 'rooms' | 'checkin' | 'checkout'>

/** Whether nobody has shown that a booking's guest is one. */
export const isUnproven = ({ proof }: Pick<Booking, 'proof'>): boolean =>
  proof === 'none' || proof === 'asked'

/** The nights on which a booking counts among strangers' rooms; undefined: on none. */
export function webNightsOf(booking: NightSource): WebNights | undefined {
  const { status, proof, roomCode, rooms } = booking
  const dates = nightsOf(booking)
  const of = (as: WebCount, dates: readonly CalendarDate[]) => ({ as, roomCode, rooms, dates })
  if (status === 'pending') return proof === 'hotel' ? undefined : of('heldByStrangers', dates)
  if (!isUnproven(booking)) return undefined
  if (status === 'confirmed') return of('unproven', dates)
  // Of a no-show the first night is kept.
  return status === 'no_show' ? of('unproven', dates.slice(0, 1)) : undefined
}
