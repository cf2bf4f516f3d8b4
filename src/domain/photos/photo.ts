export const ROOM_PHOTOS_MAX = 10

/** Pictures of a hotel itself, and of each of its room types. */
export const HOTEL_PHOTOS_MAX = 20

export const PHOTO_SIDE_MAX = 4_096

/** Limits of a picture: bytes as sent, pixels of the longer side, characters of its description. */
export const PHOTO_BYTES_MAX = 1024 * 1024

/** Accepted media types; SVG and HTML could run code in a page. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** A photo in one of its widths (`widths.ts`). */
export type PhotoWidth = { id: string; width: number; height: number }

/** A picture of a hotel, or of one of its room types. */
export type Photo = {
  id: string
  hotelId: number
  /** Null: of the hotel itself. */
  roomCode: string | null
  /** From 1, without gaps, among those of the hotel or of the room type. */
  position: number
  /** Alternative text for people who do not see it; empty: not given. */
  altTr: string
  altEn: string
  width: number
  height: number
  type: PhotoType
  /** SHA-256 of its bytes, in hex. */
  sha256: string
  /** Its dominant colour, `#rrggbb`, for its place before it comes; null: unknown. */
  colour: string | null
  /** The widths that it is kept in, ascending. */
  widths: PhotoWidth[]
  createdAtMs: number
}
