import { and, asc, between, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'

/** States of which a partner is told, and should say that it knows (contract §2). */
const TOLD_STATUSES: BookingStatus[] = ['confirmed', 'cancelled', 'no_show', 'completed']

/**
 * Codes of bookings whose newest revision was neither acknowledged nor published as `booking.unacked`, that revision
 * the oldest first.
 *
 * @param span when it was made, both ends included
 */
export async function listUnacked(
  { t, db }: Handle,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit: number,
): Promise<string[]> {
  const { code, status, updatedAtMs } = t.booking
  const rows = await db
    .select({ code })
    .from(t.booking)
    .where(
      and(
        isUnacked(t),
        between(updatedAtMs, fromMs, toMs),
        inArray(status, TOLD_STATUSES),
        isNoDroppedHold(t),
      ),
    )
    .orderBy(asc(updatedAtMs))
    .limit(limit)
  return rows.map((row) => row.code)
}

/**
 * Notes that a revision is published as `booking.unacked`.
 *
 * @returns false when it was before, was acknowledged, or is not the newest any more
 */
export async function updateUnacked(
  { t, db }: Tx,
  { id, revision }: Pick<Booking, 'id' | 'revision'>,
): Promise<boolean> {
  const rows = await db
    .update(t.booking)
    .set({ unackedRevision: revision })
    .where(and(eq(t.booking.id, id), eq(t.booking.revision, revision), isUnacked(t)))
    .returning({ id: t.booking.id })
  return rows.length === 1
}

/**
 * Leaves out holds that were cancelled before they were confirmed. Their `booking.cancelled` is told as of any booking
 * (contract §3), but no reservation ever stood that a partner would have to acknowledge.
 */
export const isNoDroppedHold = ({ booking: { status, confirmedAtMs } }: Tables) =>
  or(ne(status, 'cancelled'), isNotNull(confirmedAtMs))

/** Bookings whose guests have not left by a day and whose newest revision the partner has not acknowledged. */
export const isUnackedStay = (t: Tables, today: CalendarDate) =>
  and(gte(t.booking.checkout, today), isUnackedOf(t))

/** The condition of the index `booking_hotel_unacked`, in its words: what is told and was not acknowledged. */
const isUnackedOf = ({ booking: { status, revision, ackedRevision, confirmedAtMs } }: Tables) =>
  sql`${revision} > coalesce(${ackedRevision}, 0) and (${status} in ('confirmed', 'no_show', 'completed') or ${status} = 'cancelled' and ${confirmedAtMs} is not null)`

/** The condition of the index `booking_unacked_due`, in its words. */
const isUnacked = ({ booking: { ackedRevision, unackedRevision, revision } }: Tables) =>
  sql`${revision} > coalesce(${ackedRevision}, 0) and ${revision} > coalesce(${unackedRevision}, 0)`
