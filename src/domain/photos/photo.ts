export const ROOM_PHOTOS_MAX = 10

/** Pictures of a hotel itself, and of each of its room types. */
export const HOTEL_PHOTOS_MAX = 20

export const PHOTO_SIDE_MAX = 4_096

/** A picture as it is sent, pixels of its longer side, and characters of what is said to be on it. */
export const PHOTO_BYTES_MAX = 1024 * 1024

/** What pictures are served as; no other kind is taken: SVG and HTML could do things in a page. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** A picture of a hotel, or of one of its room types. */
export type Photo = {
  id: string
  hotelId: number
  /** Null: of the hotel itself. */
  roomCode: string | null
  /** From 1, without gaps, among those of the hotel or of the room type. */
  position: number
  /** What is on it, for who does not see it; empty where nobody has said. */
  altTr: string
  altEn: string
  width: number
  height: number
  type: PhotoType
  /** Of its bytes, in hex. */
  sha256: string
  createdAtMs: number
}
