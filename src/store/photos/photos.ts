import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Photo, PhotoType } from '../../domain/photos/photo.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasValue } from '../engine/rows.ts'

/** The topic of a hotel's pictures and those of its room types; see `Store.version`. */
export const photosTopic = (hotelId: number) => `photos:${hotelId}`

/** A picture as it is served. */
export type PhotoFile = { type: PhotoType; sha256: string; bytes: Uint8Array<ArrayBuffer> }

/** Pictures of a hotel and of its room types, or those of one place, each place's in their order. */
export async function listPhotos(
  { t: { photo }, db }: Handle,
  { hotelId, roomCode }: { hotelId: number; roomCode?: string | null },
): Promise<Photo[]> {
  return await db
    .select()
    .from(photo)
    .where(and(eq(photo.hotelId, hotelId), hasValue(photo.roomCode, roomCode)))
    .orderBy(asc(photo.roomCode), asc(photo.position))
}

/** A picture of a hotel; undefined when it has none of this id. */
export async function findPhoto(
  { t: { photo }, db }: Handle,
  { id, hotelId }: Pick<Photo, 'id' | 'hotelId'>,
): Promise<Photo | undefined> {
  const [row] = await db
    .select()
    .from(photo)
    .where(and(eq(photo.id, id), eq(photo.hotelId, hotelId)))
  return row
}

/** The hash of a picture's bytes; undefined when there is no such picture. */
export async function findPhotoHash(
  { t: { photo }, db }: Handle,
  id: string,
): Promise<string | undefined> {
  const [row] = await db.select({ sha256: photo.sha256 }).from(photo).where(eq(photo.id, id))
  return row?.sha256
}

/** A picture with its bytes, whoever's it is; undefined when there is none. */
export async function findPhotoFile(
  { t: { photo, photoBytes }, db }: Handle,
  id: string,
): Promise<PhotoFile | undefined> {
  const [row] = await db
    .select({ type: photo.type, sha256: photo.sha256, bytes: photoBytes.bytes })
    .from(photo)
    .innerJoin(photoBytes, eq(photoBytes.photoId, photo.id))
    .where(eq(photo.id, id))
  return row as PhotoFile | undefined
}

/** Adds a picture, the last in order: its position says so. */
export async function insertPhoto(tx: Tx, photo: Photo, bytes: Uint8Array): Promise<void> {
  const { t, db } = tx
  await db.insert(t.photo).values(photo)
  await db.insert(t.photoBytes).values({ photoId: photo.id, bytes: Buffer.from(bytes.buffer) })
  invalidate(tx, photosTopic(photo.hotelId))
}

/** Writes what can change of a picture; those between its place and the one before move by one. */
export async function updatePhoto(tx: Tx, before: Photo, after: Photo): Promise<void> {
  const { photo } = tx.t
  const { position, altTr, altEn } = after
  if (position < before.position) await movePhotos(tx, before, position - 1, before.position, 1)
  if (position > before.position) await movePhotos(tx, before, before.position, position + 1, -1)
  await tx.db.update(photo).set({ position, altTr, altEn }).where(eq(photo.id, before.id))
  invalidate(tx, photosTopic(before.hotelId))
}

/** Deletes a picture; those behind it move up. */
export async function deletePhoto(tx: Tx, photo: Photo): Promise<void> {
  const { t, db } = tx
  await db.delete(t.photoBytes).where(eq(t.photoBytes.photoId, photo.id))
  await db.delete(t.photo).where(eq(t.photo.id, photo.id))
  await movePhotos(tx, photo, photo.position, Number.MAX_SAFE_INTEGER, -1)
  invalidate(tx, photosTopic(photo.hotelId))
}

/** Moves the pictures of a place behind one position and before another. */
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
