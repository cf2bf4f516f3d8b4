import { count, desc, eq, gt } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'

/** What a database contains, for people who look at a backup; without sandboxes. */
export type Contents = {
  hotels: number
  bookings: number
  /** The booking that was made last; undefined if there is none. */
  newest: { code: string; slug: string; createdAtMs: number } | undefined
}

/** Reads what a database contains. It counts all bookings: for a database that nobody serves. */
export async function readContents({ t: { booking, hotel }, db }: Handle): Promise<Contents> {
  const [hotels] = await db.select({ rows: count() }).from(hotel).where(gt(hotel.id, 0))
  const [bookings] = await db.select({ rows: count() }).from(booking).where(gt(booking.id, 0))
  const [newest] = await db
    .select({ code: booking.code, slug: hotel.slug, createdAtMs: booking.createdAtMs })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, booking.hotelId))
    .where(gt(booking.id, 0))
    .orderBy(desc(booking.id))
    .limit(1)
  return { hotels: hotels!.rows, bookings: bookings!.rows, newest }
}
