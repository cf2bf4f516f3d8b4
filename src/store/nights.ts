import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Change } from '../domain/availability.ts'
import type { CalendarDate } from '../domain/date.ts'
import { touchDays } from './availability.ts'
import type { Handle, Tx } from './open.ts'

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
        nightsOfRoom(tx, { hotelId, roomCode, dates }),
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

/** Nights that rooms go back to; `totalRooms` null: not known, and then nothing is capped. */
export type GivenNights = Nights & { totalRooms: number | null }

/**
 * Gives rooms back to nights, closed or not, but never above the rooms there are of the type.
 *
 * @returns the nights that changed, by date ascending
 */
export async function giveNights(tx: Tx, nights: GivenNights): Promise<Change[]> {
  const changes = await listGiven(tx, nights)
  if (changes.length === 0) return []
  const { t, db } = tx
  const { hotelId, roomCode, rooms } = nights
  const cap = capOf(nights)
  const dates = changes.map(({ date }) => date)
  await db
    .update(t.day)
    .set({
      // A count that is above the cap already is not lowered by what is given back.
      available: sql`case when ${t.day.available} >= ${cap} then ${t.day.available}
        when ${t.day.available} + ${rooms} > ${cap} then ${cap} else ${t.day.available} + ${rooms} end`,
    })
    .where(nightsOfRoom(tx, { hotelId, roomCode, dates }))
  touchDays(tx, hotelId, [roomCode])
  return changes
}

/** What `giveNights` would change; changes nothing. */
export async function listGiven(handle: Handle, nights: GivenNights): Promise<Change[]> {
  if (nights.dates.length === 0) return []
  const { roomCode, rooms } = nights
  const cap = capOf(nights)
  const days = await handle.db.select().from(handle.t.day).where(nightsOfRoom(handle, nights))
  return days
    .map(({ date, available, priceCents, closed }) => {
      const given = Math.max(available, Math.min(available + rooms, cap))
      const day = { priceCents, closed }
      return { roomCode, date, before: { available, ...day }, after: { available: given, ...day } }
    })
    .filter((change) => change.before.available !== change.after.available)
    .toSorted(byDate)
}

const capOf = ({ totalRooms }: GivenNights) => totalRooms ?? Number.MAX_SAFE_INTEGER

const nightsOfRoom = (
  { t: { day } }: Handle,
  { hotelId, roomCode, dates }: Omit<Nights, 'rooms'>,
) => and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), inArray(day.date, [...dates]))

const byDate = (a: Change, b: Change) => (a.date < b.date ? -1 : 1)
