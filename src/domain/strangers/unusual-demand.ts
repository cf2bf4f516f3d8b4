import { type BrakeBounds, brakeBounds, brakeLevel } from './strangers.ts'

/** How near the brake is: below half of what it lets pass, from half on, or all of it is taken. */
type DemandLevel = ReturnType<typeof brakeLevel>

/** What strangers, and people proven by mail, have taken of a hotel in 24 hours and in 7 days (`contract-access`, *Brake*). */
export type Demand = {
  level: DemandLevel
  taken: BrakeBounds
  bounds: BrakeBounds
  /** Room-nights of a usual day; null: the hotel is too young to have one. */
  meanDay: number | null
}

/** How many days back the bookings are that raised an alarm: two, or a week where the last 24 hours have not raised it. */
export const waveDays = ({ taken, bounds }: Pick<Demand, 'taken' | 'bounds'>): 2 | 7 =>
  2 * taken.day >= bounds.day ? 2 : 7

/**
 * Reckons the alarm `unusual_demand` of a hotel.
 *
 * @param meanDay room-nights of a usual day; null: the hotel is too young to have one
 */
export function demandOf(taken: BrakeBounds, rooms = 0, meanDay: number | null = null): Demand {
  const bounds = brakeBounds(rooms, meanDay)
  return { level: brakeLevel(taken, bounds), taken, bounds, meanDay }
}
