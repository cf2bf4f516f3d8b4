// Work of an agency in these days: options that end, deadlines of free cancellation, arrivals.

import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle } from '../engine/engine.ts'
import { bookingColumns, fromRow } from './booking-row.ts'

/** The bookings of an agency in each list, in its order, with `limit` at most. */
export type AgencyDay = { options: Booking[]; deadlines: Booking[]; arrivals: Booking[] }

/**
 * Lists the options of an agency that stand, by their end; its confirmed bookings whose free cancellation ends between
 * two days, by that day; and those that arrive on days from `first` to `today`.
 *
 * @param first the first day that is today anywhere on earth; `today` the last one
 */
export async function listAgencyDay(
  { t, db }: Handle,
  agencyId: number,
  days: { nowMs: number; first: CalendarDate; today: CalendarDate; until: CalendarDate },
  limit: number,
): Promise<AgencyDay> {
  const { booking } = t
  const { status, holdExpiresAtMs, optionReminderAtMs, freeUntil, checkin, id } = booking
  const isTheirs = eq(booking.agencyId, agencyId)
  const select = () => db.select(bookingColumns(booking)).from(booking).$dynamic()
  const options = await select()
    .where(
      and(
        isTheirs,
        sql`${booking.agencyId} is not null and ${status} = 'pending'`,
        gt(holdExpiresAtMs, days.nowMs),
        sql`${optionReminderAtMs} is not null`,
      ),
    )
    .orderBy(asc(holdExpiresAtMs))
    .limit(limit)
  const deadlines = await select()
    .where(and(isTheirs, sql`${freeUntil} is not null`, between(freeUntil, days.first, days.until)))
    .orderBy(asc(freeUntil), asc(id))
    .limit(limit)
  const arrivals = await select()
    .where(
      and(
        isTheirs,
        sql`${booking.agencyId} is not null`,
        between(checkin, days.first, days.today),
        sql`${status} = 'confirmed'`,
      ),
    )
    .orderBy(asc(checkin), asc(id))
    .limit(limit)
  return {
    options: options.map(fromRow),
    deadlines: deadlines.map(fromRow),
    arrivals: arrivals.map(fromRow),
  }
}
