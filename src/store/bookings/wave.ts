import { and, eq, gte, inArray, not } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { isUnproven } from './booking-filter.ts'

/** Whether some codes, 500 at most, name a booking of a hotel that somebody has proven, or that is older than an instant. */
export async function isBeyondWave(
  { t, db }: Handle,
  { hotelId, codes, sinceMs }: { hotelId: number; codes: readonly string[]; sinceMs: number },
): Promise<boolean> {
  const { booking } = t
  const isOfWave = and(isUnproven(t), gte(booking.createdAtMs, sinceMs))!
  const rows = await db
    .select({ id: booking.id })
    .from(booking)
    .where(and(eq(booking.hotelId, hotelId), inArray(booking.code, [...codes]), not(isOfWave)))
    .limit(1)
  return rows.length > 0
}
