import { and, asc, eq, gt, gte, lte, or, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle } from '../engine/engine.ts'

/** Holds that have run out and must expire, at most so many, with the codes of their groups. */
export async function listExpiredHolds({ t, db }: Handle, nowMs: number, limit: number) {
  const { booking } = t
  return await db
    .select({ code: booking.code, groupCode: booking.groupCode })
    .from(booking)
    // Literal text: a parameter rules out the partial index.
    .where(and(sql`${booking.status} = 'pending'`, lte(booking.holdExpiresAtMs, nowMs)))
    .limit(limit)
}

/** Codes of options whose reminder is due, at most so many. */
export async function listDueReminders({ t, db }: Handle, nowMs: number, limit: number) {
  const { booking } = t
  const rows = await db
    .select({ code: booking.code })
    .from(booking)
    .where(
      and(
        sql`${booking.status} = 'pending' and ${booking.optionReminderAtMs} > 0`,
        lte(booking.optionReminderAtMs, nowMs),
      ),
    )
    .limit(limit)
  return rows.map(({ code }) => code)
}

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
