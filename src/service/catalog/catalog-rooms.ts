import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { checkRoom, supplementsFor } from '../../domain/catalog-rules.ts'
import { capacityOf } from '../../domain/count.ts'
import { AppError, refuseFlaws } from '../../domain/errors.ts'
import type { Actor } from '../../store/availability/history.ts'
import { insertRoomType, listBoards, listRoomTypes } from '../../store/catalog/catalog.ts'
import { updateRoomType } from '../../store/catalog/catalog-edits.ts'
import type { Tx } from '../../store/engine.ts'
import { capDays } from '../availability/cap-days.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from './audit.ts'
import { hotelOf } from './catalog.ts'

/** Adds a room type with its boards to a hotel. @throws AppError `not_found`, `validation_failed`, `already_exists` */
export async function createRoomType(
  deps: Deps,
  actor: Actor,
  hotelSlug: string,
  given: RoomType,
): Promise<{ hotel: Hotel; room: RoomType }> {
  return await deps.store.tx(async (tx) => {
    const hotel = await hotelOf(tx, hotelSlug)
    const { roomCode } = given
    refuseFlaws(checkRoom(given, await boardCodes(tx)))
    if ((await listRoomTypes(tx, hotel.id)).some((room) => room.roomCode === roomCode))
      throw alreadyExists('/roomCode', `The hotel has a room type ${roomCode} already.`)
    const supplementsCents = supplementsFor(given.boards, given.supplementsCents)
    const room = { ...given, supplementsCents }
    await insertRoomType(tx, hotel.id, room)
    const entityId = `${hotel.slug}/${roomCode}`
    await audit(tx, deps, { entity: 'room_type', entityId, actor, after: room })
    return { hotel, room }
  })
}

/**
 * Changes a room type. When it comes to have fewer rooms, days that offer more than are left offer as many as there are
 * (`capDays`).
 *
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeRoomType(
  deps: Deps,
  actor: Actor,
  place: { hotelSlug: string; roomCode: string },
  changes: Partial<Omit<RoomType, 'roomCode'>>,
): Promise<{ hotel: Hotel; room: RoomType }> {
  return await deps.store.tx(async (tx) => {
    const hotel = await hotelOf(tx, place.hotelSlug)
    const rooms = await listRoomTypes(tx, hotel.id)
    const before = rooms.find(({ roomCode }) => roomCode === place.roomCode)
    if (!before) throw new AppError('not_found', 'The hotel has no such room type.')
    const { boards = before.boards, supplementsCents = {}, ...rest } = changes
    refuseFlaws(checkRoom({ ...before, ...rest, boards, supplementsCents }, await boardCodes(tx)))
    // The first board's is nothing, also when it was another's supplement before.
    const supplements = { ...before.supplementsCents, ...supplementsCents, [boards[0] ?? '']: 0 }
    const kept = { boards, supplementsCents: supplementsFor(boards, supplements) }
    const room = { ...before, ...rest, ...kept }
    if (!Bun.deepEquals(before, room)) await updateRoomType(tx, hotel.id, room)
    if (capacityOf(room) !== capacityOf(before)) await capDays(tx, deps, actor, { hotel, room })
    const entityId = `${hotel.slug}/${room.roomCode}`
    await audit(tx, deps, { entity: 'room_type', entityId, actor, before, after: room })
    return { hotel, room }
  })
}

const boardCodes = async (tx: Tx) => (await listBoards(tx)).map(({ code }) => code)
