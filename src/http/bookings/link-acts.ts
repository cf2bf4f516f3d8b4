import { termsInForce } from '../../domain/agencies/terms.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { actsUntilMs, mayGuestAct } from '../../domain/bookings/manage-link.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findTerms } from '../../store/agencies/terms.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Context } from '../api/context.ts'

/** Refuses a manage link that only reads the booking. @throws AppError `forbidden` */
export async function refuseReaders(
  { store, hotelOf, nowMs }: Context,
  booking: Booking,
): Promise<void> {
  if (!(await mayLinkAct(store, booking)))
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

/** True if a booking's link acts by the terms of its agency at present; see `mayGuestAct`. */
export async function mayLinkAct(handle: Handle, booking: Booking): Promise<boolean> {
  const { hotelId, agencyId } = booking
  if (agencyId === null) return true
  const { guestActs } = termsInForce(await findTerms(handle, hotelId, agencyId))
  return mayGuestAct(booking, guestActs)
}
