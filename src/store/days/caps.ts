import { and, asc, count, desc, eq, gt, gte, inArray, lte, min, ne, or, sql } from 'drizzle-orm'
import type { BookingStatus } from '../../domain/bookings/booking.ts'
import { lowerToCapacity } from '../../domain/days/count.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { lockForUpdate } from '../engine/locks.ts'
import { readSlices } from '../engine/pace.ts'
import type { DayBlock } from './availability.ts'

/** Days of a room type from a date on, and the cap on its live rooms (`capacityOf`) that limits overbooking. */
type CapScope = { hotelId: number; roomCode: string; from: CalendarDate; capacity: number }

/** A night of a room type with its number of live rooms. */
export type LiveNight = { roomCode: string; date: CalendarDate; live: number }

/** Days whose count is above the cap (the ceiling), and their state under it (`lowered`), by date ascending. */
export async function listAboveCeiling(tx: Tx, scope: CapScope): Promise<Change[]> {
  const { day } = tx.t
  const query = tx.db
    .select()
    .from(day)
    .where(
      and(
        isInScope(day, scope),
        gt(day.available, 0),
        gt(sql`${day.available} + ${day.live}`, scope.capacity),
      ),
    )
    .orderBy(asc(day.date))
  const rows = await lockForUpdate(tx, query)
  return rows.map(({ date, hotelId: _, roomCode, oversold, ...before }) => ({
    roomCode,
    date,
    before,
    after: lowerToCapacity(before, scope.capacity),
  }))
}

/**
 * Writes which days are oversold: more live rooms than the type has.
 *
 * @returns newly oversold nights by date ascending
 */
export async function updateOversold({ t, db }: Tx, scope: CapScope): Promise<LiveNight[]> {
  const { day } = t
  const isOversold = sql`(${day.live} > ${scope.capacity})`
  const rows = await db
    .update(day)
    .set({ oversold: isOversold })
    .where(and(isInScope(day, scope), ne(day.oversold, isOversold)))
    .returning({ date: day.date, live: day.live, oversold: day.oversold })
  return rows
    .filter(({ oversold }) => oversold)
    .map(({ date, live }) => ({ roomCode: scope.roomCode, date, live }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** Nights with more live rooms than a number: how many there are, and the fullest of them, the earliest if several are. */
export type NightsAbove = { nights: number; date: CalendarDate; live: number }

/** The nights of a room type with more live rooms than its capacity would be; undefined if there are none. */
export async function findNightsAbove(
  { t: { day }, db }: Tx,
  scope: CapScope,
): Promise<NightsAbove | undefined> {
  const nights = sql<number>`count(*) over ()`.mapWith(Number)
  const [row] = await db
    .select({ nights, date: day.date, live: day.live })
    .from(day)
    .where(and(isInScope(day, scope), gt(day.live, scope.capacity)))
    .orderBy(desc(day.live), asc(day.date))
    .limit(1)
  return row
}

const isInScope = ({ hotelId, roomCode, date }: Handle['t']['day'], scope: CapScope) =>
  and(eq(hotelId, scope.hotelId), eq(roomCode, scope.roomCode), gte(date, scope.from))

/** The live rooms of some nights of a room type, by date. */
export async function listLive(
  { t: { day }, db }: Handle,
  { hotelId, roomCode }: { hotelId: number; roomCode: string },
  dates: readonly CalendarDate[],
): Promise<Map<CalendarDate, number>> {
  const rows = await db
    .select({ date: day.date, live: day.live })
    .from(day)
    .where(and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), inArray(day.date, [...dates])))
  return new Map(rows.map(({ date, live }) => [date, live]))
}

/** Oversold nights of a hotel from a day on, by date ascending: more live rooms than the type has. */
export async function listOversold(
  { t, db }: Handle,
  hotelId: number,
  from: CalendarDate,
): Promise<LiveNight[]> {
  const { roomCode, date, live } = t.day
  return await db
    .select({ roomCode, date, live })
    .from(t.day)
    .where(and(eq(t.day.hotelId, hotelId), gte(date, from), sql`${t.day.oversold}`))
    .orderBy(asc(date), asc(roomCode))
}

/** Hotels with oversold nights, also past ones. */
export async function listOversoldHotels({ t, db }: Handle): Promise<number[]> {
  const { hotelId } = t.day
  const rows = await db.selectDistinct({ hotelId }).from(t.day).where(sql`${t.day.oversold}`)
  return rows.map((row) => row.hotelId)
}

/** Number of a hotel's oversold nights from a day on, and the first of them. */
export async function countOversold({ t, db }: Handle, hotelId: number, from: CalendarDate) {
  const { day } = t
  const [row] = await db
    .select({ days: count(), first: min(day.date) })
    .from(day)
    .where(and(eq(day.hotelId, hotelId), gte(day.date, from), sql`${day.oversold}`))
  return row!
}

/** The fields of a booking that decide which rooms it takes. */
export type LiveStay = {
  code: string
  roomCode: string
  status: BookingStatus
  checkin: CalendarDate
  checkout: CalendarDate
}

const LIVE: BookingStatus[] = ['pending', 'confirmed', 'no_show']

/**
 * Stays that may be live on nights of a block, newest booking first (contract-counts, *What is live*); read in slices.
 */
export async function listLiveStays(
  { t, db }: Handle,
  { hotelId, roomCodes, from, to }: DayBlock,
): Promise<LiveStay[]> {
  const { id, code, roomCode, status, checkin, checkout } = t.booking
  const stays: (LiveStay & { id: number })[] = []
  const read = async (last: (typeof stays)[number] | undefined, limit: number) =>
    await db
      .select({ id, code, roomCode, status, checkin, checkout })
      .from(t.booking)
      .where(
        and(
          eq(t.booking.hotelId, hotelId),
          // A stay has at most `NIGHTS_MAX` nights, so the index is read no further back.
          gte(checkin, last?.checkin ?? addDays(from, -NIGHTS_MAX)),
          last && or(gt(checkin, last.checkin), gt(id, last.id)),
          lte(checkin, to),
          gt(checkout, from),
          inArray(roomCode, roomCodes),
          inArray(status, LIVE),
        ),
      )
      .orderBy(asc(checkin), asc(id))
      .limit(limit)
  for await (const slice of readSlices(read)) stays.push(...slice)
  return stays.sort((a, b) => b.id - a.id)
}
