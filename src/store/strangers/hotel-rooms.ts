import { and, between, eq, inArray, sql } from 'drizzle-orm'
import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { addDays, type CalendarDate } from '../../domain/date.ts'
import type { Handle } from '../engine.ts'

/** Nights that say how many rooms a type has which does not say it itself. */
const NIGHTS_LOOKED_AT = 30

/**
 * How many rooms each active room type of a hotel has (`contract-access`, *Rooms of the hotel*): its `totalRooms`; where it
 * has none, the most that are left and live on one of the next 30 nights. Nothing is asked where all have said it.
 */
export async function countRooms(
  { t, db }: Handle,
  { hotel, rooms }: { hotel: Pick<Hotel, 'id'>; rooms: readonly RoomType[] },
  today: CalendarDate,
): Promise<Map<string, number>> {
  const active = rooms.filter((room) => room.active)
  const unsaid = active.flatMap(({ roomCode, totalRooms }) =>
    totalRooms === null ? [roomCode] : [],
  )
  const { day } = t
  const most = sql<number>`max(${day.available} + ${day.live})`.mapWith(Number)
  const rows =
    unsaid.length === 0
      ? []
      : await db
          .select({ roomCode: day.roomCode, most })
          .from(day)
          .where(
            and(
              eq(day.hotelId, hotel.id),
              inArray(day.roomCode, unsaid),
              between(day.date, today, addDays(today, NIGHTS_LOOKED_AT - 1)),
            ),
          )
          .groupBy(day.roomCode)
  const found = new Map(rows.map((row) => [row.roomCode, row.most]))
  return new Map(
    active.map(({ roomCode, totalRooms }) => [roomCode, totalRooms ?? found.get(roomCode) ?? 0]),
  )
}
