import { eq } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Tx } from '../engine/engine.ts'

/** Writes what a booking is proven by, and what the brake counts of it. */
export async function updateProof(
  { t: { booking }, db }: Tx,
  { id, proof, provenByStay, brakeNights, brakeAtMs }: Booking,
): Promise<void> {
  await db
    .update(booking)
    .set({ proof, provenByStay, brakeNights, brakeAtMs })
    .where(eq(booking.id, id))
}
