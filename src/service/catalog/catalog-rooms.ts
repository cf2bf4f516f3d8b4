import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { checkRoom } from '../../domain/catalog/catalog-rules.ts'
import { capacityOf } from '../../domain/days/count.ts'
import {
  ROOM_TEXTS,
  type RoomContent,
  type RoomText,
  type TranslationChanges,
  translationsOf,
} from '../../domain/kernel/content.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import {
  checkSupplements,
  type SupplementInput,
  supplementsFor,
} from '../../domain/sale/supplement.ts'
import { insertRoomType, listBoards, listRoomTypes } from '../../store/catalog/catalog.ts'
import { updateRoomType } from '../../store/catalog/catalog-edits.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { noteRatesUsed } from '../../store/rates/rates.ts'
import { capDays } from '../days/cap-days.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { heldHotelOf } from './catalog.ts'

/** The fields of a room type that a request sets, apart from its content; supplements come in either of two forms. */
type RoomFields = Omit<RoomType, 'supplementsCents' | 'perGuest' | keyof RoomContent>
/** The published content of a room type; translations arrive text by text. */
type GivenContent = Partial<Omit<RoomContent, 'translations'>> & {
  translations?: TranslationChanges<RoomText>
}
type GivenRoom = RoomFields & GivenContent & SupplementInput
/** The changes of a room type; absent fields stay as they are. */
export type RoomChanges = Partial<Omit<RoomFields, 'roomCode'>> & GivenContent & SupplementInput

const NO_CONTENT = { beds: [], sizeM2: null, amenities: [], position: null }

/** Adds a room type and its boards to a hotel. @throws AppError `not_found`, `validation_failed`, `already_exists` */
export async function createRoomType(
  deps: Deps,
  actor: Actor,
  hotelSlug: string,
  { supplementsCents, supplements, translations, ...said }: GivenRoom,
): Promise<{ hotel: Hotel; room: RoomType }> {
  return await deps.store.tx(async (tx) => {
    const hotel = await heldHotelOf(tx, hotelSlug)
    const texts = translationsOf(ROOM_TEXTS, translations)
    const given = { ...NO_CONTENT, ...said, translations: texts }
    const { roomCode, boards } = given
    const sent = { supplementsCents, supplements }
    refuseFlaws([...checkRoom(given, await boardCodes(tx)), ...checkSupplements(sent, boards)])
    if ((await listRoomTypes(tx, hotel.id)).some((room) => room.roomCode === roomCode))
      throw alreadyExists('/roomCode', `The hotel already has a room type ${roomCode}.`)
    const room = { ...given, ...supplementsFor(boards, sent) }
    await insertRoomType(tx, hotel.id, room)
    if (room.perGuest.length > 0) await noteRatesUsed(tx, hotel.id)
    const at = { entityId: `${hotel.slug}/${roomCode}`, hotelId: hotel.id }
    await audit(tx, deps, { entity: 'room_type', ...at, actor, after: room })
    return { hotel, room }
  })
}

/**
 * Changes a room type. A lower number of rooms caps the days that offer more than are left (`capDays`).
 *
 * @param refuseUnseen throws if the stored room type differs from the one that the change was based on
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeRoomType(
  deps: Deps,
  actor: Actor,
  place: { hotelSlug: string; roomCode: string },
  { supplementsCents, supplements, translations, ...changes }: RoomChanges,
  refuseUnseen: (before: RoomType, hotel: Hotel) => void = () => {},
): Promise<{ hotel: Hotel; room: RoomType }> {
  return await deps.store.tx(async (tx) => {
    const hotel = await heldHotelOf(tx, place.hotelSlug)
    const rooms = await listRoomTypes(tx, hotel.id)
    const before = rooms.find(({ roomCode }) => roomCode === place.roomCode)
    if (!before) throw new AppError('not_found', 'The hotel has no such room type.')
    refuseUnseen(before, hotel)
    const { boards = before.boards } = changes
    const sent = { supplementsCents, supplements }
    refuseFlaws([
      ...checkRoom({ ...before, ...changes }, await boardCodes(tx)),
      ...checkSupplements(sent, boards),
    ])
    const texts = translationsOf(ROOM_TEXTS, translations, before.translations)
    const content = { ...changes, translations: texts }
    const room = { ...before, ...content, ...supplementsFor(boards, sent, before) }
    if (!Bun.deepEquals(before, room)) await updateRoomType(tx, hotel.id, room)
    if (room.perGuest.length > 0) await noteRatesUsed(tx, hotel.id)
    if (capacityOf(room) !== capacityOf(before)) await capDays(tx, deps, actor, { hotel, room })
    const at = { entityId: `${hotel.slug}/${room.roomCode}`, hotelId: hotel.id }
    await audit(tx, deps, { entity: 'room_type', ...at, actor, before, after: room })
    return { hotel, room }
  })
}

const boardCodes = async (tx: Tx) => (await listBoards(tx)).map(({ code }) => code)
