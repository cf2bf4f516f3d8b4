import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { shownPriceCents } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { PULL_DAYS_MAX, PULL_PAST_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { unknownRoom } from '../../domain/kernel/nearest.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import {
  type DayRow,
  daysTopic,
  listDaysByRoom,
  roomDaysTopic,
} from '../../store/days/availability.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { readRange } from '../api/range.ts'
import { createKeptPulls, type Pull, type RoomText, roomText } from './kept-pulls.ts'
import { createWholePulls, type PullCaller, roomsAtOnce } from './whole-pulls.ts'

/** Range and room types of a pull. Its answers are cached until a change invalidates them. */
export type PullQuery = Range & {
  /** Absent: all room types. */
  roomCode?: string[] | undefined
}

/** A stored day of a room type. */
type DateRow = Omit<DayRow, 'roomCode'>

/**
 * Answers pulls: days of every active room type over the range, both ends included, without gaps (contract §2).
 *
 * @throws AppError `validation_failed` naming the parameter
 */
export type Pulls = (hotelId: number, query: PullQuery, caller: PullCaller) => Promise<Pull>

/** Creates the cached pull: a change of a day or room type of the hotel invalidates its texts. */
export function createPulls({
  store,
  today,
  hotelOf,
  caches,
}: Pick<Context, 'store' | 'today' | 'hotelOf' | 'caches'>): Pulls {
  const kept = createKeptPulls(store, caches.share('pulls'), {
    allTopics: (hotelId) => [daysTopic(hotelId)],
    topicsOf: (hotelId, roomCode) => [roomDaysTopic(hotelId, roomCode)],
  })
  const pullWhole = createWholePulls<RoomType>(store, kept)
  return async (hotelId, query, caller) => {
    const snapshot = await hotelOf(hotelId)
    const range = readPullRange(query, today(snapshot.hotel.timezone))
    const codes = query.roomCode
    const name = `${hotelId} ${range.from} ${range.to} ${codes ? JSON.stringify(codes) : ''}`
    const known = kept.get(name)
    if (known) return known
    return await pullWhole({
      ...{ hotelId, ...range, name, caller, topics: [daysTopic(hotelId), hotelTopic(hotelId)] },
      series: () => 1,
      rooms: async () => pickRooms(await hotelOf(hotelId), codes),
      read: (handle, rooms) => readRooms(handle, { hotelId, ...range }, rooms),
    })
  }
}

/** Reads the days of room types, and writes their texts. */
async function readRooms(
  handle: Handle,
  { hotelId, ...range }: Range & { hotelId: number },
  rooms: readonly RoomType[],
): Promise<RoomText[]> {
  const texts: RoomText[] = []
  for await (const part of pacedChunks(rooms, roomsAtOnce(range))) {
    const roomCodes = part.map(({ roomCode }) => roomCode)
    const days = await listDaysByRoom(handle, { hotelId, roomCodes, ...range })
    for (const room of part)
      texts.push(roomText(room, writeRoom(range, room, days.get(room.roomCode) ?? [])))
  }
  return texts
}

/**
 * Returns the room types of the given codes, each once, by code ascending; without codes all. Only active ones, unless
 * `isActiveOnly` is false.
 *
 * @throws AppError `validation_failed` for an unknown code
 */
export function pickRooms(
  { rooms }: Pick<HotelSnapshot, 'rooms'>,
  codes?: readonly string[] | null,
  isActiveOnly = true,
): RoomType[] {
  const choice = isActiveOnly ? rooms.filter(({ active }) => active) : rooms
  if (!codes) return choice
  const known = choice.map(({ roomCode }) => roomCode)
  const unknown = codes.find((code) => !known.includes(code))
  if (rooms.some(({ roomCode }) => roomCode === unknown))
    throw refused('?roomCode', 'room_inactive', `Room type ${unknown} is switched off.`)
  if (unknown !== undefined) {
    const { code, message, values } = unknownRoom(unknown, known)
    throw refused('?roomCode', code, message, values)
  }
  return choice.filter(({ roomCode }) => codes.includes(roomCode))
}

/** Reads the range of a pull. @throws AppError `validation_failed` */
export function readPullRange(query: PullQuery, today: CalendarDate): Range {
  const range = readRange(query, PULL_DAYS_MAX)
  const first = addDays(today, -PULL_PAST_DAYS_MAX)
  if (range.from < first)
    throw refused('?from', 'date_in_past', `The earliest day that can be pulled is ${first}.`, {
      date: first,
    })
  return range
}

/** Writes a room object of specification §2.2; a day never pushed is closed with 0 available (contract §2). */
function writeRoom(
  { from, to }: Range,
  { roomCode, basePriceCents }: RoomType,
  rows: readonly DateRow[],
): string {
  let next = 0
  const days = datesBetween(from, to).map((date) => {
    const row = rows[next]
    if (row?.date !== date)
      return { date, available: 0, priceCents: basePriceCents ?? 0, closed: true }
    next++
    const priceCents = shownPriceCents(row.priceCents, basePriceCents)
    return { date, available: row.available, priceCents, closed: row.closed }
  })
  return JSON.stringify({ roomCode, days })
}
