import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { shownPriceCents } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { PULL_DAYS_MAX, PULL_PAST_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { unknownRoom } from '../../domain/kernel/nearest.ts'
import { cached, createCache } from '../../store/cache.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import { type DayRow, daysTopic, listDays, roomDaysTopic } from '../../store/days/availability.ts'
import type { Share } from '../../store/engine/cache-budget.ts'
import { ANY } from '../../store/engine/versions.ts'
import type { Store } from '../../store/open.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { readRange } from '../api/range.ts'

/** Range and room types of a pull. Its answers are cached until a change invalidates them. */
export type PullQuery = Range & {
  /** Absent: all room types. */
  roomCode?: string[] | undefined
}

/** The cached answer to a pull: its JSON text and its strong entity tag (RFC 9110 §8.8.3). */
export type Pull = { hotelId: number; text: string; etag: string }

/** The JSON text of one room type over a range, and its hash. */
export type RoomText = { hotelId: number; roomCode: string; text: string; hash: string }

/** The texts of a hotel's room types over a range, each with the topic of its days and the version of that. */
type RoomTexts = { hotelId: number; byCode: ReadonlyMap<string, KeptText> }
type KeptText = RoomText & { topic: string; version: number }

/** Memory of a cache entry besides its text, in bytes; the text takes a byte per character. */
export const ENTRY_OVERHEAD = 300

/**
 * Answers pulls: days of every active room type over the range, both ends included, without gaps (contract §2).
 *
 * @throws AppError `validation_failed` naming the parameter
 */
export type Pulls = (hotelId: number, query: PullQuery) => Promise<Pull>

/** Creates the cached pull: a change of a day or room type of the hotel invalidates its texts. */
export function createPulls({
  store,
  today,
  hotelOf,
  caches,
}: Pick<Context, 'store' | 'today' | 'hotelOf' | 'caches'>): Pulls {
  const share = caches.share('pulls')
  const pulls = cached<Pull>(store, {
    topics: ({ hotelId }) => [daysTopic(hotelId), hotelTopic(hotelId)],
    max: share.maxBytes,
    sizeOf: ({ text }) => text.length + ENTRY_OVERHEAD,
    watch: share.watch,
  })
  const roomTexts = createRoomTexts(store, caches.share('pull_rooms'))
  return async (hotelId: number, query: PullQuery): Promise<Pull> => {
    const { hotel } = await hotelOf(hotelId)
    const range = readPullRange(query, today(hotel.timezone))
    const codes = query.roomCode
    const name = `${hotelId} ${range.from} ${range.to} ${codes ? JSON.stringify(codes) : ''}`
    const pull = await pulls(name, async () => {
      // Read after the cache noted its version: if a room type changes meanwhile, the answer is not cached.
      const rooms = pickRooms(await hotelOf(hotelId), codes)
      return pullOf(hotelId, range, await roomTexts(hotelId, range, rooms))
    })
    return pull!
  }
}

/**
 * Creates the cached texts of single room types. A push changes few room types of a hotel, so each text is cached on
 * its own: a pull after a change rereads one of ten (2.3 times as many such pulls a second). All of a hotel and range
 * are one entry, because ten look-ups take a tenth of such a pull.
 */
function createRoomTexts(store: Store, share: Share) {
  const cache = createCache<RoomTexts>(store, {
    topics: ({ hotelId }) => [hotelTopic(hotelId)],
    max: share.maxBytes,
    sizeOf: ({ byCode }) => {
      let size = 0
      for (const { text } of byCode.values()) size += text.length + ENTRY_OVERHEAD
      return size
    },
    watch: share.watch,
  })
  return async (hotelId: number, range: Range, rooms: readonly RoomType[]): Promise<RoomText[]> => {
    const before = store.version(ANY)
    const name = `${hotelId} ${range.from} ${range.to}`
    const kept = cache.get(name)?.byCode
    const read = async (some: readonly RoomType[]) => {
      const roomCodes = some.map(({ roomCode }) => roomCode)
      const rows = await listDays(store, { hotelId, roomCodes, ...range })
      const byRoom = some.length > 1 ? Map.groupBy(rows, ({ roomCode }) => roomCode) : undefined
      return some.map((room) => {
        const own = byRoom ? (byRoom.get(room.roomCode) ?? []) : rows
        return roomText(hotelId, room, writeRoom(range, room, own))
      })
    }
    const stale: RoomType[] = []
    for (const room of rooms) {
      const text = kept?.get(room.roomCode)
      if (!text || store.version(text.topic) !== text.version) stale.push(room)
    }
    const fresh = stale.length === 0 ? [] : await read(stale)
    // After a commit, here or on another replica, cached and fresh texts may differ in state: one statement rereads
    // all.
    if (stale.length > 0) await store.freshen([daysTopic(hotelId)])
    if (store.version(ANY) !== before) return await read(rooms)
    const byCode = new Map(kept)
    for (const text of fresh) {
      const topic = roomDaysTopic(hotelId, text.roomCode)
      byCode.set(text.roomCode, { ...text, topic, version: store.version(topic) })
    }
    if (stale.length > 0) cache.set(name, { hotelId, byCode }, before)
    return rooms.map(({ roomCode }) => byCode.get(roomCode)!)
  }
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
  rows: readonly DayRow[],
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

/** Returns the text of a room type with its hash. */
export const roomText = (
  hotelId: number,
  { roomCode }: Pick<RoomType, 'roomCode'>,
  text: string,
): RoomText => ({ hotelId, roomCode, text, hash: `${Bun.hash.xxHash3(text)}` })

/** Joins room types to the answer of a pull. Its tag is that of their hashes, because those of unchanged ones are known. */
export function pullOf(hotelId: number, { from, to }: Range, rooms: readonly RoomText[]): Pull {
  let text = `{"from":"${from}","to":"${to}","rooms":[`
  let hashes = `${from} ${to}`
  for (const [index, room] of rooms.entries()) {
    // Not joined: the text is put together once, when it is sent.
    text += index === 0 ? room.text : `,${room.text}`
    hashes += ` ${room.hash}`
  }
  return { hotelId, text: `${text}]}`, etag: etagOf(hashes) }
}

/** Returns the entity tag of a text, a 64-bit hash: two answers of one address collide once in 10^19. */
export function etagOf(text: string): string {
  return `"${Bun.hash.xxHash3(text).toString(36)}"`
}
