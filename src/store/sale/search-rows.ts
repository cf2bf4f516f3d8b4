import { and, between, eq, inArray } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Flag } from '../engine/dialect.ts'
import type { Handle } from '../engine/engine.ts'
import { padIds } from '../engine/rows.ts'
import type { Store } from '../open.ts'
import { listRateDayRows } from './search-rate-days.ts'

// Rows of days for search, read in one snapshot.

/** Days of room types and of rates from one snapshot, because prices combine them. */
export async function listSearchRows(
  store: Store,
  ids: readonly number[],
  { hasRates, ...range }: { from: CalendarDate; to: CalendarDate; hasRates: boolean },
) {
  if (!hasRates) return [await listDayRows(store, ids, range), []] as const
  return await store.snapshot(
    async (handle) =>
      [await listDayRows(handle, ids, range), await listRateDayRows(handle, ids, range)] as const,
  )
}

/** Raw row: hotel, room code, date, available, price and closed flag. */
type DayValues = [number, string, CalendarDate, number, number | null, Flag]

/** Stored days of some hotels' active room types, both ends of the range inclusive. */
export async function listDayRows(
  { t, db, dialect }: Handle,
  hotelIds: readonly number[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<DayValues[]> {
  const { roomType, day } = t
  const { hotelId, roomCode } = roomType
  const { date, available, priceCents, closed } = day
  // The cross join keeps the planner to the written order: a room type's days are one stretch of the key. Left alone,
  // the planner reads every day of the hotels, ten times as many.
  const query = db
    .select({ hotelId, roomCode, date, available, priceCents, closed })
    .from(roomType)
    .crossJoin(day)
    .where(
      and(
        inArray(hotelId, padIds(hotelIds)),
        eq(roomType.active, true),
        eq(day.hotelId, hotelId),
        eq(day.roomCode, roomCode),
        between(date, from, to),
      ),
    )
  // Raw rows: mapping them to objects would take three times as long as the query.
  return (await dialect.values(query)) as DayValues[]
}
