// Arrivals, departures and in-house lists of a hotel's day.

import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { DAY_LIST_MAX } from '../../domain/bookings/desk.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle } from '../engine/engine.ts'
import { preparedShapes } from '../engine/prepared.ts'
import { bookingColumns, fromRow } from './booking-row.ts'

/**
 * The arrivals, departures and in-house guests of a day. Each list has at most `DAY_LIST_MAX` bookings, plus one if
 * there are more.
 */
export type DayLists = { arrivals: Booking[]; departures: Booking[]; inHouse: Booking[] }

/**
 * Lists the guests of a day by the definitions of `findFrontDesk`: arrivals are stays that begin on it, departures
 * stays that end on it, in house are stays with a night on it, arrivals included.
 *
 * @param isPast true if the day lies before today, so that stays may be completed
 */
export async function listDay(
  handle: Handle,
  hotelId: number,
  { date, isPast }: { date: CalendarDate; isPast: boolean },
): Promise<DayLists> {
  // A stay has at most 90 nights, which bounds how far back the index is read.
  const values = { hotelId, date, first: addDays(date, -NIGHTS_MAX) }
  const list = async (kind: keyof DayLists) =>
    (await selectList(handle, { kind, isPast }).execute(values)).map(fromRow)
  return {
    arrivals: await list('arrivals'),
    departures: await list('departures'),
    inHouse: await list('inHouse'),
  }
}

/** Prepares a list: building the three takes a fifth of a small hotel's day. */
const selectList = preparedShapes(
  ({ t, db }, { kind, isPast }: { kind: keyof DayLists; isPast: boolean }) => {
    const { placeholder } = sql
    const { hotelId, checkin, checkout, status, id } = t.booking
    // Literal text, as in the index of confirmed stays.
    const isStay = isPast
      ? sql`${status} in ('confirmed', 'completed')`
      : sql`${status} = 'confirmed'`
    const [date, first] = [placeholder('date'), placeholder('first')]
    const conditions = {
      arrivals: and(isStay, eq(checkin, date)),
      departures: and(sql`${status} in ('confirmed', 'completed')`, eq(checkout, date)),
      inHouse: and(isStay, between(checkin, first, date), gt(checkout, date)),
    }
    return db
      .select(bookingColumns(t.booking))
      .from(t.booking)
      .where(and(eq(hotelId, placeholder('hotelId')), conditions[kind]))
      .orderBy(...(kind === 'inHouse' ? [asc(checkin)] : []), asc(id))
      .limit(DAY_LIST_MAX + 1)
      .prepare()
  },
)
