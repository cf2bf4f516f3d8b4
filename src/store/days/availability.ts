import { and, asc, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FoldResult } from '../../domain/days/folded.ts'
import type { Change, Day, Days, StoredDay } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { batch, pacedChunks } from '../engine/pace.ts'
import { prepared, preparedLists } from '../engine/prepared.ts'
import { upsertDayRows } from './day-rows.ts'
import { noteKnown } from './foreseen.ts'

// Inventory: stored days with count, price and closed flag (stop sale), and the upsert of pushed ones.

/** Cache topic of a hotel's days; see `Store.version`. */
export const daysTopic = (hotelId: number) => `days:${hotelId}`

/** Cache topic of the days of one room type. */
export const roomDaysTopic = (hotelId: number, roomCode: string) => `days:${hotelId}:${roomCode}`

/** Invalidates days of a hotel in caches. @param lastSeq the change, if it leaves all of each day but its live rooms */
export function invalidateDays(
  tx: Tx,
  hotelId: number,
  changes: readonly Change[],
  lastSeq?: number,
): void {
  invalidate(tx, daysTopic(hotelId))
  for (const roomCode of new Set(changes.map((change) => change.roomCode)))
    invalidate(tx, roomDaysTopic(hotelId, roomCode))
  tx.days.push({ hotelId, changes })
  noteKnown(tx, hotelId, changes, lastSeq)
}

/** A stored day with its room type and date. */
export type DayRow = Day & { roomCode: string; date: CalendarDate }

/** Days of some room types of a hotel, `from` and `to` inclusive. */
export type DayBlock = {
  hotelId: number
  roomCodes: string[]
  from: CalendarDate
  to: CalendarDate
}

/**
 * The stored days of some room types, `from` and `to` inclusive, by room code and date ascending; days never pushed are
 * absent.
 */
export async function listDays(
  handle: Handle,
  { roomCodes, ...where }: DayBlock,
): Promise<DayRow[]> {
  return roomCodes.length === 0 ? [] : await selectBlock(handle, { roomCodes }, where)
}

const selectBlock = preparedLists(['roomCodes'], ({ t: { day }, db }, { roomCodes }) => {
  const { roomCode, date, available, priceCents, closed } = day
  return db
    .select({ roomCode, date, available, priceCents, closed })
    .from(day)
    .where(isInBlock(day, inArray(roomCode, roomCodes)))
    .orderBy(asc(roomCode), asc(date))
    .prepare()
})

/** The stored days of some room types by code, each by date ascending; a room type without any is absent. */
export async function listDaysByRoom(
  handle: Handle,
  { roomCodes, ...where }: DayBlock,
): Promise<Map<string, Omit<DayRow, 'roomCode'>[]>> {
  const [roomCode, ...others] = roomCodes
  // Most changes are of one room type: its rows need no code.
  if (roomCode !== undefined && others.length === 0)
    return new Map([[roomCode, await listRoomDays(handle, { ...where, roomCode })]])
  const rows = await listDays(handle, { ...where, roomCodes })
  return Map.groupBy(rows, (row) => row.roomCode)
}

/** The stored days of one room type by date. A stay has few of them: building the statement would take most of the time. */
export async function readDays(
  handle: Handle,
  where: Omit<DayBlock, 'roomCodes'> & { roomCode: string },
): Promise<Map<CalendarDate, Day>> {
  const rows = await listRoomDays(handle, where)
  return new Map(rows.map(({ date, ...day }) => [date, day]))
}

/** The stored days of one room type by date ascending, without its code. */
export const listRoomDays = async (
  handle: Handle,
  where: Omit<DayBlock, 'roomCodes'> & { roomCode: string },
): Promise<Omit<DayRow, 'roomCode'>[]> => await selectDays(handle).execute(where)

const selectDays = prepared((handle) => {
  const { date, available, priceCents, closed } = handle.t.day
  return handle.db
    .select({ date, available, priceCents, closed })
    .from(handle.t.day)
    .where(isInBlock(handle.t.day, eq(handle.t.day.roomCode, sql.placeholder('roomCode'))))
    .orderBy(asc(date))
    .prepare()
})

