import { eq } from 'drizzle-orm'
import type { BookingProof } from '../../src/domain/bookings/booking.ts'
import type { TestService } from './service.ts'

/** Sets the proof of bookings in the store, regardless of their maker. */
export async function setProof(
  { store }: TestService,
  proof: BookingProof,
  ...codes: readonly string[]
): Promise<void> {
  const { booking } = store.t
  for (const code of codes)
    await store.tx((tx) => tx.db.update(booking).set({ proof }).where(eq(booking.code, code)))
}
