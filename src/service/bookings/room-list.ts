import {
  type RoomList,
  type RoomNumber,
  roomListFlaws,
  roomWord,
} from '../../domain/bookings/room-numbers.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { findRoomList, upsertRoomList } from '../../store/bookings/room-lists.ts'
import { listRoomTypes } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import { inHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/**
 * Replaces a hotel's list of rooms (contract-groups, *Room numbers of the desk*). Bookings keep the numbers that they
 * have. The audit log has the difference, in an entry for each room type.
 *
 * @param list with the revision that its writer saw
 * @throws AppError `revision_conflict`, `validation_failed`
 */
export async function writeRoomList(
  deps: Deps,
  actor: Actor,
  { id: hotelId, slug }: Pick<Hotel, 'id' | 'slug'>,
  { revision, items }: RoomList,
): Promise<RoomList> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const codes = (await listRoomTypes(tx, hotelId)).map(({ roomCode }) => roomCode)
    refuseFlaws(roomListFlaws(items, new Set(codes)))
    const before = await findRoomList(tx, hotelId)
    // Also covers a request repeated after a lost answer.
    if (Bun.deepEquals(before.items, items)) return before
    if (before.revision !== revision)
      throw new AppError('revision_conflict', 'Someone else has changed the rooms meanwhile.', {
        members: { revision: before.revision },
      })
    const written = { revision: revision + 1, items }
    await upsertRoomList(tx, hotelId, written)
    for (const roomCode of codes) {
      const states = difference(
        before.items.filter((room) => room.roomCode === roomCode),
        items.filter((room) => room.roomCode === roomCode),
      )
      const entityId = `${slug}/${roomCode}`
      await audit(tx, deps, { entity: 'room_type', entityId, hotelId, actor, ...states })
    }
    return written
  })
}

/** What differs between two lists of the rooms of one type: numbers, floors, and rooms out of use. */
function difference(before: readonly RoomNumber[], after: readonly RoomNumber[]) {
  const roomsOf = (rooms: readonly RoomNumber[]) => ({
    roomNumbers: rooms.map(({ number }) => number),
    floors: rooms.flatMap(({ number, floor }) => (floor === null ? [] : [`${number}: ${floor}`])),
    outOfUse: rooms.flatMap(({ number, active }) => (active ? [] : [number])),
  })
  const [from, to] = [roomsOf(before), roomsOf(after)]
  const states = { before: {}, after: {} } as Record<'before' | 'after', Record<string, string[]>>
  for (const name of ['roomNumbers', 'floors', 'outOfUse'] as const) {
    const [gone, come] = [without(from[name], to[name]), without(to[name], from[name])]
    if (gone.length + come.length === 0) continue
    states.before[name] = gone
    states.after[name] = come
  }
  return states
}

const without = (texts: readonly string[], others: readonly string[]) => {
  const known = new Set(others.map(roomWord))
  return texts.filter((text) => !known.has(roomWord(text)))
}
