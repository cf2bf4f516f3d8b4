import type { RoomNumber } from '../domain/bookings/room-numbers.ts'
import type { ROOMS } from './rooms.ts'

/** Rooms on a floor of the demo's hotels. */
const DOORS = 20

/** Numbers the rooms of a hotel, floor by floor: 101 to 120, 201 … */
export function demoRoomList(rooms: readonly (typeof ROOMS)[number][]): RoomNumber[] {
  const codes = rooms.flatMap(({ roomCode, rooms: count }) => Array<string>(count).fill(roomCode))
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
