// The sum paid of a booking, which stands in the booking and at its desk (`doctor`).

import { asc, eq, gt } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { moveOwed } from '../agencies/terms.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'

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

/** A booking, the sum of its payments as the booking has it, and as its desk has it, in minor units. */
export type PaidAt = { bookingId: number; hotelId: number; keptCents: number; paidCents: number }

/** Lists the bookings that have another sum of their payments than their desk, in slices. */
export async function listOtherPaid({
  t: { booking: b, bookingDesk: d },
  db,
}: Handle): Promise<PaidAt[]> {
  const read = (last: PaidAt | undefined, limit: number): Promise<PaidAt[]> =>
    db
      .select({
        ...{ bookingId: d.bookingId, hotelId: d.hotelId },
        ...{ keptCents: b.paidCents, paidCents: d.paidCents },
      })
      .from(d)
      .innerJoin(b, eq(b.id, d.bookingId))
      // Test bookings have ids below 0.
      .where(gt(d.bookingId, last?.bookingId ?? 0))
      .orderBy(asc(d.bookingId))
      .limit(limit)
  const others: PaidAt[] = []
  for await (const rows of readSlices(read))
    others.push(...rows.filter(({ keptCents, paidCents }) => keptCents !== paidCents))
  return others
}
