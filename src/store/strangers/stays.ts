import { and, eq, gt, isNotNull, ne, or } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Handle } from '../engine/engine.ts'

/** True if a hotel knows the mailbox of a booking: another booking of it checked in or has a payment that one of its people noted. */
export async function hasStayed(
  { t: { booking, bookingDesk }, db }: Handle,
  { hotelId, mailbox, code }: Pick<Booking, 'hotelId' | 'mailbox' | 'code'>,
): Promise<boolean> {
  if (mailbox === null) return false
  // A payment that a member noted proved the booking; one that an admin noted did not.
  const isMet = and(eq(booking.proof, 'hotel'), eq(booking.provenByStay, false))
  const rows = await db
    .select({ id: booking.id })
    .from(booking)
    .innerJoin(bookingDesk, eq(bookingDesk.bookingId, booking.id))
    .where(
      and(
        eq(booking.mailbox, mailbox),
        eq(booking.hotelId, hotelId),
        ne(booking.code, code),
        or(isNotNull(bookingDesk.arrivedAtMs), and(gt(bookingDesk.paidCents, 0), isMet)),
      ),
    )
    .limit(1)
  return rows.length > 0
}
