import { and, asc, eq, gt, gte, lte, or, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'

/** Holds that have run out and must expire, at most so many, with the codes of their groups. */
export const listExpiredHolds = async (handle: Handle, nowMs: number, limit: number) =>
  await selectExpiredHolds(handle).execute({ nowMs, limit })

// The worker asks this and the next each second: building a statement takes longer than running it.
const selectExpiredHolds = prepared(({ t: { booking }, db }) => {
  const { code, groupCode, status, holdExpiresAtMs } = booking
  const { placeholder } = sql
  return (
    db
      .select({ code, groupCode })
      .from(booking)
      // Literal text: a parameter rules out the partial index.
      .where(and(sql`${status} = 'pending'`, lte(holdExpiresAtMs, placeholder('nowMs'))))
      .limit(placeholder('limit'))
      .prepare()
  )
})

/** Codes of options whose reminder is due, at most so many. */
export async function listDueReminders(handle: Handle, nowMs: number, limit: number) {
  const rows = await selectDueReminders(handle).execute({ nowMs, limit })
  return rows.map(({ code }) => code)
}

const selectDueReminders = prepared(({ t: { booking }, db }) => {
  const { code, status, optionReminderAtMs } = booking
  const { placeholder } = sql
  return db
    .select({ code })
    .from(booking)
    .where(
      and(
        sql`${status} = 'pending' and ${optionReminderAtMs} > 0`,
        lte(optionReminderAtMs, placeholder('nowMs')),
      ),
    )
    .limit(placeholder('limit'))
    .prepare()
})

/** Confirmed bookings whose check-out day is `until` or earlier, by that day, with the time at which each stay ends. */
export async function listDueCheckouts(
  { t, db }: Handle,
  until: CalendarDate,
  { after, limit }: { after?: { checkout: CalendarDate; id: number } | undefined; limit: number },
) {
  const { booking, hotel } = t
  const { id, checkout } = booking
  return await db
    .select({
      ...{ id, code: booking.code, checkout },
      checkoutTime: hotel.checkoutTime,
      timezone: hotel.timezone,
    })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, booking.hotelId))
    .where(
      and(
        sql`${booking.status} = 'confirmed'`,
        lte(checkout, until),
        // The first term alone bounds the index.
        after && gte(checkout, after.checkout),
        after && or(gt(checkout, after.checkout), gt(id, after.id)),
      ),
    )
    .orderBy(asc(checkout), asc(id))
    .limit(limit)
}

/** Bookings whose free cancellation ends on some days and of which their agency is not reminded, by that day. */
export async function listDeadlines(
  { t, db }: Handle,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  {
    after,
    limit,
  }: { after?: { freeUntil: CalendarDate | null; id: number } | undefined; limit: number },
) {
  const { booking, hotel } = t
  const { id, freeUntil } = booking
  return await db
    .select({
      ...{ id, code: booking.code, freeUntil, updatedAtMs: booking.updatedAtMs },
      timezone: hotel.timezone,
    })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, booking.hotelId))
    .where(
      and(
        sql`${freeUntil} is not null and ${freeUntil} <> coalesce(${booking.freeReminded}, '')`,
        gte(freeUntil, after?.freeUntil ?? from),
        lte(freeUntil, to),
        after?.freeUntil ? or(gt(freeUntil, after.freeUntil), gt(id, after.id)) : undefined,
      ),
    )
    .orderBy(asc(freeUntil), asc(id))
    .limit(limit)
}

/**
 * Notes that an agency was reminded of the last day of free cancellation, in a transaction that holds the lock of the
 * hotel.
 *
 * @returns false if it was reminded of that day already
 */
export async function noteDeadlineTold(
  { t: { booking }, db }: Tx,
  { id }: Pick<Booking, 'id'>,
  freeUntil: CalendarDate,
): Promise<boolean> {
  const isUntold = sql`${booking.freeUntil} <> coalesce(${booking.freeReminded}, '')`
  const rows = await db
    .update(booking)
    .set({ freeReminded: freeUntil })
    .where(and(eq(booking.id, id), eq(booking.freeUntil, freeUntil), isUntold))
    .returning({ id: booking.id })
  return rows.length > 0
}
