import { eq } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Tx } from '../engine/engine.ts'

/** Writes the proof of a booking and its share in the brake. */
export async function updateProof(
  { t: { booking }, db }: Tx,
  { id, proof, provenByStay, brakeNights, brakeAtMs }: Booking,
): Promise<void> {
  await db
    .update(booking)
    .set({ proof, provenByStay, brakeNights, brakeAtMs })
    .where(eq(booking.id, id))
}
