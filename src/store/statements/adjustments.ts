// Adjustments of the lines of closed statements.

import { and, asc, between, eq, isNull, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Month } from '../../domain/kernel/month.ts'
import { bookingColumns, fromRow } from '../bookings/booking-row.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import type { Account } from './unstated.ts'

/** An adjustment of a closed statement's line. */
export type Adjustment = Tables['statementAdjustment']['$inferSelect']

/** Inserts an adjustment. */
export async function insertAdjustment({ t, db }: Tx, adjustment: Adjustment): Promise<void> {
  await db.insert(t.statementAdjustment).values(adjustment)
}

/** Finds an adjustment of a hotel with its booking and agency; undefined if there is none. */
export async function findAdjustment(
  { t, db }: Handle,
  hotelId: number,
  id: string,
): Promise<{ adjustment: Adjustment; booking: Booking; agencyCode: string } | undefined> {
  const { statementAdjustment: a, booking, agency } = t
  const { guest, ...own } = bookingColumns(booking)
  const [row] = await db
    .select({ adjustment: a, own, guest, agencyCode: agency.code })
    .from(a)
    .innerJoin(booking, eq(booking.id, a.bookingId))
    .innerJoin(agency, eq(agency.id, a.agencyId))
    .where(and(eq(a.hotelId, hotelId), eq(a.id, id)))
  if (!row) return undefined
  const { adjustment, agencyCode } = row
  return { adjustment, agencyCode, booking: fromRow({ ...row.own, guest: row.guest }) }
}

/** Deletes an adjustment. */
export async function deleteAdjustment(
  { t: { statementAdjustment: a }, db }: Tx,
  { hotelId, id }: Adjustment,
): Promise<void> {
  await db.delete(a).where(and(eq(a.hotelId, hotelId), eq(a.id, id)))
}

/** Counts the adjustments of a booking. */
export async function countAdjustments(
  { t: { statementAdjustment: a }, db }: Handle,
  bookingId: number,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(a)
    .where(eq(a.bookingId, bookingId))
  return row!.count
}

/** Lists the adjustments of an account that no closed statement has, with their bookings, in the order of writing. */
export async function listOpenAdjustments(
  { t, db }: Handle,
  { hotelId, agencyId, currency }: Account,
  { from, until }: { from: Month; until: Month },
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const { statementAdjustment: a, booking: b } = t
  return await db
    .select({
      ...{ adjustment: a, code: b.code, firstName: b.firstName, lastName: b.lastName },
      ...{ checkin: b.checkin, checkout: b.checkout, status: b.status, collect: b.collect },
    })
    .from(a)
    .innerJoin(b, eq(b.id, a.bookingId))
    .where(
      and(
        ...[eq(a.hotelId, hotelId), eq(a.agencyId, agencyId), eq(a.currency, currency)],
        ...[isNull(a.statementId), between(a.month, from, until)],
      ),
    )
    .orderBy(asc(a.atMs), asc(a.id))
    .limit(limit)
    .offset(offset)
}
