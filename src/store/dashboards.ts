import { and, between, count, eq, gte, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { BookingRecord } from '../domain/booking.ts'
import {
  type Moved,
  type Range,
  SOLD_STATUSES,
  type SoldRoom,
  type StatusSum,
} from '../domain/dashboard.ts'
import { addDays, type CalendarDate, datesBetween } from '../domain/date.ts'
import { NIGHTS_MAX } from '../domain/limits.ts'
import { isUnackedStay } from './bookings.ts'
import type { Handle } from './open.ts'

/** Bookings, the rooms they have and the guests they bring. */
type Movement = { bookings: number; rooms: number; guests: number }

/** A day at a hotel's front desk. */
export type FrontDesk = { arrivals: Movement; departures: Movement; inHouse: Movement }

/** What a hotel's partner has not acknowledged: all of it, and what it has had too long. */
export type Unacked = { bookings: number; overdue: number }

/** When bookings were made: from an instant on, and before another. */
export type Span = { fromMs?: number | undefined; untilMs?: number | undefined }

/** A hotel's bookings and holds with a night in a range: one search of (hotel, check-in). */
export async function listSoldRooms(
  { t, db }: Handle,
  hotelId: number,
  { from, to }: Range,
): Promise<SoldRoom[]> {
  const { status, rooms, roomCode, nightly, checkin, checkout, hotelId: hotel } = t.booking
  const rows = await db
    .select({ status, rooms, roomCode, nightly })
    .from(t.booking)
    .where(
      and(
        eq(hotel, hotelId),
        // A stay has at most 90 nights, which bounds how far back the index is read.
        between(checkin, addDays(from, -NIGHTS_MAX), to),
        sql`${checkout} > ${from}`,
        inArray(status, ['pending', ...SOLD_STATUSES]),
      ),
    )
  return rows.map((row) => ({ ...row, nightly: JSON.parse(row.nightly) }))
}

/**
 * Who comes, goes and stays on a day. Arrivals: confirmed stays that begin on it. Departures: those that end on it,
 * completed ones too. In house: confirmed stays whose night it is, arrivals among them.
 */
export async function findFrontDesk(
  { t, db }: Handle,
  hotelId: number,
  today: CalendarDate,
): Promise<FrontDesk> {
  const { booking } = t
  const { checkin, checkout, status } = booking
  const isArrival = sql`${status} = 'confirmed' and ${checkin} = ${today}`
  const isDeparture = sql`${status} in ('confirmed', 'completed') and ${checkout} = ${today}`
  const isInHouse = sql`${status} = 'confirmed' and ${checkout} > ${today}`
  const movement = (condition: typeof isArrival) => ({
    bookings: sum(sql`case when ${condition} then 1 end`),
    rooms: sum(sql`case when ${condition} then ${booking.rooms} end`),
    guests: sum(sql`case when ${condition} then ${booking.adults} + ${booking.children} end`),
  })
  const [row] = await db
    .select({
      arrivals: movement(isArrival),
      departures: movement(isDeparture),
      inHouse: movement(isInHouse),
    })
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        between(checkin, addDays(today, -NIGHTS_MAX), today),
        gte(checkout, today),
      ),
    )
  return row!
}

/**
 * Bookings whose guests have not left and whose newest revision the partner has not acknowledged (contract §2).
 *
 * @param overdueMs revisions made at this instant or before should have been
 */
export async function countUnacked(
  { t, db }: Handle,
  hotelId: number,
  { today, overdueMs }: { today: CalendarDate; overdueMs: number },
): Promise<Unacked> {
  const { booking } = t
  const [row] = await db
    .select({
      bookings: count(),
      overdue: sum(sql`case when ${booking.updatedAtMs} <= ${overdueMs} then 1 end`),
    })
    .from(booking)
    .where(and(eq(booking.hotelId, hotelId), isUnackedStay(t, today)))
  return row!
}

/** Days that nobody can book for want of a price, and the first of them. */
export type Unpriced = { days: number; first: CalendarDate | null }

/**
 * Days of some room types that have no price: those never set, and those open with rooms left. What somebody closed or
 * sold out is none.
 */
