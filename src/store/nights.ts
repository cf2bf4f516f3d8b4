import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Change } from '../domain/availability.ts'
import type { CalendarDate } from '../domain/date.ts'
import { touchDays } from './availability.ts'
import type { Tx } from './open.ts'

/** Nights of one room type, and how many rooms of it. */
export type Nights = {
  hotelId: number
  roomCode: string
  dates: readonly CalendarDate[]
  rooms: number
}

/**
 * Takes rooms off every night of a stay that is open, priced and has enough of them.
 *
 * @returns what was taken, by date ascending: fewer than asked for when a night could not be had, and then the
 *   caller must throw, so that nothing stays taken
 */
export async function takeNights(
  tx: Tx,
  { hotelId, roomCode, dates, rooms }: Nights,
): Promise<Change[]> {
  const { t, db } = tx
  const { day } = t
  const rows = await db
    .update(day)
    .set({ available: sql`${day.available} - ${rooms}` })
    .where(
      and(
        eq(day.hotelId, hotelId),
        eq(day.roomCode, roomCode),
        inArray(day.date, [...dates]),
        gte(day.available, rooms),
        eq(day.closed, false),
        gt(day.priceCents, 0),
      ),
    )
    .returning({
      date: day.date,
      available: day.available,
      priceCents: day.priceCents,
      closed: day.closed,
    })
  touchDays(tx, hotelId, [roomCode])
  return rows
    .map(({ date, ...after }) => ({
      roomCode,
      date,
      before: { ...after, available: after.available + rooms },
      after,
    }))
    .toSorted(byDate)
}

/**
 * Gives rooms back to nights, closed or not, but never above the rooms there are of the type.
 *
 * @param totalRooms null when it is not known, and then nothing is capped
 * @returns the nights that changed, by date ascending
 */
export async function giveNights(
  tx: Tx,
  { hotelId, roomCode, dates, rooms, totalRooms }: Nights & { totalRooms: number | null },
): Promise<Change[]> {
  if (dates.length === 0) return []
  const { t, db } = tx
  const { day } = t
  const where = and(
    eq(day.hotelId, hotelId),
    eq(day.roomCode, roomCode),
    inArray(day.date, [...dates]),
  )
  const before = await db.select().from(day).where(where)
  const cap = totalRooms ?? Number.MAX_SAFE_INTEGER
  await db
    .update(day)
    .set({
      // A count that is above the cap already is not lowered by what is given back.
      available: sql`case when ${day.available} >= ${cap} then ${day.available}
        when ${day.available} + ${rooms} > ${cap} then ${cap} else ${day.available} + ${rooms} end`,
    })
    .where(where)
  touchDays(tx, hotelId, [roomCode])
  return before
    .map(({ date, available, priceCents, closed }) => {
      const given = Math.max(available, Math.min(available + rooms, cap))
      const day = { priceCents, closed }
      return { roomCode, date, before: { available, ...day }, after: { available: given, ...day } }
    })
    .filter((change) => change.before.available !== change.after.available)
    .toSorted(byDate)
}

const byDate = (a: Change, b: Change) => (a.date < b.date ? -1 : 1)
