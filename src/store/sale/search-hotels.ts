import { and, asc, eq } from 'drizzle-orm'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { foldText } from '../../domain/kernel/search-text.ts'
import type { SearchHotel, SearchRoom } from '../../domain/sale/search.ts'
import { type BoardValues, boardColumns, readBoards } from '../catalog/room-boards.ts'
import { readAmenities, readNames } from '../engine/columns.ts'
import type { Flag } from '../engine/dialect.ts'
import type { Handle } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { sharedText } from '../engine/rows.ts'

// Rows of hotels and their room types for search. Five hundred hotels are read by the first search after a start, before
// any code is compiled: nothing here works on each id of a list, rows come raw, and what many hotels have alike is read
// once.

/** A hotel as a row, and its city: as `selectHotels` names them. */
type HotelValues = [
  ...[id: number, slug: string, name: string, stars: number, currency: string, timezone: string],
  ...[
    address: string,
    lat: number,
    lng: number,
    active: Flag,
    usesRates: Flag,
    usesAllotments: Flag,
  ],
  ...[isListed: Flag, amenities: string | null, ratingSum: number, ratingCount: number],
  ...[webMaxRooms: number, webMaxNights: number, citySlug: string, cityName: string],
  ...[country: string, translations: string | null],
]

const selectHotels = prepared(({ t: { hotel, city }, db, dialect }) => {
  const { id, slug, name, stars, currency, timezone, address, lat, lng, active } = hotel
  const { ratingSum, ratingCount, webMaxRooms, webMaxNights } = hotel
  const { usesRates, usesAllotments, isListed, amenities } = hotel
  const { country, translations } = city
  return db
    .select({
      ...{ id, slug, name, stars, currency, timezone, address, lat, lng, active, usesRates },
      ...{ usesAllotments, isListed, amenities, ratingSum, ratingCount, webMaxRooms, webMaxNights },
      ...{ citySlug: city.slug, cityName: city.name, country, translations },
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
  const { dialect } = handle
  const rows = await dialect.values(selectHotels(handle), { ids: dialect.listOf(ids) })
  const cities = new Map<string, Hotel['city']>()
  const amenities = new Map<string | null, Hotel['amenities']>()
  return (rows as HotelValues[]).map((row) => {
    const [id, slug, name, stars, currency, timezone, address, lat, lng, active, ...more] = row
    const [usesRates, usesAllotments, isListed, amenitiesText, ratingSum, ratingCount, ...rest] =
      more
    const [webMaxRooms, webMaxNights, citySlug, cityName, country, translations] = rest
    const city =
      cities.get(citySlug) ?? readNames({ slug: citySlug, name: cityName, country, translations })
    cities.set(citySlug, city)
    const all = amenities.get(amenitiesText) ?? readAmenities({ amenities: amenitiesText })
    amenities.set(amenitiesText, all)
    return {
      id,
      slug,
      name,
      city,
      stars,
      currency: sharedText(currency),
      timezone: sharedText(timezone),
      address,
      lat,
      lng,
      active: Boolean(active),
      usesRates: Boolean(usesRates),
      usesAllotments: Boolean(usesAllotments),
      isListed: Boolean(isListed),
      amenities: all,
      ratingSum,
      ratingCount,
      webMaxRooms,
      webMaxNights,
      text: foldText(`${name} ${cityName}`),
    }
  })
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
  const byHotel = new Map<number, SearchRoom[]>()
  for (const id of ids) byHotel.set(id, [])
  for (const [hotelId, roomCode, maxAdults, maxChildren, maxOccupancy] of rows as RoomValues[]) {
    const { boards, supplementsCents, perGuest } = boardsOf(hotelId, roomCode)
    byHotel.get(hotelId)!.push({
      roomCode,
      maxAdults,
      maxChildren,
      maxOccupancy,
      boards,
      supplementsCents,
      perGuest,
    })
  }
  return byHotel
}
