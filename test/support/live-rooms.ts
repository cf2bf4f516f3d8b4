import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { TestService } from './service.ts'

/**
 * The rooms that each night counts as live are those of the held and confirmed bookings that sleep
 * there (contract-counts, *What is live*).
 */
export async function checkLive({ store, alfa }: TestService): Promise<void> {
  const { booking, day } = store.t
  const bookings = await store.db.select().from(booking)
  const standing = bookings.filter(({ status }) => status === 'pending' || status === 'confirmed')
  for (const row of await store.db.select().from(day).where(eq(day.hotelId, alfa.id))) {
    const sleeping = standing.filter(
      ({ roomCode, checkin, checkout }) =>
        roomCode === row.roomCode && checkin <= row.date && row.date < checkout,
    )
    const live = sleeping.reduce((sum, { rooms }) => sum + rooms, 0)
    expect([row.roomCode, row.date, row.live]).toEqual([row.roomCode, row.date, live])
  }
}
