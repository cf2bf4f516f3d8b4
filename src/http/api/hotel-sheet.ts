import type { Photo } from '../../domain/photos/photo.ts'
import { findSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import { batch } from '../../store/engine/pace.ts'
import type { Store } from '../../store/open.ts'
import { listPhotos } from '../../store/photos/photos.ts'

/** A hotel as it is kept in memory: with its pictures and those of its room types, each place's in their order. */
export type HotelSheet = HotelSnapshot & { photos: readonly Photo[] }

/** What a hotel's data and one of its room types take in memory, roughly. */
const HOTEL_BYTES = 2_000
const ROOM_TYPE_BYTES = 1_000
const PHOTO_BYTES = 700

/** Its texts are counted as long as they are. */
export const sizeOfHotel = ({ hotel, rooms, photos }: HotelSheet) =>
  [hotel, ...rooms].reduce(
    (bytes, { translations }) => bytes + JSON.stringify(translations).length,
    HOTEL_BYTES + rooms.length * ROOM_TYPE_BYTES + photos.length * PHOTO_BYTES,
  )

/** A hotel with its pictures; undefined when there is none. */
export async function findSheet(store: Store, hotelId: number): Promise<HotelSheet | undefined> {
  const [snapshot, photos] = await batch(
    findSnapshot(store, hotelId),
    listPhotos(store, { hotelId }),
  )
  return snapshot && { ...snapshot, photos }
}
