// Figures of the dashboards: sold rooms, front desk, overdue acknowledgements, unbookable days, pick-up.

import {
  and,
  asc,
  between,
  count,
  eq,
  gt,
  inArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { UNACKED_COUNTED_MAX } from '../../domain/bookings/booking.ts'
import {
  type BookingMove,
  type Range,
  type RoomFiguresSource,
  SOLD_STATUSES,
} from '../../domain/dashboards/dashboard.ts'
import { addDays, type CalendarDate, datesBetween } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { isUnackedStay } from '../bookings/acks.ts'
import type { Handle } from '../engine/engine.ts'

/** A number of bookings, with their rooms and their guests. */
type Movement = { bookings: number; rooms: number; guests: number }

/** A day at a hotel's front desk. */
export type FrontDesk = { arrivals: Movement; departures: Movement; inHouse: Movement }

/** The bookings that a hotel's partner has not acknowledged: all of them, and those overdue. */
export type UnackedCounts = { bookings: number; overdue: number }

/** A booking or hold with its place in the order of `listSoldRooms`. */
type SoldRow = RoomFiguresSource & { id: number; checkin: CalendarDate }

/**
 * A hotel's bookings and holds with a night in a range, and cancelled ones with a penalty, by check-in. With `after`:
 * the next ones after it.
 */
export async function listSoldRooms(
  { t, db }: Handle,
  hotelId: number,
  { from, to }: Range,
  { after, limit }: { after?: SoldRow | undefined; limit: number },
): Promise<SoldRow[]> {
  const { id, status, rooms, roomCode, nightly, checkin, checkout, penaltyCents } = t.booking
  const rows = await db
    .select({ id, checkin, status, rooms, roomCode, nightly, penaltyCents })
    .from(t.booking)
    .where(
      and(
        eq(t.booking.hotelId, hotelId),
        // A stay has at most 90 nights, which bounds how far back the index is read.
        between(checkin, after?.checkin ?? addDays(from, -NIGHTS_MAX), to),
        after && or(gt(checkin, after.checkin), gt(id, after.id)),
        sql`${checkout} > ${from}`,
        or(
          inArray(status, ['pending', ...SOLD_STATUSES]),
          and(eq(status, 'cancelled'), gt(penaltyCents, 0)),
        ),
      ),
    )
    .orderBy(asc(checkin), asc(id))
    .limit(limit)
  return rows.map((row) => ({ ...row, nightly: JSON.parse(row.nightly) }))
}

/**
 * A hotel's arrivals, departures and in-house guests on a day. Arrivals: confirmed stays that begin on it. Departures:
 * stays that end on it, completed ones too. In house: confirmed stays with a night on it, arrivals included.
 */
export async function findFrontDesk(
  { t, db }: Handle,
  hotelId: number,
  today: CalendarDate,
): Promise<FrontDesk> {
  const { booking } = t
  const { checkin, checkout, status } = booking
  // Literal text, as in the index of confirmed stays: of past stays it only has those still in house.
  const isConfirmed = sql`${status} = 'confirmed'`
  const isArrival = sql`${checkin} = ${today}`
  const isInHouse = sql`${checkout} > ${today}`
  const [present] = await db
    .select({ arrivals: movement(booking, isArrival), inHouse: movement(booking, isInHouse) })
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        isConfirmed,
        between(checkin, addDays(today, -NIGHTS_MAX), today),
      ),
    )
  const isLeaving = sql`${status} in ('confirmed', 'completed')`
  const [leaving] = await db
    .select({ departures: movement(booking, isLeaving) })
    .from(booking)
    .where(and(eq(booking.hotelId, hotelId), eq(checkout, today)))
  return { ...present!, ...leaving! }
}

const movement = ({ rooms, adults, children }: Handle['t']['booking'], condition: SQL) => ({
  bookings: sum(sql`case when ${condition} then 1 end`),
  rooms: sum(sql`case when ${condition} then ${rooms} end`),
  guests: sum(sql`case when ${condition} then ${adults} + ${children} end`),
})

/**
 * Counts the bookings whose guests have not left and whose newest revision the partner has not acknowledged (contract
 * §2): at most `UNACKED_COUNTED_MAX`, those with the earliest check-out.
 *
 * @param overdueMs a revision made at this instant or before is overdue
 */
export async function countUnacked(
  { t, db }: Handle,
  hotelId: number,
  { today, overdueMs }: { today: CalendarDate; overdueMs: number },
): Promise<UnackedCounts> {
  const { booking } = t
  const counted = db
    .select({ updatedAtMs: booking.updatedAtMs })
    .from(booking)
    .where(and(eq(booking.hotelId, hotelId), isUnackedStay(t, today)))
    .orderBy(asc(booking.checkout), asc(booking.updatedAtMs))
    .limit(UNACKED_COUNTED_MAX)
    .as('counted')
  const overdue = sum(sql`case when ${counted.updatedAtMs} <= ${overdueMs} then 1 end`)
  const [row] = await db.select({ bookings: count(), overdue }).from(counted)
  return row!
}

