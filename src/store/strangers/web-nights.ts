import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type WebNights, webNightsOf } from '../../domain/strangers/web-nights.ts'
import type { Tx } from '../engine/engine.ts'
import { batch } from '../engine/pace.ts'

/**
 * Moves a booking's rooms between the strangers' counters of its old and new nights. It writes neither history nor
 * feed, because only the limits on strangers' bookings use these counters.
 */
export async function moveWebNights(tx: Tx, from: Booking, to: Booking): Promise<void> {
  const [before, after] = [webNightsOf(from), webNightsOf(to)]
  if (Bun.deepEquals(before, after)) return
  await batch(
    before && addWebNights(tx, from.hotelId, { ...before, rooms: -before.rooms }),
    after && addWebNights(tx, to.hotelId, after),
  )
}

async function addWebNights(
  { t: { day }, db }: Tx,
  hotelId: number,
  { as, roomCode, rooms, dates }: WebNights,
): Promise<void> {
  const sum = sql`${day[as]} + ${rooms}`
  await db
    .update(day)
    // An older version of the service did not move these counters; they must not fall below 0.
    .set({ [as]: sql`case when ${sum} < 0 then 0 else ${sum} end` })
    .where(and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), inArray(day.date, [...dates])))
}
