import type { Booking } from '../../domain/bookings/booking.ts'
import { noSuchBooking } from '../../service/bookings/ack-booking.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import type { Handle } from '../../store/engine/engine.ts'

/** Finds a booking of a hotel by its code. @throws AppError `not_found` */
export async function findOwnBooking(
  { store }: { store: Handle },
  hotelId: number,
  code: string,
): Promise<Booking> {
  const booking = await findBooking(store, code.toUpperCase())
  if (booking?.hotelId === hotelId) return booking
  throw noSuchBooking()
}
