import { and, asc, eq } from 'drizzle-orm'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { foldText } from '../../domain/kernel/search-text.ts'
import type { SearchHotel, SearchRoom } from '../../domain/sale/search.ts'
import { type BoardValues, boardColumns, readBoards } from '../catalog/room-boards.ts'
import { readAmenities, readNames } from '../engine/columns.ts'
import type { Handle } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { sharedText } from '../engine/rows.ts'

// Rows of hotels and their room types for search. Five hundred hotels are read by the first search after a start, before
// any code is compiled: nothing here works on each id of a list, and room types come as raw rows.

const selectHotels = prepared(({ t: { hotel, city }, db, dialect }) => {
  const { id, slug, name, stars, currency, timezone, address, lat, lng, active } = hotel
  const { ratingSum, ratingCount, webMaxRooms, webMaxNights } = hotel
  const { usesRates, usesAllotments, isListed, amenities } = hotel
  return db
    .select({
      hotel: { id, slug, name, stars, currency, timezone, address, lat, lng, active },
      uses: { usesRates, usesAllotments, isListed },
      amenities,
      rating: { ratingSum, ratingCount },
      web: { webMaxRooms, webMaxNights },
      city: {
        slug: city.slug,
        name: city.name,
        country: city.country,
        translations: city.translations,
      },
    })
    .from(hotel)
    .innerJoin(city, eq(city.id, hotel.cityId))
    .where(dialect.isAmong(hotel.id, 'ids'))
    .prepare()
})

/** Hotels by id without their room types and rates, on sale or not. */
export async function listSearchHotels(
  handle: Handle,
  ids: readonly number[],
): Promise<(Omit<SearchHotel, 'rooms' | 'rates' | 'publicRates'> & Pick<Hotel, 'usesRates'>)[]> {
  const rows = await selectHotels(handle).execute({ ids: handle.dialect.listOf(ids) })
  return rows.map((row) => ({
    ...row.hotel,
    currency: sharedText(row.hotel.currency),
    timezone: sharedText(row.hotel.timezone),
    ...row.uses,
    ...row.rating,
    ...row.web,
    amenities: readAmenities(row),
    city: readNames(row.city),
    text: foldText(`${row.hotel.name} ${row.city.name}`),
  }))
}

/** A room type as a row: hotel, room code, and whom it sleeps. */
type RoomValues = [number, string, number, number, number]

const selectRooms = prepared(({ t: { roomType }, db, dialect }) => {
  const { hotelId, roomCode, maxAdults, maxChildren, maxOccupancy } = roomType
  return db
    .select({ hotelId, roomCode, maxAdults, maxChildren, maxOccupancy })
    .from(roomType)
    .where(and(dialect.isAmong(hotelId, 'ids'), eq(roomType.active, true)))
    .orderBy(asc(hotelId), asc(roomCode))
    .prepare()
})

const selectBoards = prepared(({ t, t: { roomBoard }, db, dialect }) =>
  db
    .select(boardColumns(t))
    .from(roomBoard)
    .where(dialect.isAmong(roomBoard.hotelId, 'ids'))
    .orderBy(asc(roomBoard.hotelId), asc(roomBoard.roomCode), asc(roomBoard.position))
    .prepare(),
)

/** The active room types of each hotel with their boards, by room code ascending. */
export async function listSearchRooms(
  handle: Handle,
  ids: readonly number[],
): Promise<Map<number, SearchRoom[]>> {
  const { dialect } = handle
  const list = { ids: dialect.listOf(ids) }
  const rows = await dialect.values(selectRooms(handle), list)
  const boards = await dialect.values(selectBoards(handle), list)
  const boardsOf = readBoards(boards as BoardValues[])
  const byHotel = new Map<number, SearchRoom[]>(ids.map((id) => [id, []]))
  for (const [hotelId, roomCode, maxAdults, maxChildren, maxOccupancy] of rows as RoomValues[]) {
    const { boards, supplementsCents, perGuest } = boardsOf(hotelId, roomCode)
    const bounds = { maxAdults, maxChildren, maxOccupancy }
    byHotel.get(hotelId)!.push({ roomCode, ...bounds, boards, supplementsCents, perGuest })
  }
  return byHotel
}
