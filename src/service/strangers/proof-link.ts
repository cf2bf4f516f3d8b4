import type { Booking } from '../../domain/bookings/booking.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Actor } from '../../store/days/history.ts'

/** The actor of a booking's mailed link. */
export const byProofLink = ({ code }: Pick<Booking, 'code'>): Actor => ({
  ...{ type: 'booking', id: code, by: 'guest', how: 'proof_link' },
})

/**
 * Refuses a link that ended between its opening and the transaction.
 *
 * @param linked the booking as the link opened it
 * @throws AppError `not_found`
 */
export function mustBeLinked(booking: Booking, linked: Booking): void {
  if (booking.manageEpoch !== linked.manageEpoch) throw noBookingByLink()
}

/** Returns the error for a wrong code or token, the same for all of them. */
export const noBookingByLink = () => new AppError('not_found', 'There is no such booking for you.')
