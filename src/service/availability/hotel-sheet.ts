import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { findHotel, hotelTopic, listRoomTypes } from '../../store/catalog/catalog.ts'
import { isMoved, type Store, type Tx } from '../../store/open.ts'
import type { Deps } from '../deps.ts'

/** A hotel with its room types, active or not, by room code ascending. */
export type HotelSheet = {
  hotel: Hotel
  rooms: RoomType[]
  /** The version of the hotel's topic that it was read at, or an earlier one. */
  version: number
}

/** The hotel of an id as it is now; undefined when there is none. */
export async function readSheet(store: Store, hotelId: number): Promise<HotelSheet | undefined> {
  const version = store.version(hotelTopic(hotelId))
  const hotel = await findHotel(store, hotelId)
  return hotel && { hotel, rooms: await listRoomTypes(store, hotelId), version }
}

/** Whether a sheet may be outdated inside a transaction, however long its caller has had it. */
export const isOutdated = ({ store }: Pick<Deps, 'store'>, tx: Tx, sheet: HotelSheet) =>
  isMoved(store, tx, hotelTopic(sheet.hotel.id), sheet.version)

/** A hotel as it is inside a transaction: read anew when a suspension, say, may have come between. */
export async function freshSheet(
  deps: Pick<Deps, 'store'>,
  tx: Tx,
  sheet: HotelSheet,
): Promise<Pick<HotelSheet, 'hotel' | 'rooms'>> {
  if (!isOutdated(deps, tx, sheet)) return sheet
  const { id } = sheet.hotel
  return { hotel: (await findHotel(tx, id))!, rooms: await listRoomTypes(tx, id) }
}
