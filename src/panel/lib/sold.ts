import type { Availability, RoomType } from '../../client/call.ts'

/** Rooms of a night: those there are, those left to sell, and those that are sold, wherever they were. */
export type SoldNight = { date: string; total: number; left: number; sold: number }

/**
 * What is sold of each night: rooms there are less rooms left, so that what other channels and the desk sold counts too.
 * Room types whose number of rooms nobody has said are in none of the sums.
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
