import { desc, sql } from 'drizzle-orm'
import type { Booking } from '../../../domain/bookings/booking.ts'
import type { Handle } from '../../engine/engine.ts'
import { isMoved } from './sums.ts'

/** Sums of hotels that are not yet in the service's and are looked at: those of some seconds, while the worker works. */
const MOVED_MAX = 10_000

/**
 * Counts the bookings made, pending and confirmed, without sandboxes. It reads the newest booking and the running sums,
 * a row a day, and no more however many bookings there are.
 */
export async function countBookings({ t, db }: Handle) {
  const { booking, serviceSum, hotelSum } = t
  const [made] = await db
    .select({ id: booking.id })
    .from(booking)
    .orderBy(desc(booking.id))
    .limit(1)
  const moved = db
    .select({
      status: hotelSum.status,
      bookings: sql`${hotelSum.bookings} - ${hotelSum.foldedBookings}`.as('bookings'),
    })
    .from(hotelSum)
    .where(isMoved(hotelSum))
    .limit(MOVED_MAX)
    .as('moved')
  // One statement, so that a sum that is moved meanwhile is counted once.
  const sums = db
    .select({ status: serviceSum.status, bookings: sql`${serviceSum.bookings}`.as('bookings') })
    .from(serviceSum)
    .unionAll(db.select({ status: moved.status, bookings: moved.bookings }).from(moved))
    .as('sums')
  const rows = await db
    .select({ status: sums.status, bookings: sql<number>`sum(${sums.bookings})`.mapWith(Number) })
    .from(sums)
    .groupBy(sums.status)
  const of = (wanted: Booking['status']) =>
    rows.find(({ status }) => status === wanted)?.bookings ?? 0
  return { made: Math.max(0, made?.id ?? 0), pending: of('pending'), confirmed: of('confirmed') }
}
