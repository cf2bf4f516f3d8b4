// Step-up: a mass cancellation needs none if all its bookings belong to one wave of unproven ones.

import { and, eq, gte, inArray, not } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { isUnproven } from './booking-filter.ts'

/**
 * True if one of some codes (at most 500) names a booking of the hotel that is proven, or that was made before an
 * instant.
 */
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
