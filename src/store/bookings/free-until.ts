// The last day of free cancellation that each booking of an agency has in a column (`doctor`), for lists and reminders.

import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'
import { bookingColumns, fromRow } from './booking-row.ts'

/** A booking, and the day that its column has and should have. */
export type FreeUntilAt = Pick<Booking, 'id' | 'code' | 'hotelId'> &
  Record<'kept' | 'freeUntil', CalendarDate | null>

/** Lists the confirmed bookings of agencies whose column has another day than their terms say, in slices, or one. */
export async function listOtherFreeUntil(
  { t: { booking }, db }: Handle,
  only?: number,
): Promise<FreeUntilAt[]> {
  const { id, agencyId, createdAtMs } = booking
  type Read = { kept: CalendarDate | null; booking: Booking }
  // In the order of the index of agencies' bookings.
  const read = async (last: Read | undefined, limit: number): Promise<Read[]> => {
    const after = last?.booking
    const rows = await db
      .select(bookingColumns(booking))
      .from(booking)
      .where(
        and(
          isNotNull(agencyId),
          eq(booking.status, 'confirmed'),
          // Test bookings have ids below 0.
          only === undefined ? gt(id, 0) : eq(id, only),
          after &&
            sql`(${agencyId}, ${createdAtMs}, ${id}) > (${after.agencyId}, ${after.createdAtMs}, ${after.id})`,
        ),
      )
      .orderBy(asc(agencyId), asc(createdAtMs), asc(id))
      .limit(limit)
    return rows.map((row) => ({ kept: row.freeUntil, booking: fromRow(row) }))
  }
  const others: FreeUntilAt[] = []
  for await (const rows of readSlices(read))
    for (const { kept, booking: each } of rows) {
      const freeUntil = agencyFreeUntil(each)
      const { id: bookingId, code, hotelId } = each
      if (freeUntil !== kept) others.push({ id: bookingId, code, hotelId, kept, freeUntil })
    }
  return others
}

/** Writes the day of a booking, whose hotel's lock the transaction holds. */
export async function setFreeUntil(
  { t: { booking }, db }: Tx,
  { id, freeUntil }: FreeUntilAt,
): Promise<void> {
  await db.update(booking).set({ freeUntil }).where(eq(booking.id, id))
}
