import type { HotelRoomName } from '../../../client/call.ts'
import { nameIn } from '../../lib/names.ts'

export type OfRoom = Pick<HotelRoomName, 'hotelSlug' | 'roomCode'> & { roomName?: string }

/** The names of room types in the page's language, by hotel and code; else the name in the booking, or the code. */
export function roomNames(rooms: readonly HotelRoomName[]): (row: OfRoom) => string {
  const keyOf = ({ hotelSlug, roomCode }: OfRoom) => `${hotelSlug} ${roomCode}`
  const names = new Map(rooms.map((room) => [keyOf(room), nameIn(room)]))
  return (row) => names.get(keyOf(row)) ?? row.roomName ?? row.roomCode
}
