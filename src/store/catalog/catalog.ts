import { asc, eq, sql } from 'drizzle-orm'
import type { Board, City, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { isSandbox, shownSlug } from '../../domain/catalog/sandbox-hotel.ts'
import {
  HOTEL_TEXTS,
  type HotelContent,
  type MaybeNamed,
  ROOM_TEXTS,
  translationsOf,
} from '../../domain/kernel/content.ts'
import type { MailSettings } from '../../domain/mails/mail.ts'
import { type Rate, STANDARD } from '../../domain/rates/rate.ts'
import type { HotelTax } from '../../domain/rates/tax.ts'
import type { WebRules } from '../../domain/strangers/strangers.ts'
import {
  type NewRoomType,
  readList,
  readNames,
  readTaxes,
  readTranslations,
  roomValues,
  taxesText,
  translationsText,
  withNames,
} from '../engine/columns.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { holdHotel } from '../engine/locks.ts'
import { batch } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { hasRow } from '../engine/rows.ts'
import { listRates } from '../rates/rates.ts'

/** The topic of a hotel's own data, room types and keys; see `Store.version`. */
export const hotelTopic = (hotelId: number) => `hotel:${hotelId}`

/** The topic of which cities and hotels there are, where, and whether they are on sale. */
export const catalogTopic = 'catalog'

/** A hotel with its room types, active or not, by room code, and its rates, `STD` first, as they were at a revision of it, in a history. */
export type HotelSnapshot = { hotel: Hotel; rooms: RoomType[]; rates: Rate[]; revision: string }

const hotelId = sql.placeholder('hotelId')

// A failover that lost commits gives the number out again: in another history.
const selectRevision = prepared(({ t: { hotel }, db, dialect: { history } }) => {
  const revision = sql<string>`${history} || ' ' || ${hotel.revision}`
  return db.select({ revision }).from(hotel).where(eq(hotel.id, hotelId)).prepare()
})
const selectHotel = prepared(({ t: { hotel, city }, db }) =>
  db
    .select()
    .from(hotel)
    .innerJoin(city, eq(city.id, hotel.cityId))
    .where(eq(hotel.id, hotelId))
    .prepare(),
)
const selectRooms = prepared(({ t: { roomType }, db }) =>
  db
    .select()
    .from(roomType)
    .where(eq(roomType.hotelId, hotelId))
    .orderBy(asc(roomType.roomCode))
    .prepare(),
)
const selectBoards = prepared(({ t: { roomBoard }, db }) =>
  db
    .select()
    .from(roomBoard)
    .where(eq(roomBoard.hotelId, hotelId))
    .orderBy(asc(roomBoard.roomCode), asc(roomBoard.position))
    .prepare(),
)

/** The hotel of an id with its room types; undefined when there is none. */
export async function findSnapshot(
  handle: Handle,
  hotelId: number,
): Promise<HotelSnapshot | undefined> {
  // Before the hotel: a snapshot that a change has come into is of the revision before it, and stands for none.
  const [[row], hotel, rooms] = await batch(
    selectRevision(handle).execute({ hotelId }),
    findHotel(handle, hotelId),
    listRoomTypes(handle, hotelId),
  )
  if (!row || !hotel) return undefined
  const rates = hotel.usesRates ? await listRates(handle, hotelId) : [STANDARD]
  return { hotel, rooms, rates, ...row }
}

/**
 * The hotel of a snapshot as it is inside a transaction: the snapshot itself when it stands, which one column says in
 * 4 µs, where to read a hotel of ten room types takes 80, a fifth of a booking.
 */
export async function currentSnapshot(tx: Tx, known: HotelSnapshot): Promise<HotelSnapshot> {
  const [row] = await selectRevision(tx).execute({ hotelId: known.hotel.id })
  return row?.revision === known.revision ? known : (await findSnapshot(tx, known.hotel.id))!
}

/** Marks a hotel's own data or room types as changed, for memory and for transactions that know it as it was. */
export async function reviseHotel(tx: Tx, hotelId: number): Promise<void> {
  const { hotel } = tx.t
  await tx.db.update(hotel).set(nextRevision(tx)).where(eq(hotel.id, hotelId))
  invalidate(tx, hotelTopic(hotelId))
}

/** To be set with any change of a hotel. */
export const nextRevision = ({ t: { hotel } }: Tx) => ({ revision: sql`${hotel.revision} + 1` })

/** The hotel of an id; undefined when there is none. */
export async function findHotel(handle: Handle, hotelId: number): Promise<Hotel | undefined> {
  const [row] = await selectHotel(handle).execute({ hotelId })
  if (!row) return undefined
  const { cityId, createdAtMs, ratingSum, ratingCount, revision, ...more } = row.hotel
  const { retiredAtMs, secondFactorRequired, ...hotel } = more
  const { slug, name, country, translations } = readNames(row.city)
  return {
    ...hotel,
    slug: shownSlug(hotel.slug),
    active: hotel.active || isSandbox(hotel.id),
    taxes: readTaxes(hotel.taxes),
    translations: readTranslations(HOTEL_TEXTS, hotel.translations),
    city: { slug, name, country, translations },
  }
}

/** A hotel's room types, active or not, by room code ascending. */
export async function listRoomTypes(handle: Handle, hotelId: number): Promise<RoomType[]> {
  const [rows, boards] = await batch(
    selectRooms(handle).execute({ hotelId }),
    selectBoards(handle).execute({ hotelId }),
  )
  return withBoards(rows, boards).map(({ hotelId: _, ...room }) => ({
    ...room,
    beds: readList(room.beds),
    amenities: readList(room.amenities),
    translations: readTranslations(ROOM_TEXTS, room.translations),
  }))
}

/** Room types of one hotel or several with their boards, which come in their order. */
export function withBoards<Room extends { hotelId: number; roomCode: string }>(
  rooms: readonly Room[],
  boards: readonly Handle['t']['roomBoard']['$inferSelect'][],
) {
  const byRoom = Map.groupBy(boards, ({ hotelId, roomCode }) => `${hotelId} ${roomCode}`)
  return rooms.map((room) => {
    const own = byRoom.get(`${room.hotelId} ${room.roomCode}`) ?? []
    return {
      ...room,
      boards: own.map(({ boardCode }) => boardCode),
      supplementsCents: Object.fromEntries(
        own.map(({ boardCode, supplementCents }) => [boardCode, supplementCents]),
      ),
      perGuest: own.filter(({ perGuest }) => perGuest).map(({ boardCode }) => boardCode),
    }
  })
}

/** Every board there is, in the usual order: from room only to ultra all inclusive. */
export async function listBoards({ t, db }: Handle): Promise<Board[]> {
  const { code, name, translations, position } = t.board
  const rows = await db.select({ code, name, translations }).from(t.board).orderBy(asc(position))
  return rows.map(readNames)
}

/** The hotel of a slug, never a sandbox; undefined when there is none. */
export async function findHotelId({ t, db }: Handle, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: t.hotel.id }).from(t.hotel).where(eq(t.hotel.slug, slug))
  return row && !isSandbox(row.id) ? row.id : undefined
}

