import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type WebNights, webNightsOf } from '../../domain/strangers/web-nights.ts'
import type { Tx } from '../engine/engine.ts'

/**
 * Moves the rooms of a booking among those of strangers on its nights, from where it was to where it is. It leaves no
 * history and no entry of the feed, for nothing that is sold depends on it but strangers' own bookings.
 */
export async function moveWebNights(tx: Tx, from: Booking, to: Booking): Promise<void> {
  const [before, after] = [webNightsOf(from), webNightsOf(to)]
  if (Bun.deepEquals(before, after)) return
  if (before) await addWebNights(tx, from.hotelId, { ...before, rooms: -before.rooms })
  if (after) await addWebNights(tx, to.hotelId, after)
}

async function addWebNights(
  { t: { day }, db }: Tx,
  hotelId: number,
  { as, roomCode, rooms, dates }: WebNights,
): Promise<void> {
  const sum = sql`${day[as]} + ${rooms}`
  await db
    .update(day)
    // What a version of before ended is not moved: it must not go below 0.
    .set({ [as]: sql`case when ${sum} < 0 then 0 else ${sum} end` })
    .where(and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), inArray(day.date, [...dates])))
}
