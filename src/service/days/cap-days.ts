import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { capacityOf } from '../../domain/days/count.ts'
import type { OversoldNight } from '../../domain/days/event.ts'
import { isSameDay } from '../../domain/kernel/availability.ts'
import { LAST_TIME_ZONE } from '../../domain/kernel/date.ts'
import { type LiveNight, listAboveCeiling, updateOversold } from '../../store/days/caps.ts'
import { type Actor, writeChange } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { liveCodes } from '../bookings/live-bookings.ts'
import type { Deps } from '../deps.ts'
import { queueEvent } from '../queue-event.ts'
import { queueAvailabilityChanged } from '../webhooks/availability-event.ts'

/**
 * Caps the counts of a room type after its number of rooms changed. A count above the ceiling falls to it and enters
 * the history of days; `booking.oversold` is queued for each night from today on with more rooms sold than exist
 * (contract-counts, *What is live, and the cap*).
 */
export async function capDays(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, room }: { hotel: Hotel; room: RoomType },
): Promise<void> {
  const place = { hotelId: hotel.id, roomCode: room.roomCode, capacity: capacityOf(room) }
  // Starts at today in the westernmost time zone: the hotel's zone may be moved west, where yesterday is still on
  // sale.
  const from = deps.today(LAST_TIME_ZONE)
  const changes = (await listAboveCeiling(tx, { ...place, from })).filter(
    ({ before, after }) => !isSameDay(before, after),
  )
  if (changes.length > 0) {
    const head = { hotelId: hotel.id, actor, pushId: null, atMs: deps.nowMs() }
    await writeChange(tx, head, changes)
    await queueAvailabilityChanged(tx, deps, head, { hotel, rooms: [room], changes })
  }
  const oversold = await updateOversold(tx, { ...place, from: deps.today(hotel.timezone) })
  await queueOversold(tx, deps, { hotel, rooms: [room], nights: oversold })
}

/** Queues `booking.oversold` for each of these nights; all of them have more rooms sold than exist. */
export async function queueOversold(
  tx: Tx,
  deps: Deps,
  { hotel, rooms, nights }: { hotel: Hotel; rooms: RoomType[]; nights: LiveNight[] },
): Promise<void> {
  const atMs = deps.nowMs()
  const codesOf = await liveCodes(tx, hotel.id, nights)
  for (const { roomCode, date, live } of nights) {
    const { totalRooms, overbookingRooms } = rooms.find((room) => room.roomCode === roomCode)!
    const bookings = codesOf({ roomCode, date })
    const night = { roomCode, date, totalRooms: totalRooms!, overbookingRooms }
    const data: OversoldNight = { ...night, sold: live, bookings }
    await queueEvent(tx, deps, hotel, { event: 'booking.oversold', data, atMs })
  }
}
