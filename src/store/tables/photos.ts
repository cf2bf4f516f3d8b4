import type { PhotoType } from '../../domain/photos/photo.ts'
import type { Kit } from './kit.ts'

/** Pictures of hotels and room types, and logos. */
export const photoTables = (kit: Kit) => ({
  photo: photoTable(kit),
  photoBytes: photoBytesTable(kit),
  photoWidth: photoWidthTable(kit),
  logo: logoTable(kit),
})

const photoTable = ({ table, text, int, big, index }: Kit) =>
  table(
    'photo',
    {
      /** Random, because anyone who knows the id may see the picture. */
      id: text('id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      /** Null for a picture of the hotel itself. */
      roomCode: text('room_code'),
      /** The place among the pictures of the hotel or of the room type: 1, 2, 3 … without gaps. */
      position: int('position').notNull(),
      altTr: text('alt_tr').notNull(),
      altEn: text('alt_en').notNull(),
      width: int('width').notNull(),
      height: int('height').notNull(),
      type: text('type').$type<PhotoType>().notNull(),
      /** The hash of the bytes that are served, in hex. */
      sha256: text('sha256').notNull(),
      /** The dominant colour; null: unknown. */
      colour: text('colour'),
      /** JSON list of the widths that it is kept in; null if there are none. */
      widths: text('widths'),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [index('photo_place').on(t.hotelId, t.roomCode, t.position)],
  )

/** The bytes of each picture, in a table of their own: SQLite rewrites a whole row with every change to it. */
const photoBytesTable = ({ table, text, bytes }: Kit) =>
  table('photo_bytes', {
    photoId: text('photo_id').primaryKey(),
    bytes: bytes('bytes').notNull(),
  })

/** Photos in other widths, as WebP. Their bytes are never changed: others have another id. */
const photoWidthTable = ({ table, text, bytes }: Kit) =>
  table('photo_width', {
    id: text('id').primaryKey(),
    sha256: text('sha256').notNull(),
    bytes: bytes('bytes').notNull(),
  })

/** Logos of agencies and hotels. A logo is never changed: another one is another row. */
const logoTable = ({ table, text, int, bytes }: Kit) =>
  table('agency_logo', {
    /** Random, because anyone who knows the id may see the picture. */
    id: text('id').primaryKey(),
    type: text('type').$type<PhotoType>().notNull(),
    width: int('width').notNull(),
    height: int('height').notNull(),
    /** The hash of the bytes that are served, in hex. */
    sha256: text('sha256').notNull(),
    bytes: bytes('bytes').notNull(),
  })
