import type { Availability, RoomType } from '../../client/call.ts'

/** Rooms of a night: in all, left to sell, and sold on any channel. */
export type SoldNight = { date: string; total: number; left: number; sold: number }

/**
 * The rooms sold of each night: all rooms less rooms left, so that sales by other channels and the desk count too. Room
 * types without a number of rooms are left out.
 */
export function soldNights(rooms: readonly RoomType[], { rooms: days }: Availability): SoldNight[] {
  const totals = new Map(
    rooms.flatMap(({ roomCode, totalRooms, active }) =>
      active && totalRooms !== null ? [[roomCode, totalRooms] as const] : [],
    ),
  )
  const nights = new Map<string, SoldNight>()
  for (const { roomCode, days: of } of days) {
    const total = totals.get(roomCode)
    if (total === undefined) continue
    for (const { date, available } of of) {
      const night = nights.get(date) ?? { date, total: 0, left: 0, sold: 0 }
      const left = Math.min(available, total)
      night.total += total
      night.left += left
      night.sold += total - left
      nights.set(date, night)
    }
  }
  return [...nights.values()]
}

/** The number of room types on sale that have no room left on the first night. */
export const typesSoldOut = (rooms: readonly RoomType[], { rooms: days }: Availability): number =>
  rooms.filter(({ roomCode, active }) => {
    const first = days.find((each) => each.roomCode === roomCode)?.days[0]
    return active && first !== undefined && (first.closed || first.available === 0)
  }).length
