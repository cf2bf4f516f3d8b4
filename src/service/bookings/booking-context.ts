import type { Booking } from '../../domain/bookings/booking.ts'
import { capacityOf } from '../../domain/days/count.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { currentSnapshot, findSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { batch } from '../../store/engine/pace.ts'
import { findListeners, type Listeners } from '../../store/webhooks/outbox.ts'
import { type AgencyAtHotel, findAgencyAt } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'

/** A booking with the hotel, room types, rates and extras that its record and its rules need. */
export type BookingContext = Omit<HotelSnapshot, 'revision'> & {
  booking: Booking
  /** The agency of the booking with its terms in force; null: none made it. */
  agency: AgencyAtHotel | null
  agencyCode: string | null
  listeners?: Listeners
}

/** Returns the booking with this code and its context. @throws AppError `not_found` */
export async function findBookingContext(
  handle: Handle,
  deps: Deps,
  code: string,
): Promise<BookingContext> {
  const booking = await findBooking(handle, code)
  if (!booking) throw noBooking()
  return await addContext(handle, deps, booking)
}

/** Adds the context of a booking that was read by the same handle. */
export async function addContext(
  handle: Handle,
  { knownHotel }: Deps,
  booking: Booking,
): Promise<BookingContext> {
  const { hotelId, agencyId } = booking
  const known = knownHotel?.(hotelId)
  const [snapshot, agency, listeners] = await batch(
    known ? currentSnapshot(handle, known) : findSnapshot(handle, hotelId),
    findAgencyAt(handle, hotelId, agencyId),
    findListeners(handle, hotelId),
  )
  return { booking, ...snapshot!, agency, agencyCode: agency?.code ?? null, listeners }
}

/** Returns the error for an unknown booking. */
export const noBooking = () => new AppError('not_found', 'There is no such booking.')

/** Returns the place of a booking's rooms, their number, and the capacity of the room type per night. */
export function placeOf({ booking, rooms }: BookingContext) {
  const { hotelId, roomCode } = booking
  const room = rooms.find((each) => each.roomCode === roomCode)!
  return { hotelId, roomCode, rooms: booking.rooms, capacity: capacityOf(room) }
}
