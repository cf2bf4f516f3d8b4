import type { CountedDay, RoomRules, StoredDay } from '../kernel/availability.ts'

/** The stored count of a day: rooms left to sell, and the shortfall below 0 (overbooking). */
export type Count = Pick<CountedDay, 'available' | 'shortfall'>

/** The largest whole number of the database. */
const CAPACITY_UNKNOWN = 2_147_483_647

/** Returns the capacity of a room type: rooms that may be live on one night; unlimited if its number is unknown. */
export function capacityOf({
  totalRooms,
  overbookingRooms,
}: Pick<RoomRules, 'totalRooms' | 'overbookingRooms'>): number {
  return totalRooms === null ? CAPACITY_UNKNOWN : totalRooms + overbookingRooms
}

/**
 * Caps a count (contract-counts, *Ceiling*): at most what the live rooms leave of the capacity, never below 0.
 *
 * @param live rooms of this service's live bookings on that night
 */
export function cappedCount(count: number, live: number, capacity: number): Count {
  const left = Math.min(count, capacity - live)
  return { available: Math.max(0, left), shortfall: Math.max(0, -left) }
}

/**
 * Returns a night after live rooms were given back (contract-counts, *Shortfall*): they fill the shortfall first, and
 * the count stays within the cap.
 */
export function giveBackRooms(day: StoredDay, rooms: number, capacity: number): StoredDay {
  const live = day.live - rooms
  const { available } = cappedCount(
    day.available + Math.max(0, rooms - day.shortfall),
    live,
    capacity,
  )
  return { ...day, live, available, shortfall: Math.max(0, day.shortfall - rooms) }
}

/** Returns a night after its room type lost rooms: a count above the new cap falls to it. */
export function lowerToCapacity(day: StoredDay, capacity: number): StoredDay {
  const count = cappedCount(day.available, day.live, capacity)
  const shortfall = Math.max(day.shortfall, count.shortfall)
  return count.available === day.available ? day : { ...day, ...count, shortfall }
}
