import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { Change, Day, Days } from '../domain/availability.ts'
import type { CalendarDate } from '../domain/date.ts'
import { type Handle, type Tx, touch } from './open.ts'

/** Rows of one INSERT: with ten columns it stays far below the engines' limits on parameters. */
const CHUNK = 500

/** The topic of a hotel's days; see `Store.version`. */
export const daysTopic = (hotelId: number) => `days:${hotelId}`

/** The topic of the days of one room type. */
export const roomDaysTopic = (hotelId: number, roomCode: string) => `days:${hotelId}:${roomCode}`

/** Marks the days of some room types of a hotel as changed. */
export function touchDays(tx: Tx, hotelId: number, roomCodes: Iterable<string>): void {
  touch(tx, daysTopic(hotelId))
  for (const roomCode of roomCodes) touch(tx, roomDaysTopic(hotelId, roomCode))
}

/** A stored day with its place. */
export type DayRow = Day & { roomCode: string; date: CalendarDate }

/** The stored days of some room types, `from` and `to` included, by room code and date ascending; gaps are days never pushed. */
export async function listDays(
  { t, db }: Handle,
  where: { hotelId: number; roomCodes: string[]; from: CalendarDate; to: CalendarDate },
): Promise<DayRow[]> {
  if (where.roomCodes.length === 0) return []
  const { roomCode, date, available, priceCents, closed } = t.day
  return await db
    .select({ roomCode, date, available, priceCents, closed })
    .from(t.day)
    .where(
      and(
        eq(t.day.hotelId, where.hotelId),
        inArray(roomCode, where.roomCodes),
        between(date, where.from, where.to),
      ),
    )
    .orderBy(asc(roomCode), asc(date))
}

/** Puts days by room code and date, as the domain reads them. */
export function groupDays(rows: readonly DayRow[]): Days {
  const days: Days = new Map()
  for (const { roomCode, date, ...day } of rows) {
    const room = days.get(roomCode)
    if (room) room.set(date, day)
    else days.set(roomCode, new Map([[date, day]]))
  }
  return days
}

/** Writes the days as the changes leave them, inserting those never pushed. */
export async function upsertDays(tx: Tx, hotelId: number, changes: readonly Change[]) {
  const { t, db } = tx
  for (const part of chunks(changes))
    await db
      .insert(t.day)
      .values(part.map(({ roomCode, date, after }) => ({ hotelId, roomCode, date, ...after })))
      .onConflictDoUpdate({
        target: [t.day.hotelId, t.day.roomCode, t.day.date],
        set: {
          available: sql`excluded.available`,
          priceCents: sql`excluded.price_cents`,
          closed: sql`excluded.closed`,
        },
      })
  touchDays(tx, hotelId, new Set(changes.map(({ roomCode }) => roomCode)))
}

/** Parts of at most 500, in order; none when there is nothing. */
export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK)
}
