import type { CountedDay, RoomRules, StoredDay } from '../kernel/availability.ts'

/** A count as a day keeps it: rooms left to sell, and how far below 0 it would be. */
export type Count = Pick<CountedDay, 'available' | 'shortfall'>

/** As much as the database's whole numbers hold. */
const CAPACITY_UNKNOWN = 2_147_483_647

/** Rooms of a type that may be live on one night; more than there can be where its number is not known. */
export function capacityOf({
  totalRooms,
  overbookingRooms,
}: Pick<RoomRules, 'totalRooms' | 'overbookingRooms'>): number {
  return totalRooms === null ? CAPACITY_UNKNOWN : totalRooms + overbookingRooms
}

/**
 * What a count comes to on a night (contract-counts, *Ceiling*): at most what the live rooms leave of the capacity, never
 * below 0.
 *
 * @param live rooms of this service's live bookings on that night
 */
export function cappedCount(count: number, live: number, capacity: number): Count {
  const left = Math.min(count, capacity - live)
  return { available: Math.max(0, left), shortfall: Math.max(0, -left) }
}

/**
 * A night after live rooms were given back to it (contract-counts, *Shortfall*): they fill what is missing first, and
 * never leave more than the ceiling.
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

/** A night whose room type has come to have fewer rooms: a count that stands above the ceiling falls to it. */
export function lowerToCapacity(day: StoredDay, capacity: number): StoredDay {
  const count = cappedCount(day.available, day.live, capacity)
  const shortfall = Math.max(day.shortfall, count.shortfall)
  return count.available === day.available ? day : { ...day, ...count, shortfall }
}
