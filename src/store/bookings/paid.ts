import { eq } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { moveOwed } from '../agencies/terms.ts'
import type { Tx } from '../engine/engine.ts'

/**
 * Writes the sum of a booking's payments, or of the adjustments of its statement's line, in a transaction that holds
 * the lock of its hotel, and moves what its agency owes.
 */
export async function updatePaid(
  tx: Tx,
  from: Booking,
  paid: Partial<Pick<Booking, 'paidCents' | 'adjustedCents'>>,
): Promise<void> {
  const { booking } = tx.t
  await tx.db.update(booking).set(paid).where(eq(booking.id, from.id))
  if (!isTestBooking(from)) await moveOwed(tx, from, { ...from, ...paid })
}
