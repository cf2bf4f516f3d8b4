import { asc, eq, inArray } from 'drizzle-orm'
import type { Board, Hotel, RoomType } from '../../domain/catalog.ts'
import { type Handle, type Tx, touch } from '../open.ts'

/** The topic of a hotel's own data, room types and keys; see `Store.version`. */
export const hotelTopic = (hotelId: number) => `hotel:${hotelId}`

/** The topic of which cities and hotels there are, where, and whether they are on sale. */
export const catalogTopic = 'catalog'

/** The hotel of an id; undefined when there is none. */
export async function findHotel({ t, db }: Handle, hotelId: number): Promise<Hotel | undefined> {
  const [row] = await db
    .select()
    .from(t.hotel)
    .innerJoin(t.city, eq(t.city.id, t.hotel.cityId))
    .where(eq(t.hotel.id, hotelId))
  if (!row) return undefined
  const { cityId, createdAtMs, ratingSum, ratingCount, ...hotel } = row.hotel
  const { slug, name, country } = row.city
  return { ...hotel, city: { slug, name, country } }
}

/** A hotel's room types, active or not, by room code ascending. */
export async function listRoomTypes({ t, db }: Handle, hotelId: number): Promise<RoomType[]> {
  const rows = await db
    .select()
    .from(t.roomType)
    .where(eq(t.roomType.hotelId, hotelId))
    .orderBy(asc(t.roomType.roomCode))
  const boards = await db
    .select()
    .from(t.roomBoard)
    .where(eq(t.roomBoard.hotelId, hotelId))
    .orderBy(asc(t.roomBoard.roomCode), asc(t.roomBoard.position))
  const codes = Map.groupBy(boards, ({ roomCode }) => roomCode)
  return rows.map(({ hotelId: _, ...room }) => {
    const own = codes.get(room.roomCode) ?? []
    return {
      ...room,
      boards: own.map(({ boardCode }) => boardCode),
      supplementsCents: Object.fromEntries(
        own.map(({ boardCode, supplementCents }) => [boardCode, supplementCents]),
      ),
    }
  })
}

/** Every board there is, in the usual order: from room only to ultra all inclusive. */
export async function listBoards({ t, db }: Handle): Promise<Board[]> {
  return await db
    .select({ code: t.board.code, name: t.board.name })
    .from(t.board)
    .orderBy(asc(t.board.position))
}

/** The hotel of a slug; undefined when there is none. */
export async function findHotelId({ t, db }: Handle, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: t.hotel.id }).from(t.hotel).where(eq(t.hotel.slug, slug))
  return row?.id
}

/** Ids and slugs of hotels that have one of some ids, or one of some slugs, in no order. */
export async function listHotelNames(
  { t, db }: Handle,
  names: { ids: readonly number[] } | { slugs: readonly string[] },
): Promise<{ id: number; slug: string }[]> {
  const { id, slug } = t.hotel
  return await db
    .select({ id, slug })
    .from(t.hotel)
    .where('ids' in names ? inArray(id, [...names.ids]) : inArray(slug, [...names.slugs]))
}

/** Whether there is any hotel at all. */
export async function hasHotels({ t, db }: Handle): Promise<boolean> {
  return (await db.select({ id: t.hotel.id }).from(t.hotel).limit(1)).length > 0
}

export async function insertBoards({ t, db }: Tx, boards: readonly Board[]): Promise<void> {
  await db.insert(t.board).values(boards.map((board, position) => ({ ...board, position })))
}

/** @returns the id of the new city */
export async function insertCity(tx: Tx, city: Hotel['city']): Promise<number> {
  const { t, db } = tx
  touch(tx, catalogTopic)
  const [row] = await db.insert(t.city).values(city).returning({ id: t.city.id })
  return row!.id
}

/** @returns the id of the new hotel */
export async function insertHotel(
  tx: Tx,
  hotel: Omit<Hotel, 'id' | 'city'> & { cityId: number; createdAtMs: number },
): Promise<number> {
  const { t, db } = tx
  touch(tx, catalogTopic)
  const [row] = await db.insert(t.hotel).values(hotel).returning({ id: t.hotel.id })
  return row!.id
}

/** Adds a room type with its boards. */
export async function insertRoomType(
  tx: Tx,
  hotelId: number,
  { boards, supplementsCents, ...room }: RoomType,
): Promise<void> {
  const { t, db } = tx
  await db.insert(t.roomType).values({ hotelId, ...room })
  if (boards.length > 0)
    await db.insert(t.roomBoard).values(
      boards.map((boardCode, position) => ({
        hotelId,
        roomCode: room.roomCode,
        position,
        boardCode,
        supplementCents: supplementsCents[boardCode] ?? 0,
      })),
    )
  touch(tx, hotelTopic(hotelId))
}
