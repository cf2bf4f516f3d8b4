import { and, between, eq, inArray } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import {
  BLOCK_DAYS,
  type DayBlock,
  datesOfBlock,
  emptyBlock,
  fillCell,
  fillRateCell,
} from '../../domain/sale/day-block.ts'
import type { SearchHotel } from '../../domain/sale/search.ts'
import type { Flag } from '../engine/dialect.ts'
import type { Handle } from '../engine/engine.ts'
import { padIds } from '../engine/rows.ts'
import { listRateDayRows, rateDayOf } from './search-rate-days.ts'

// Blocks of days for search, from the rows of days and rates.

type HotelCells = Pick<SearchHotel, 'id' | 'rooms' | 'rates'>

/**
 * Reads consecutive blocks of hotels from their rows, in the order of both; either all hotels have rates, or none has.
 * Call it in a snapshot if they have, because prices combine days of room types and of rates.
 */
export async function readRowBlocks(
  handle: Handle,
  hotels: readonly HotelCells[],
  blocks: readonly number[],
): Promise<DayBlock[][]> {
  const read = hotels.map(({ rooms, rates }) => blocks.map(() => emptyBlock(rooms.length, rates)))
  const own = new Map(hotels.map((hotel, index) => [hotel.id, { hotel, blocks: read[index]! }]))
  const dates = blocks.flatMap(datesOfBlock)
  const dayOf = new Map(dates.map((date, day) => [date, day]))
  const ids = hotels.map(({ id }) => id)
  const range = { from: dates[0]!, to: dates.at(-1)! }
  /** The block and cell of a day; undefined if the room type was activated after its hotel was read. */
  const placeOf = (hotelId: number, roomCode: string, date: CalendarDate) => {
    const { hotel, blocks } = own.get(hotelId)!
    const room = hotel.rooms.findIndex((each) => each.roomCode === roomCode)
    const day = dayOf.get(date)!
    const block = blocks[Math.floor(day / BLOCK_DAYS)]!
    const cell = room * BLOCK_DAYS + (day % BLOCK_DAYS)
    return room < 0 ? undefined : { block, cell }
  }
  for (const row of await listDayRows(handle, ids, range)) {
    const [hotelId, roomCode, date, available, priceCents, closed] = row
    const place = placeOf(hotelId, roomCode, date)
    if (place) fillCell(place.block, place.cell, { available, priceCents, closed: Boolean(closed) })
  }
  if (!hotels[0]?.rates) return read
  for (const row of await listRateDayRows(handle, ids, range)) {
    const [hotelId, roomCode, rateCode, date] = row
    const place = placeOf(hotelId, roomCode, date)
    if (!place) continue
    const rate = place.block.rates!.of.findIndex((each) => each.rateCode === rateCode)
    if (rate >= 0) fillRateCell(place.block, rate, place.cell, rateDayOf(row))
  }
  return read
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
