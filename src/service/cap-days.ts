import { isSameDay } from '../domain/availability.ts'
import type { Hotel, RoomType } from '../domain/catalog.ts'
import { capacityOf } from '../domain/count.ts'
import type { OversoldNight } from '../domain/event.ts'
import { upsertDays } from '../store/availability.ts'
import { listAboveCeiling, updateOversold } from '../store/caps.ts'
import { type Actor, insertHistory } from '../store/history.ts'
import type { Tx } from '../store/open.ts'
import type { Deps } from './deps.ts'
import { liveCodes } from './live-bookings.ts'
import { queueEvent } from './queue-event.ts'
import { queueDays } from './tell-days.ts'

/**
 * Holds a room type's counts from today on to its number of rooms, when that has changed: what stands above the ceiling
 * falls to it, which the days' history tells, and `booking.oversold` tells of each night that has more sold than there
 * are (contract-counts, *What is live, and the cap*).
 */
export async function capDays(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, room }: { hotel: Hotel; room: RoomType },
): Promise<void> {
  const { roomCode } = room
  const from = deps.today(hotel.timezone)
  const where = { hotelId: hotel.id, roomCode, from, capacity: capacityOf(room) }
  const changes = (await listAboveCeiling(tx, where)).filter(
    ({ before, after }) => !isSameDay(before, after),
  )
  const atMs = deps.nowMs()
  if (changes.length > 0) {
    await upsertDays(tx, hotel.id, changes)
    const head = { hotelId: hotel.id, actor, pushId: null, atMs }
    await insertHistory(tx, head, changes)
    await queueDays(tx, deps, head, { hotel, rooms: [room], changes })
  }
  const oversold = (await updateOversold(tx, where)).map((night) => ({ ...night, roomCode }))
  const codesOf = await liveCodes(tx, hotel.id, oversold)
  for (const night of oversold) {
    const data: OversoldNight = {
      roomCode,
      date: night.date,
      totalRooms: room.totalRooms!,
      overbookingRooms: room.overbookingRooms,
      sold: night.live,
      bookings: codesOf(night),
    }
    await queueEvent(tx, deps, hotel, { event: 'booking.oversold', data, atMs })
  }
}
