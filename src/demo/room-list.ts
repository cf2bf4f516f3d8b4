import type { RoomNumber } from '../domain/bookings/room-numbers.ts'
import type { ROOMS } from './rooms.ts'

/** Rooms on a floor of the demo's hotels. */
const DOORS = 20
/** The fewest rooms by number of the types that the demo's own bookings use, in the hotels with keys. */
const OWN_ROOMS_MIN: Record<string, number> = { TWN: 20, SGL: 12, FAM: 12, JSU: 12, ACC: 12 }

/**
 * Numbers the rooms of a hotel, floor by floor: 101 to 120, 201 … A hotel with a key has the rooms of the catalogue, and
 * not as many as it sells: its counts are those that a newcomer's push fits under.
 */
export function demoRoomList(
  rooms: readonly (typeof ROOMS)[number][],
  hasKey: boolean,
): RoomNumber[] {
  const codes = rooms.flatMap(({ roomCode, rooms: count }) => {
    const least = hasKey ? (OWN_ROOMS_MIN[roomCode] ?? 0) : 0
    return Array<string>(Math.max(least, count)).fill(roomCode)
  })
  return codes.map((roomCode, at) => {
    const floor = 1 + Math.floor(at / DOORS)
    return {
      number: String(floor * 100 + 1 + (at % DOORS)),
      floor: `${floor}`,
      roomCode,
      active: true,
    }
  })
}