/** Whether there is any hotel at all. */
export const hasHotels = (handle: Handle) => hasRow(handle, handle.t.hotel)

export async function insertBoards(
  { t, db }: Tx,
  boards: readonly MaybeNamed<Board>[],
): Promise<void> {
  await db
    .insert(t.board)
    .values(boards.map((board, position) => ({ ...withNames(board), position })))
}

/** Where a city or a hotel is; null: not said. */
export type Point = { lat: number | null; lng: number | null }

/** @returns the id of the new city */
export async function insertCity(tx: Tx, city: MaybeNamed<City> & Partial<Point>): Promise<number> {
  const { t, db } = tx
  invalidate(tx, catalogTopic)
  const [row] = await db.insert(t.city).values(withNames(city)).returning({ id: t.city.id })
  return row!.id
}

/** What a hotel may be made without saying. */
type OptionalField = 'taxes' | keyof MailSettings | keyof HotelContent | keyof WebRules

/** A hotel to be made; without taxes and texts when none are said. */
type NewHotel = Omit<Hotel, 'id' | 'city' | 'usesRates' | 'sandboxOf' | OptionalField> &
  Partial<Pick<Hotel, Exclude<OptionalField, 'taxes'>>> & { taxes?: MaybeNamed<HotelTax>[] }

/** @returns the id of the new hotel, which is held from now on */
export async function insertHotel(
  tx: Tx,
  {
    taxes = [],
    translations = translationsOf(HOTEL_TEXTS),
    ...hotel
  }: NewHotel & { cityId: number; createdAtMs: number },
): Promise<number> {
  const { t, db } = tx
  invalidate(tx, catalogTopic)
  const values = {
    ...hotel,
    taxes: taxesText(taxes),
    translations: translationsText(translations),
  }
  const [row] = await db.insert(t.hotel).values(values).returning({ id: t.hotel.id })
  const { id } = row!
  await holdHotel(tx, id)
  return id
}

/** Adds a room type with its boards. */
export async function insertRoomType(tx: Tx, hotelId: number, room: NewRoomType): Promise<void> {
  await tx.db.insert(tx.t.roomType).values({ hotelId, ...roomValues(room) })
  await insertRoomBoards(tx, hotelId, room)
  await reviseHotel(tx, hotelId)
}

/** Adds the boards of a room type, which has none, in their order. */
export async function insertRoomBoards(
  { t, db }: Tx,
  hotelId: number,
  {
    roomCode,
    boards,
    supplementsCents,
    perGuest = [],
  }: Pick<NewRoomType, 'roomCode' | 'boards' | 'supplementsCents' | 'perGuest'>,
): Promise<void> {
  const rows = boards.map((boardCode, position) => ({
    ...{ hotelId, roomCode, position, boardCode },
    supplementCents: supplementsCents[boardCode] ?? 0,
    perGuest: perGuest.includes(boardCode),
  }))
  if (rows.length > 0) await db.insert(t.roomBoard).values(rows)
}