/** The number of such days, and the first of them. */
type Days = { days: number; first: CalendarDate | null }

/**
 * Counts the days of some room types on which no guest can book although they are neither closed nor sold out.
 * `unopened`: never set; the calendar shows them closed, at the base price. `unpriced`: open with rooms left, but
 * without a price.
 */
export async function countUnbookable(
  { t, db }: Handle,
  hotelId: number,
  { roomCodes, range }: { roomCodes: string[]; range: Range },
): Promise<{ unopened: Days; unpriced: Days }> {
  const { day } = t
  const isPriced = sql`${day.closed} or ${day.available} = 0 or coalesce(${day.priceCents}, 0) > 0`
  // Grouped by date: an unset day has no row, so it shows as missing from the count of its date.
  const rows = await db
    .select({
      date: day.date,
      set: count(),
      unpriced: sum(sql`case when not (${isPriced}) then 1 end`),
    })
    .from(day)
    .where(
      and(
        eq(day.hotelId, hotelId),
        inArray(day.roomCode, roomCodes),
        between(day.date, range.from, range.to),
      ),
    )
    .groupBy(day.date)
  const set = new Map(rows.map((row) => [row.date, row.set]))
  const dates = datesBetween(range.from, range.to)
  const unopened = dates.map((date) => ({ date, days: roomCodes.length - (set.get(date) ?? 0) }))
  const unpriced = rows.map(({ date, unpriced }) => ({ date, days: unpriced }))
  return { unopened: daysOf(unopened), unpriced: daysOf(unpriced) }
}

/** @param dates in any order */
function daysOf(dates: readonly { date: CalendarDate; days: number }[]): Days {
  const there = dates.filter(({ days }) => days > 0)
  const [first = null] = there.map(({ date }) => date).toSorted()
  return { days: there.reduce((sum, { days }) => sum + days, 0), first }
}

/** A booking that changed, with its place in the order of `listMoved`. */
type MovedRow = { id: number; updatedAtMs: number; moved: BookingMove | undefined }

/**
 * A hotel's bookings whose last change lies in a span of time, both ends included, as they were before the span and as
 * they are now. With `after`: the next ones after it, in the order of their changes.
 */
export async function listMoved(
  { t, db }: Handle,
  hotelId: number,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
  { after, limit }: { after?: MovedRow | undefined; limit: number },
): Promise<MovedRow[]> {
  const { booking, bookingRevision } = t
  const { id, code, updatedAtMs } = booking
  const moved = await db
    .select({ id, code, updatedAtMs })
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        between(updatedAtMs, after?.updatedAtMs ?? sinceMs, untilMs),
        after && or(gt(updatedAtMs, after.updatedAtMs), gt(id, after.id)),
      ),
    )
    .orderBy(asc(updatedAtMs), asc(id))
    .limit(limit)
  const codes = moved.map((row) => row.code)
  const revisions = await db
    .select({ code: bookingRevision.code, snapshot: bookingRevision.snapshot })
    .from(bookingRevision)
    .where(and(eq(bookingRevision.hotelId, hotelId), inArray(bookingRevision.code, codes)))
    .orderBy(asc(bookingRevision.code), asc(bookingRevision.revision))
  const byCode = Map.groupBy(revisions, (row) => row.code)
  return moved.map(({ code, ...place }) => {
    const records = byCode.get(code)?.map((row) => row.snapshot) ?? []
    const before = records.findLast(({ updatedAt }) => Date.parse(updatedAt) < sinceMs)
    const now = records.at(-1)
    return { ...place, moved: now && { before, now } }
  })
}

/** The number of hotels, accounts and agencies, by status or role. */
export async function countCatalog({ t, db }: Handle) {
  const { hotel, user, agency } = t
  const [hotels, users, agencies] = await Promise.all([
    db
      .select({ active: hotel.active, count: count() })
      .from(hotel)
      // Without sandboxes.
      .where(gt(hotel.id, 0))
      .groupBy(hotel.active),
    db.select({ role: user.role, count: count() }).from(user).groupBy(user.role),
    db.select({ active: agency.active, count: count() }).from(agency).groupBy(agency.active),
  ])
  return { hotels, users, agencies }
}

/** A sum as a number, 0 for no rows, although some engines return text. */
const sum = (what: SQLWrapper) => sql<number>`coalesce(sum(${what}), 0)`.mapWith(Number)
