import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Photo, PhotoType, PhotoWidth } from '../../domain/photos/photo.ts'
import type { Picture } from '../../domain/photos/picture/picture.ts'
import { isWidthId, withWidth } from '../../domain/photos/widths.ts'
import { readList } from '../engine/columns.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { hasValue } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** Cache topic of a hotel's photos and those of its room types; see `Store.version`. */
export const photosTopic = (hotelId: number) => `photos:${hotelId}`

/** A photo with its bytes, as served. */
export type PhotoFile = { type: PhotoType; sha256: string; bytes: Uint8Array<ArrayBuffer> }

/** Photos of a hotel and of its room types, or of one of them, in their order. */
export async function listPhotos(
  { t: { photo }, db }: Handle,
  { hotelId, roomCode }: { hotelId: number; roomCode?: string | null },
): Promise<Photo[]> {
  const rows = await db
    .select()
    .from(photo)
    .where(and(eq(photo.hotelId, hotelId), hasValue(photo.roomCode, roomCode)))
    .orderBy(asc(photo.roomCode), asc(photo.position))
  return rows.map(fromRow)
}

/** A photo of a hotel by id; undefined if the hotel has none of this id. */
export async function findPhoto(
  { t: { photo }, db }: Handle,
  { id, hotelId }: Pick<Photo, 'id' | 'hotelId'>,
): Promise<Photo | undefined> {
  const [row] = await db
    .select()
    .from(photo)
    .where(and(eq(photo.id, id), eq(photo.hotelId, hotelId)))
  return row && fromRow(row)
}

/** The hash of the bytes of a photo, in its own or another width; undefined if no photo has this id. */
export async function findPhotoHash(
  { t: { photo, photoWidth }, db }: Handle,
  id: string,
): Promise<string | undefined> {
  if (isWidthId(id)) {
    const { sha256 } = photoWidth
    const [row] = await db.select({ sha256 }).from(photoWidth).where(eq(photoWidth.id, id))
    return row?.sha256
  }
  const [row] = await db.select({ sha256: photo.sha256 }).from(photo).where(eq(photo.id, id))
  return row?.sha256
}

const selectWidth = prepared(({ t: { photoWidth }, db }) => {
  const { id, sha256, bytes } = photoWidth
  return db
    .select({ sha256, bytes })
    .from(photoWidth)
    .where(eq(id, sql.placeholder('id')))
    .prepare()
})
const selectFile = prepared(({ t: { photo, photoBytes }, db }) =>
  db
    .select({ type: photo.type, sha256: photo.sha256, bytes: photoBytes.bytes })
    .from(photo)
    .innerJoin(photoBytes, eq(photoBytes.photoId, photo.id))
    .where(eq(photo.id, sql.placeholder('id')))
    .prepare(),
)

/** A photo with its bytes, of any hotel, in its own or another width; undefined if none exists. */
export async function findPhotoFile(handle: Handle, id: string): Promise<PhotoFile | undefined> {
  if (isWidthId(id)) {
    const [row] = await selectWidth(handle).execute({ id })
    return row && ({ type: 'image/webp', ...row } as PhotoFile)
  }
  const [row] = await selectFile(handle).execute({ id })
  return row as PhotoFile | undefined
}

/** Adds a photo at its position, the last one. */
export async function insertPhoto(tx: Tx, photo: Photo, bytes: Uint8Array): Promise<void> {
  const { t, db } = tx
  await db.insert(t.photo).values({ ...photo, widths: null })
  await db.insert(t.photoBytes).values({ photoId: photo.id, bytes: Buffer.from(bytes.buffer) })
  invalidate(tx, photosTopic(photo.hotelId))
}

/** A photo with its file, and with those of the widths that it names. */
export type WholePhoto = { photo: Photo; picture: Picture; inWidths: Picture[] }

