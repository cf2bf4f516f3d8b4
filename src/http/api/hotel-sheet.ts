import type { Photo } from '../../domain/photos/photo.ts'
import { findSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import { batch } from '../../store/engine/pace.ts'
import type { Store } from '../../store/open.ts'
import { listPhotos } from '../../store/photos/photos.ts'

/** A cached hotel with its photos and those of its room types, each sorted by position. */
export type HotelSheet = HotelSnapshot & { photos: readonly Photo[] }

/** Rough sizes in memory, for the cache budget. */
const HOTEL_BYTES = 4_000
const DISTANCE_BYTES = 400
const ROOM_TYPE_BYTES = 1_000
const PHOTO_BYTES = 1_200
const EXTRA_BYTES = 700

/** Estimates the bytes of a cached hotel; its texts count by their length. */
export const sizeOfHotel = ({ hotel, rooms, photos, extras }: HotelSheet) =>
  [hotel, ...rooms].reduce(
    (bytes, { translations }) => bytes + JSON.stringify(translations).length,
    HOTEL_BYTES +
      hotel.distances.length * DISTANCE_BYTES +
      rooms.length * ROOM_TYPE_BYTES +
      photos.length * PHOTO_BYTES +
      extras.length * EXTRA_BYTES,
  )

/** Finds a hotel with its photos; undefined: no such hotel. */
export async function findSheet(store: Store, hotelId: number): Promise<HotelSheet | undefined> {
  const [snapshot, photos] = await batch(
    findSnapshot(store, hotelId),
    listPhotos(store, { hotelId }),
  )
  return snapshot && { ...snapshot, photos }
}
