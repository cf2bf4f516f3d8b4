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