export async function countUnpriced(
  { t, db }: Handle,
  hotelId: number,
  { roomCodes, range }: { roomCodes: string[]; range: Range },
): Promise<Unpriced> {
  const { day } = t
  const isPriced = sql`${day.closed} or ${day.available} = 0 or ${day.priceCents} > 0`
  // By date, for what was never set has no row: it shows as what is missing of the date.
  const rows = await db
    .select({ date: day.date, settled: sum(sql`case when ${isPriced} then 1 end`) })
    .from(day)
    .where(
      and(
        eq(day.hotelId, hotelId),
        inArray(day.roomCode, roomCodes),
        between(day.date, range.from, range.to),
      ),
    )
    .groupBy(day.date)
  const settled = new Map(rows.map((row) => [row.date, row.settled]))
  const missing = datesBetween(range.from, range.to).map((date) => ({
    date,
    days: roomCodes.length - (settled.get(date) ?? 0),
  }))
  return {
    days: missing.reduce((sum, { days }) => sum + days, 0),
    first: missing.find(({ days }) => days > 0)?.date ?? null,
  }
}

/** A hotel's bookings that changed since an instant, as they were then and as they are. */
export async function listMoved(
  { t, db }: Handle,
  hotelId: number,
  sinceMs: number,
): Promise<Moved[]> {
  const { booking, bookingRevision } = t
  const rows = await db
    .select({
      code: booking.code,
      newest: booking.revision,
      revision: bookingRevision.revision,
      snapshot: bookingRevision.snapshot,
    })
    .from(booking)
    .innerJoin(
      bookingRevision,
      and(eq(bookingRevision.hotelId, booking.hotelId), eq(bookingRevision.code, booking.code)),
    )
    .where(and(eq(booking.hotelId, hotelId), gte(booking.updatedAtMs, sinceMs)))
    .orderBy(booking.code, bookingRevision.revision)
  const byCode = Map.groupBy(rows, ({ code }) => code)
  return [...byCode.values()].map((revisions) => {
    const records = revisions.map(({ snapshot }) => JSON.parse(snapshot) as BookingRecord)
    const before = records.findLast(({ updatedAt }) => Date.parse(updatedAt) < sinceMs)
    return { before, now: records.at(-1)! }
  })
}

/** An agency's bookings made in a span of time, by state and currency; without bounds: all. */
export async function sumAgencyBookings(
  { t, db }: Handle,
  agencyId: number,
  span: Span,
): Promise<StatusSum[]> {
  return await sumBookings(
    { t, db },
    and(eq(t.booking.agencyId, agencyId), madeIn({ t, db }, span)),
  )
}

/** Everybody's bookings made in a span of time, by state and currency. */
export async function sumAllBookings({ t, db }: Handle, span: Span): Promise<StatusSum[]> {
  return await sumBookings({ t, db }, madeIn({ t, db }, span))
}

async function sumBookings({ t, db }: Handle, where: ReturnType<typeof and>): Promise<StatusSum[]> {
  const { booking } = t
  return await db
    .select({
      status: booking.status,
      currency: booking.currency,
      bookings: count(),
      totalPriceCents: sum(booking.totalPriceCents),
      commissionCents: sum(booking.commissionCents),
    })
    .from(booking)
    .where(where)
    .groupBy(booking.currency, booking.status)
    .orderBy(booking.currency, booking.status)
}

/** How many hotels, accounts and agencies there are, by what tells them apart. */
export async function countCatalog({ t, db }: Handle) {
  const { hotel, user, agency } = t
  const [hotels, users, agencies] = await Promise.all([
    db.select({ active: hotel.active, count: count() }).from(hotel).groupBy(hotel.active),
    db.select({ role: user.role, count: count() }).from(user).groupBy(user.role),
    db.select({ active: agency.active, count: count() }).from(agency).groupBy(agency.active),
  ])
  return { hotels, users, agencies }
}

function madeIn({ t }: Handle, { fromMs, untilMs }: Span) {
  const { createdAtMs } = t.booking
  return and(
    fromMs === undefined ? undefined : gte(createdAtMs, fromMs),
    untilMs === undefined ? undefined : lt(createdAtMs, untilMs),
  )
}

/** 0 of no rows; a number also where the engine answers text. */
const sum = (what: SQLWrapper) => sql<number>`coalesce(sum(${what}), 0)`.mapWith(Number)
