import pLimit from 'p-limit'
import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { AppError, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import type { Photo } from '../../domain/photos/photo.ts'
import { HOTEL_PHOTOS_MAX, ROOM_PHOTOS_MAX } from '../../domain/photos/photo.ts'
import { readPicture } from '../../domain/photos/picture/picture.ts'
import { widthFlaws, widthId } from '../../domain/photos/widths.ts'
import { listRoomTypes } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import {
  deletePhoto,
  findPhoto,
  findPhotoHash,
  insertPhoto,
  insertWidth,
  listPhotos,
  updatePhoto,
} from '../../store/photos/photos.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** The changes of a photo; absent fields stay as they are. */
export type PhotoChanges = Partial<Pick<Photo, 'position' | 'altTr' | 'altEn' | 'colour'>>

/** The hotel of a photo, be it a photo of the hotel or of one of its room types. */
type OfHotel = Pick<Hotel, 'id' | 'slug' | 'name'>

/** One file is read in a turn of the event loop: parsing, copying and hashing take a millisecond or two. */
const inTurn = pLimit(1)

const readInTurn = (file: Uint8Array) =>
  inTurn(async () => {
    await nextTurn()
    return readPicture(file)
  })

/**
 * Stores a photo of a hotel or of one of its room types, as the last of its place, without the metadata of its file.
 * The place dedupes its photos: one that it already has, sent again after a lost answer, is not added twice.
 *
 * @throws AppError `validation_failed` if the photo is not acceptable or the place is full
 */
export async function addPhoto(
  deps: Deps,
  actor: Actor,
  { hotel, roomCode }: { hotel: OfHotel; roomCode: string | null },
  file: Uint8Array,
): Promise<Photo> {
  const { bytes, ...picture } = await readInTurn(file)
  const add = async (tx: Tx) => {
    await lockHotel(tx, hotel.id)
    const name = await nameOf(tx, hotel, roomCode)
    const others = await listPhotos(tx, { hotelId: hotel.id, roomCode })
    const same = others.find((other) => other.sha256 === picture.sha256)
    if (same) return same
    const max = roomCode === null ? HOTEL_PHOTOS_MAX : ROOM_PHOTOS_MAX
    if (others.length >= max)
      throw refused('', 'too_many', `There are at most ${max} pictures here.`, { max })
    const photo: Photo = {
      ...{ id: deps.newId(), hotelId: hotel.id, roomCode, position: others.length + 1 },
      ...{ altTr: '', altEn: '', ...picture, colour: null, widths: [] },
      createdAtMs: deps.nowMs(),
    }
    await insertPhoto(tx, photo, bytes)
    await note(tx, deps, actor, hotel, { before: null, after: auditState(photo, name) })
    return photo
  }
  // A turn of its own: a group of small ones would write some twenty files before others have their turn.
  return await deps.store.tx(add, { isLarge: true })
}

/**
 * Changes the description of a photo, or its position in its place.
 *
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changePhoto(
  deps: Deps,
  actor: Actor,
  { hotel, id }: { hotel: OfHotel; id: string },
  changes: PhotoChanges,
): Promise<Photo> {
  return await deps.store.tx(async (tx) => {
    const before = await heldPhoto(tx, hotel, id)
    const after = { ...before, ...changes }
    const { length: max } = await listPhotos(tx, before)
    if (after.position > max)
      throw refused('/position', 'out_of_range', `Must be 1 to ${max}.`, { min: 1, max })
    await updatePhoto(tx, before, after)
    const name = await nameOf(tx, hotel, before.roomCode)
    const states = { before: auditState(before, name), after: auditState(after, name) }
    await note(tx, deps, actor, hotel, states)
    return after
  })
}

/**
 * Keeps a photo in another width. The same file again is no other one.
 *
 * @throws AppError `not_found`, `validation_failed` if it is not the photo's ratio in one of the widths
 */
export async function addWidth(
  deps: Deps,
  actor: Actor,
  { hotel, id }: { hotel: OfHotel; id: string },
  file: Uint8Array,
): Promise<Photo> {
  const picture = await readInTurn(file)
  const add = async (tx: Tx) => {
    const photo = await heldPhoto(tx, hotel, id)
    refuseFlaws(widthFlaws(photo, picture))
    const state = auditState(photo, await nameOf(tx, hotel, photo.roomCode))
    // Nothing that the history tells; a vendor that left is refused.
    await note(tx, deps, actor, hotel, { before: state, after: state })
    const { width, height } = picture
    const present = photo.widths.find((each) => each.width === width)
    if (present && (await findPhotoHash(tx, present.id)) === picture.sha256) return photo
    const added = { id: widthId(deps.newId(), width), width, height }
    return { ...photo, widths: await insertWidth(tx, photo, added, picture) }
  }
  return await deps.store.tx(add, { isLarge: true })
}

/** Deletes a photo; its URL stops working. @throws AppError `not_found` */
export async function removePhoto(
  deps: Deps,
  actor: Actor,
  { hotel, id }: { hotel: OfHotel; id: string },
): Promise<void> {
  await deps.store.tx(async (tx) => {
    const photo = await heldPhoto(tx, hotel, id)
    await deletePhoto(tx, photo)
    const before = auditState(photo, await nameOf(tx, hotel, photo.roomCode))
    const after = { ...before, deletedAtMs: deps.nowMs() }
    await note(tx, deps, actor, hotel, { before, after })
  })
}

/** Returns a photo of a hotel after locking the hotel, and so its photos. @throws AppError `not_found` */
async function heldPhoto(tx: Tx, { id: hotelId }: OfHotel, id: string): Promise<Photo> {
  await lockHotel(tx, hotelId)
  const photo = await findPhoto(tx, { id, hotelId })
  if (!photo) throw new AppError('not_found', 'The hotel has no such picture.')
  return photo
}

/**
 * Returns the name of the hotel or room type of a photo.
 *
 * @throws AppError `validation_failed` if the room type does not exist
 */
async function nameOf(tx: Tx, hotel: OfHotel, roomCode: string | null): Promise<string> {
  if (roomCode === null) return hotel.name
  const rooms: RoomType[] = await listRoomTypes(tx, hotel.id)
  const room = rooms.find((each) => each.roomCode === roomCode)
  if (!room) throw refused('?roomCode', 'unknown_room', 'The hotel has no such room type.')
  return room.name
}

/** Returns a photo as the audit log shows it. */
const auditState = ({ id, position, altTr, altEn, width, height }: Photo, name: string) => ({
  ...{ name, id, position, altTr, altEn, width, height },
})

const note = (
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { id: hotelId, slug }: OfHotel,
  states: { before: ReturnType<typeof auditState> | null; after: ReturnType<typeof auditState> },
) =>
  audit(tx, deps, {
    entity: 'photo',
    entityId: `${slug}/${states.after.id}`,
    hotelId,
    actor,
    ...states,
  })
