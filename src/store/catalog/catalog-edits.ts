import { and, eq, gt, gte, lt, max, or } from 'drizzle-orm'
import type { Board, City, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import type { MaybeNames } from '../../domain/kernel/content.ts'
import { hasAmounts } from '../../domain/rates/rate.ts'
import type { HotelTax } from '../../domain/rates/tax.ts'
import {
  readNames,
  roomValues,
  taxesText,
  translationsText,
  withNames,
  withPage,
} from '../engine/columns.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import { listExtras } from '../extras/extras.ts'
import { listRates } from '../rates/rates.ts'
import { catalogTopic, hotelTopic, nextRevision, type Point, reviseHotel } from './catalog.ts'
import { insertRoomBoards } from './room-boards.ts'

// Edits of the catalogue: each raises the hotel's revision or invalidates its cache topic.

/** A city with its key and its coordinates. */
export type CityRow = City & Point & { id: number }

/** The fields of a hotel that can change: all but its key and slug. */
export type HotelChanges = Partial<
  Omit<Hotel, 'id' | 'slug' | 'city' | 'taxes' | 'usesRates' | 'usesAllotments' | 'sandboxOf'> & {
    cityId: number
    taxes: MaybeNames<HotelTax>[]
  }
>

/** Finds a city by slug; undefined if none exists. */
export async function findCity({ t, db }: Handle, slug: string): Promise<CityRow | undefined> {
  const [row] = await db.select().from(t.city).where(eq(t.city.slug, slug))
  return row && readNames(row)
}

/** The first of `base`, `base-2`, `base-3` … that no city, or no hotel, has. */
export async function findFreeSlug({ t, db }: Tx, kind: 'city' | 'hotel', base: string) {
  const { slug } = t[kind]
  // '.' is the character after '-': the range holds every slug that continues `base-`, with a number or any other text.
  const rows = await db
    .select({ slug })
    .from(t[kind])
    .where(or(eq(slug, base), and(gte(slug, `${base}-`), lt(slug, `${base}.`))))
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}

/** Ids of a city's hotels. */
export async function listHotelsOf(
  { t: { hotel }, db }: Handle,
  cityId: number,
): Promise<number[]> {
  const rows = await db.select({ id: hotel.id }).from(hotel).where(eq(hotel.cityId, cityId))
  return rows.map(({ id }) => id)
}

/** Writes changes of a city, and invalidates its hotels, which show them. */
export async function updateCity(
  tx: Tx,
  id: number,
  changes: Partial<Omit<CityRow, 'id' | 'slug'>>,
): Promise<void> {
  const { t, db } = tx
  await db.update(t.city).set(withNames(changes)).where(eq(t.city.id, id))
  const hotels = await db
    .update(t.hotel)
    .set(nextRevision(tx))
    .where(eq(t.hotel.cityId, id))
    .returning({ id: t.hotel.id })
  for (const hotel of hotels) invalidate(tx, hotelTopic(hotel.id))
  invalidate(tx, catalogTopic)
}

/** Writes changes of a hotel. */
export async function updateHotel(tx: Tx, id: number, changes: HotelChanges): Promise<void> {
  const { hotel } = tx.t
  const { taxes, translations, ...rest } = withPage(changes)
  const texts = {
    ...(taxes && { taxes: taxesText(taxes) }),
    ...(translations && { translations: translationsText(translations) }),
  }
  await tx.db
    .update(hotel)
    .set({ ...rest, ...texts, ...nextRevision(tx) })
    .where(eq(hotel.id, id))
  invalidate(tx, hotelTopic(id))
  if (!isSandbox(id)) invalidate(tx, catalogTopic)
}

/** True if a hotel was ever booked. */
export const hasBookings = (handle: Handle, hotelId: number) =>
  hasRow(handle, handle.t.booking, eq(handle.t.booking.hotelId, hotelId))

/** One example in words for each kind of price that a hotel has; empty if it has none. */
export async function listPriceExamples(handle: Handle, hotelId: number): Promise<string[]> {
  const { t, db } = handle
  const { roomType, roomBoard, day, rateDay } = t
  const bases = await db
    .select({ roomCode: roomType.roomCode })
    .from(roomType)
    .where(and(eq(roomType.hotelId, hotelId), gt(roomType.basePriceCents, 0)))
    .limit(1)
  const supplements = await db
    .select({ roomCode: roomBoard.roomCode, boardCode: roomBoard.boardCode })
    .from(roomBoard)
    .where(and(eq(roomBoard.hotelId, hotelId), gt(roomBoard.supplementCents, 0)))
    .limit(1)
  const days = await db
    .select({ roomCode: day.roomCode, date: day.date })
    .from(day)
    .where(and(eq(day.hotelId, hotelId), gt(day.priceCents, 0)))
    .limit(1)
  const rate = (await listRates(handle, hotelId)).find(hasAmounts)
  const extra = (await listExtras(handle, hotelId)).find(({ priceCents }) => priceCents > 0)
  const ownPrices = await db
    .select({ rateCode: rateDay.rateCode, roomCode: rateDay.roomCode, date: rateDay.date })
    .from(rateDay)
    .where(and(eq(rateDay.hotelId, hotelId), gt(rateDay.priceCents, 0)))
    .limit(1)
  return [
    ...bases.map(({ roomCode }) => `the base price of ${roomCode}`),
    ...supplements.map(
      ({ roomCode, boardCode }) => `the supplement of ${roomCode} for ${boardCode}`,
    ),
    ...days.map(({ roomCode, date }) => `the price of ${roomCode} on ${date}`),
    ...(rate ? [`amounts of the rate ${rate.rateCode}`] : []),
    ...(extra ? [`the price of the extra ${extra.code}`] : []),
    ...ownPrices.map(
      ({ rateCode, roomCode, date }) => `the price of ${roomCode} at ${rateCode} on ${date}`,
    ),
  ]
}

/** Writes a room type, with its boards in their order. */
export async function updateRoomType(tx: Tx, hotelId: number, room: RoomType): Promise<void> {
  const { roomCode, ...values } = roomValues(room)
  const { t, db } = tx
  const { roomType, roomBoard } = t
  await db
    .update(roomType)
    .set(values)
    .where(and(eq(roomType.hotelId, hotelId), eq(roomType.roomCode, roomCode)))
  await db
    .delete(roomBoard)
    .where(and(eq(roomBoard.hotelId, hotelId), eq(roomBoard.roomCode, roomCode)))
  await insertRoomBoards(tx, hotelId, room)
  await reviseHotel(tx, hotelId)
}

/** Adds a board, last in order. @returns false if its code is taken */
export async function insertBoard(tx: Tx, board: Board): Promise<boolean> {
  const { t, db } = tx
  invalidate(tx, catalogTopic)
  const [last] = await db.select({ position: max(t.board.position) }).from(t.board)
  const rows = await db
    .insert(t.board)
    .values({ ...withNames(board), position: (last?.position ?? -1) + 1 })
    .onConflictDoNothing()
    .returning({ code: t.board.code })
  return rows.length > 0
}

/** Renames a board. */
export async function updateBoard(tx: Tx, { code, ...names }: Board): Promise<void> {
  const { t, db } = tx
  invalidate(tx, catalogTopic)
  await db.update(t.board).set(withNames(names)).where(eq(t.board.code, code))
}
