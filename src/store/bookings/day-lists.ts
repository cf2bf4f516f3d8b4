// Arrivals, departures and in-house lists of a hotel's day.

import { and, asc, between, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { DAY_LIST_MAX } from '../../domain/bookings/desk.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle } from '../engine/engine.ts'
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
  { t, db }: Handle,
  hotelId: number,
  { date, isPast }: { date: CalendarDate; isPast: boolean },
): Promise<DayLists> {
  const { checkin, checkout, status, id } = t.booking
  const isOfHotel = eq(t.booking.hotelId, hotelId)
  // Literal text, as in the index of confirmed stays.
  const isStay = isPast ? inArray(status, ['confirmed', 'completed']) : sql`${status} = 'confirmed'`
  const isLeaving = sql`${status} in ('confirmed', 'completed')`
  const select = () => db.select(bookingColumns(t.booking)).from(t.booking).$dynamic()
  const most = DAY_LIST_MAX + 1
  const arrivals = await select()
    .where(and(isOfHotel, isStay, eq(checkin, date)))
    .orderBy(asc(id))
    .limit(most)
  const departures = await select()
    .where(and(isOfHotel, isLeaving, eq(checkout, date)))
    .orderBy(asc(id))
    .limit(most)
  const inHouse = await select()
    .where(
      // A stay has at most 90 nights, which bounds how far back the index is read.
      and(
        isOfHotel,
        isStay,
        between(checkin, addDays(date, -NIGHTS_MAX), date),
        gt(checkout, date),
      ),
    )
    .orderBy(asc(checkin), asc(id))
    .limit(most)
  return {
    arrivals: arrivals.map(fromRow),
    departures: departures.map(fromRow),
    inHouse: inHouse.map(fromRow),
  }
}