/** Adds photos of a hotel with all their widths: three statements, for 200 photos of the demo half the time. */
export async function insertPhotos(tx: Tx, hotelId: number, whole: WholePhoto[]): Promise<void> {
  const { t, db } = tx
  const bytesOf = ({ bytes }: Picture) => ({ bytes: Buffer.from(bytes.buffer) })
  const widths = whole.flatMap(({ photo, inWidths }) =>
    inWidths.map((each, at) => ({
      ...{ id: photo.widths[at]!.id, sha256: each.sha256 },
      ...bytesOf(each),
    })),
  )
  await db
    .insert(t.photo)
    .values(whole.map(({ photo }) => ({ ...photo, widths: JSON.stringify(photo.widths) })))
  await db
    .insert(t.photoBytes)
    .values(whole.map(({ photo, picture }) => ({ photoId: photo.id, ...bytesOf(picture) })))
  await db.insert(t.photoWidth).values(widths)
  invalidate(tx, photosTopic(hotelId))
}

/** Writes changes of a photo; a new position moves the photos in between by one. */
export async function updatePhoto(tx: Tx, before: Photo, after: Photo): Promise<void> {
  const { photo } = tx.t
  const { position, altTr, altEn, colour } = after
  if (position < before.position) await movePhotos(tx, before, position - 1, before.position, 1)
  if (position > before.position) await movePhotos(tx, before, before.position, position + 1, -1)
  await tx.db.update(photo).set({ position, altTr, altEn, colour }).where(eq(photo.id, before.id))
  invalidate(tx, photosTopic(before.hotelId))
}

/** Deletes a photo, and moves the later ones up. */
export async function deletePhoto(tx: Tx, photo: Photo): Promise<void> {
  const { t, db } = tx
  await deleteWidths(tx, photo.widths)
  await db.delete(t.photoBytes).where(eq(t.photoBytes.photoId, photo.id))
  await db.delete(t.photo).where(eq(t.photo.id, photo.id))
  await movePhotos(tx, photo, photo.position, Number.MAX_SAFE_INTEGER, -1)
  invalidate(tx, photosTopic(photo.hotelId))
}

/** Keeps a photo in one more width, in place of what it had in that width. */
export async function insertWidth(
  tx: Tx,
  photo: Photo,
  added: PhotoWidth,
  { sha256, bytes }: Picture,
): Promise<PhotoWidth[]> {
  const { t, db } = tx
  await deleteWidths(
    tx,
    photo.widths.filter(({ width }) => width === added.width),
  )
  await db.insert(t.photoWidth).values({ id: added.id, sha256, bytes: Buffer.from(bytes.buffer) })
  const widths = withWidth(photo.widths, added)
  await db
    .update(t.photo)
    .set({ widths: JSON.stringify(widths) })
    .where(eq(t.photo.id, photo.id))
  invalidate(tx, photosTopic(photo.hotelId))
  return widths
}

/** Deletes photos in other widths. */
export async function deleteWidths(
  { t: { photoWidth }, db }: Tx,
  widths: readonly PhotoWidth[],
): Promise<void> {
  const ids = widths.map(({ id }) => id)
  if (ids.length > 0) await db.delete(photoWidth).where(inArray(photoWidth.id, ids))
}

/** Turns a row into its photo. */
const fromRow = (row: Tables['photo']['$inferSelect']): Photo => ({
  ...row,
  widths: readList(row.widths),
})

/** Moves the photos between two positions, both exclusive. */
async function movePhotos(
  { t: { photo }, db }: Tx,
  { hotelId, roomCode }: Photo,
  behind: number,
  before: number,
  by: 1 | -1,
): Promise<void> {
  await db
    .update(photo)
    .set({ position: sql`${photo.position} + ${by}` })
    .where(
      and(
        eq(photo.hotelId, hotelId),
        hasValue(photo.roomCode, roomCode),
        gt(photo.position, behind),
        sql`${photo.position} < ${before}`,
      ),
    )
}
