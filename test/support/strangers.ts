import { eq } from 'drizzle-orm'
import type { BookingProof } from '../../src/domain/bookings/booking.ts'
import type { TestService } from './service.ts'

/** Marks the guests of bookings as proven, whoever made them. */
export async function setProof(
  { store }: TestService,
  proof: BookingProof,
  ...codes: readonly string[]
): Promise<void> {
  const { booking } = store.t
  for (const code of codes)
    await store.tx((tx) => tx.db.update(booking).set({ proof }).where(eq(booking.code, code)))
}
