import { termsInForce } from '../../domain/agencies/terms.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { actsUntilMs } from '../../domain/bookings/manage-link.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findTerms } from '../../store/agencies/terms.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Context } from '../api/context.ts'

/** Refuses a manage link that only reads the booking. @throws AppError `forbidden` */
export async function refuseReaders(
  { store, hotelOf, nowMs }: Context,
  booking: Booking,
): Promise<void> {
  if (!(await mayGuestAct(store, booking)))
    throw new AppError(
      'forbidden',
      'An agency made this booking: the link only shows it; the agency changes and cancels it.',
    )
  const { hotel } = await hotelOf(booking.hotelId)
  if (nowMs() < actsUntilMs(booking, hotel)) return
  const detail =
    'The booking ended more than 30 days ago: its link only shows it and takes a review.'
  throw new AppError('forbidden', detail)
}

/** True unless an agency made the booking: then its terms let guests act, on what is confirmed (contract-access). */
export async function mayGuestAct(
  handle: Handle,
  { hotelId, agencyId, status }: Booking,
): Promise<boolean> {
  if (agencyId === null) return true
  const { guestActs } = termsInForce(await findTerms(handle, hotelId, agencyId))
  return guestActs && status !== 'pending'
}
