import { and, asc, type Column, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Board, City } from '../../domain/catalog/catalog.ts'
import { USES_COUNTED_MAX } from '../../domain/catalog/catalog-rules.ts'
import { foldWords } from '../../domain/kernel/search-text.ts'
import { readNames } from '../engine/columns.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'
import { hasRow } from '../engine/rows.ts'
import { catalogTopic, listBoards, type Point } from './catalog.ts'
import { type CatalogPage, isNamed, type Page, seek } from './catalog-lists.ts'

/** A city in the admins' list: the number of its hotels, on sale or not, and currency and time zone of the first. */
export type CityEntry = City &
  Point & { id: string; hotels: number; currency: string | null; timezone: string | null }

/** A board with the number of room types and rates sold with it; `USES_COUNTED_MAX` means that many or more. */
export type BoardEntry = Board & { roomTypes: number; rates: number }

/** Cities by slug, which is their id in this list; a search matches parts of words in name, slug and country. */
export async function listCityEntries(
  { t, db }: Handle,
  { q }: { q?: string | undefined },
  page: Page<string>,
): Promise<CatalogPage<CityEntry>> {
  const { city, hotel } = t
  const words = q === undefined ? [] : foldWords(q)
  const { rows, stoppedAt } = await seek({
    read: (after, limit) =>
      db
        .select({
          id: city.slug,
          key: city.id,
          slug: city.slug,
          name: city.name,
          country: city.country,
          translations: city.translations,
          lat: city.lat,
          lng: city.lng,
        })
        .from(city)
        .where(after === undefined ? undefined : gt(city.slug, after))
        .orderBy(asc(city.slug))
        .limit(limit),
    isMatch: ({ name, slug, country }) => isNamed(`${name} ${slug} ${country}`, q, words),
    page,
  })
  const keys = rows.map(({ key }) => key)
  if (rows.length === 0) return { rows: [], stoppedAt }
  const counts = await db
    .select({
      cityId: hotel.cityId,
      hotels: count(),
      first: sql<number>`min(${hotel.id})`.mapWith(Number),
    })
    .from(hotel)
    // No sandboxes.
    .where(and(inArray(hotel.cityId, keys), gt(hotel.id, 0)))
    .groupBy(hotel.cityId)
  const ids = counts.map(({ first }) => first)
  const firsts =
    ids.length === 0
      ? []
      : await db
          .select({ cityId: hotel.cityId, currency: hotel.currency, timezone: hotel.timezone })
          .from(hotel)
          .where(inArray(hotel.id, ids))
  const hotels = new Map(counts.map((row) => [row.cityId, row.hotels]))
  const usual = new Map(firsts.map((row) => [row.cityId, row]))
  const cities = rows.map(({ key, ...row }) => {
    const { currency = null, timezone = null } = usual.get(key) ?? {}
    return { ...readNames(row), hotels: hotels.get(key) ?? 0, currency, timezone }
  })
  return { rows: cities, stoppedAt }
}

/**
 * Default coordinates of a new hotel in a city: the city's, or else those of its first hotel; undefined if both lack
 * them.
 */
export async function findDefaultCoordinates(
  { t, db }: Handle,
  cityId: number,
): Promise<{ lat: number; lng: number } | undefined> {
  const { city, hotel } = t
  const [place] = await db
    .select({ lat: city.lat, lng: city.lng })
    .from(city)
    .where(eq(city.id, cityId))
  if (place && place.lat !== null && place.lng !== null) return { lat: place.lat, lng: place.lng }
  const [first] = await db
    .select({ lat: hotel.lat, lng: hotel.lng })
    .from(hotel)
    .where(and(eq(hotel.cityId, cityId), gt(hotel.id, 0)))
    .orderBy(asc(hotel.id))
    .limit(1)
  return first
}

/** True if a city has a hotel or a sandbox. */
export const hasHotelsIn = (handle: Handle, cityId: number) =>
  hasRow(handle, handle.t.hotel, eq(handle.t.hotel.cityId, cityId))

/** Deletes a city without hotels. */
export async function removeCity(tx: Tx, cityId: number): Promise<void> {
  await tx.db.delete(tx.t.city).where(eq(tx.t.city.id, cityId))
  invalidate(tx, catalogTopic)
}

/** Every board in the usual order, with its uses. */
export async function listBoardEntries(handle: Handle): Promise<BoardEntry[]> {
  const boards = await listBoards(handle)
  return await Promise.all(
    boards.map(async (board) => ({ ...board, ...(await countBoardUses(handle, board.code)) })),
  )
}

/** Number of hotels' room types and rates sold with a board, up to `USES_COUNTED_MAX`; no sandboxes. */
export async function countBoardUses(
  handle: Handle,
  code: string,
): Promise<Pick<BoardEntry, 'roomTypes' | 'rates'>> {
  const { roomBoard, rate } = handle.t
  const isOfHotel = (hotelId: Column) => gt(hotelId, 0)
  return {
    roomTypes: await countSome(
      handle,
      roomBoard,
      and(eq(roomBoard.boardCode, code), isOfHotel(roomBoard.hotelId)),
    ),
    rates: await countSome(handle, rate, and(eq(rate.boardCode, code), isOfHotel(rate.hotelId))),
  }
}

/** True if a room type or rate, also of a sandbox, is sold with a board. */
export async function isBoardSold(handle: Handle, code: string): Promise<boolean> {
  const { roomBoard, rate } = handle.t
  return (
    (await hasRow(handle, roomBoard, eq(roomBoard.boardCode, code))) ||
    (await hasRow(handle, rate, eq(rate.boardCode, code)))
  )
}

/** True if any booking was ever made with a board; reads all bookings in slices, because no index has the board. */
export async function isBoardBooked({ t, db }: Handle, code: string): Promise<boolean> {
  const { id, boardCode } = t.booking
  const slices = readSlices<{ id: number; boardCode: string | null }>((after, limit) =>
    db
      .select({ id, boardCode })
      .from(t.booking)
      .where(after && gt(id, after.id))
      .orderBy(asc(id))
      .limit(limit),
  )
  for await (const rows of slices) if (rows.some((row) => row.boardCode === code)) return true
  return false
}

/** Deletes a board that is sold with nothing. */
export async function removeBoard(tx: Tx, code: string): Promise<void> {
  const { t, db } = tx
  invalidate(tx, catalogTopic)
  await db.delete(t.board).where(eq(t.board.code, code))
}

async function countSome(
  { db }: Handle,
  table: SQLiteTable,
  where: SQL | undefined,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(USES_COUNTED_MAX)
    .as('some')
  const [row] = await db.select({ count: count() }).from(some)
  return row!.count
}