/** Days of some room types between two dates, by placeholders. */
const isInBlock = ({ hotelId, date }: Handle['t']['day'], isOfRooms: SQL) =>
  and(
    eq(hotelId, sql.placeholder('hotelId')),
    isOfRooms,
    between(date, sql.placeholder('from'), sql.placeholder('to')),
  )

/**
 * The stored days of some room types, with the columns that cap a pushed count. Without a cursor `seenOrder` is left
 * out, because each column costs time if days are many.
 */
export async function readStoredDays(
  handle: Handle,
  { roomCodes, ...where }: DayBlock,
  hasCursor: boolean,
): Promise<Map<string, Map<CalendarDate, StoredDay>>> {
  const days = new Map(roomCodes.map((code) => [code, new Map<CalendarDate, StoredDay>()]))
  const select = hasCursor ? selectSeenDays : selectStoredDays
  // A statement costs SQLite less than the code in each row, and a remote database more.
  const lists = handle.dialect.bulk.isCounted ? roomCodes.map((code) => [code]) : [roomCodes]
  const read = async (codes: string[]) => {
    const only = codes.length === 1 ? days.get(codes[0]!) : undefined
    // Field by field, here and below: object spread makes a push of 10,000 days 5 % slower.
    for (const row of await select(handle, { roomCodes: codes }, where)) {
      const { roomCode, date: at, available, priceCents, closed, live } = row
      const { shortfall, lastSeq, seenOrder } = row
      const day = { available, priceCents, closed, live, shortfall, lastSeq, seenOrder }
      ;(only ?? days.get(roomCode)!).set(at, day)
    }
  }
  await batch(...lists.map(read))
  return days
}

type StoredRow = StoredDay & { roomCode: string; date: CalendarDate }

/** Of a single room type the rows have no code. */
const selectStored = (hasCursor: boolean) =>
  preparedLists<'roomCodes', StoredRow>(['roomCodes'], ({ t: { day }, db }, { roomCodes }) => {
    const { roomCode, seenOrder, date, available, priceCents, closed, live, shortfall, lastSeq } =
      day
    const columns = {
      ...(roomCodes.length > 1 && { roomCode }),
      ...{ date, available, priceCents, closed, live, shortfall, lastSeq },
      ...(hasCursor && { seenOrder }),
    }
    // Without a lock of the rows, which of 1,000 days writes 57 KB: whoever changes a day has locked its hotel.
    const query = db.select(columns as never).from(day)
    return query.where(isInBlock(day, inArray(roomCode, roomCodes))).prepare()
  })
const selectStoredDays = selectStored(false)
const selectSeenDays = selectStored(true)

/** Groups days by room code and date, in the domain's form. */
export function groupDays(rows: readonly DayRow[]): Days {
  const days: Days = new Map()
  for (const { roomCode, date, ...day } of rows) {
    const room = days.get(roomCode)
    if (room) room.set(date, day)
    else days.set(roomCode, new Map([[date, day]]))
  }
  return days
}

/**
 * Writes days as the changes leave them, and inserts days never pushed; live rooms are not touched. Their newest change is
 * left to `recordDays`.
 */
export async function upsertDays(tx: Tx, hotelId: number, changes: readonly Change[]) {
  invalidateDays(tx, hotelId, changes)
  await upsertDayRows(tx, hotelId, changes)
}

/**
 * Writes the cursors seen with pushed counts. Days themselves do not change, and so neither feed nor caches hear of it.
 */
export async function noteSeen(
  { t: { day }, db }: Tx,
  hotelId: number,
  noted: FoldResult['noted'],
) {
  const groups = Map.groupBy(noted, ({ roomCode, seenOrder }) => `${seenOrder} ${roomCode}`)
  // One statement for each cursor: a push of many elements may have many.
  for await (const [group = []] of pacedChunks([...groups.values()], 1)) {
    const { roomCode, seenOrder } = group[0]!
    for await (const part of pacedChunks(group)) {
      const dates = part.map(({ date }) => date)
      await db
        .update(day)
        .set({ seenOrder })
        .where(and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), inArray(day.date, dates)))
    }
  }
}
