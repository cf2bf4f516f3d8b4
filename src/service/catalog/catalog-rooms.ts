import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { checkRoom, ROOM_TYPES_MAX } from '../../domain/catalog/catalog-rules.ts'
import { capacityOf } from '../../domain/days/count.ts'
import {
  ROOM_TEXTS,
  type RoomContent,
  type RoomText,
  type TranslationChanges,
  translationsOf,
} from '../../domain/kernel/content.ts'
import { AppError, refused, refuseFlaws, tooMany } from '../../domain/kernel/errors.ts'
import {
  checkSupplements,
  type SupplementInput,
  supplementsFor,
} from '../../domain/sale/supplement.ts'
import { insertRoomType, listBoards, listRoomTypes } from '../../store/catalog/catalog.ts'
import { updateRoomType } from '../../store/catalog/catalog-edits.ts'
import { findNightsAbove, type NightsAbove } from '../../store/days/caps.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { noteRatesUsed } from '../../store/rates/rates.ts'
import { capDays } from '../days/cap-days.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { type HotelRef, heldHotelOf } from './catalog.ts'

/** The fields of a room type that a request sets, apart from its content; supplements come in either of two forms. */
type RoomFields = Omit<RoomType, 'supplementsCents' | 'perGuest' | keyof RoomContent>
/** The published content of a room type; translations arrive text by text. */
type GivenContent = Partial<Omit<RoomContent, 'translations'>> & {
  translations?: TranslationChanges<RoomText>
}
type GivenRoom = RoomFields & GivenContent & SupplementInput
/** The changes of a room type; absent fields stay as they are. */
type RoomChanges = Partial<Omit<RoomFields, 'roomCode'>> & GivenContent & SupplementInput
/** What the caller of a change has seen of the room type. */
type SeenRoom = {
  refuseUnseen?: (before: RoomType, hotel: Hotel) => void
  seen?: readonly string[]
}

const NO_CONTENT = { beds: [], sizeM2: null, amenities: [], position: null }

/** Adds a room type and its boards to a hotel. @throws AppError `not_found`, `validation_failed`, `already_exists` */
export async function createRoomType(
  deps: Deps,
  actor: Actor,
  ref: HotelRef,
  { supplementsCents, supplements, translations, ...said }: GivenRoom,
): Promise<{ hotel: Hotel; room: RoomType }> {
  return await deps.store.tx(async (tx) => {
    const hotel = await heldHotelOf(tx, ref)
    const texts = translationsOf(ROOM_TEXTS, translations)
    const given = { ...NO_CONTENT, ...said, translations: texts }
    const { roomCode, boards } = given
    const sent = { supplementsCents, supplements }
    refuseFlaws([...checkRoom(given, await boardCodes(tx)), ...checkSupplements(sent, boards)])
    const others = await listRoomTypes(tx, hotel.id)
    if (others.some((room) => room.roomCode === roomCode))
      throw alreadyExists('/roomCode', `The hotel already has a room type ${roomCode}.`)
    if (others.length >= ROOM_TYPES_MAX) throw tooMany('room types', ROOM_TYPES_MAX)
    const room = { ...given, ...supplementsFor(boards, sent) }
    await insertRoomType(tx, hotel.id, room)
    if (room.perGuest.length > 0) await noteRatesUsed(tx, hotel.id)
    const at = { entityId: `${hotel.slug}/${roomCode}`, hotelId: hotel.id }
    await audit(tx, deps, { entity: 'room_type', ...at, actor, after: room })
    return { hotel, room }
  })
}

/**
 * Changes a room type. A lower number of rooms caps the days that offer more than are left (`capDays`). If it is lower
 * than the rooms sold, the caller must have seen the former number (contract-groups, *Set-up by API*).
 *
 * @param refuseUnseen throws if the stored room type differs from the one that the change was based on
 * @param seen the members of the room type that the caller says it has seen
 * @returns `below`: the nights with more rooms sold than a lowered number; undefined if there are none
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeRoomType(
  deps: Deps,
  actor: Actor,
  place: { hotel: HotelRef; roomCode: string },
  { supplementsCents, supplements, translations, ...changes }: RoomChanges,
  { refuseUnseen = () => {}, seen = [] }: SeenRoom = {},
): Promise<{ hotel: Hotel; room: RoomType; below: NightsAbove | undefined }> {
  return await deps.store.tx(async (tx) => {
    const hotel = await heldHotelOf(tx, place.hotel)
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
    const below = await nightsBelow(tx, deps, hotel, { before, room })
    if (below && !seen.includes('totalRooms')) throw needsExpected(room, below)
    if (!Bun.deepEquals(before, room)) await updateRoomType(tx, hotel.id, room)
    if (room.perGuest.length > 0) await noteRatesUsed(tx, hotel.id)
    if (capacityOf(room) !== capacityOf(before)) await capDays(tx, deps, actor, { hotel, room })
    const at = { entityId: `${hotel.slug}/${room.roomCode}`, hotelId: hotel.id }
    await audit(tx, deps, { entity: 'room_type', ...at, actor, before, after: room })
    return { hotel, room, below }
  })
}

/** Nights from today on with more rooms sold than a lowered number of rooms; undefined if there are none. */
async function nightsBelow(
  tx: Tx,
  deps: Deps,
  { id: hotelId, timezone }: Hotel,
  { before, room }: { before: RoomType; room: RoomType },
): Promise<NightsAbove | undefined> {
  const { roomCode, totalRooms } = room
  if (totalRooms === null || (before.totalRooms !== null && totalRooms >= before.totalRooms))
    return undefined
  const from = deps.today(timezone)
  return await findNightsAbove(tx, { hotelId, roomCode, from, capacity: totalRooms })
}

const needsExpected = ({ totalRooms }: RoomType, { date, live }: NightsAbove) =>
  refused(
    '/expected/totalRooms',
    'required',
    `${live} rooms are sold for ${date}, more than ${totalRooms}: send \`expected.totalRooms\`, the number as it was.`,
  )

const boardCodes = async (tx: Tx) => (await listBoards(tx)).map(({ code }) => code)
