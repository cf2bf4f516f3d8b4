import { type BrakeBounds, brakeBounds, brakeLevel } from './strangers.ts'

/** The demand level: below half of the brake's limit, from half on, or all of it. */
type DemandLevel = ReturnType<typeof brakeLevel>

/**
 * Room-nights taken of a hotel by strangers and guests proven by mail in 24 hours and in 7 days (`contract-access`,
 * *Brake*).
 */
export type Demand = {
  level: DemandLevel
  taken: BrakeBounds
  bounds: BrakeBounds
  /** Room-nights of a usual day; null: the hotel is too new. */
  meanDay: number | null
}

/**
 * Returns the days to search for the bookings behind an alarm: two, or a week if the last 24 hours did not raise it.
 */
export const waveDays = ({ taken, bounds }: Pick<Demand, 'taken' | 'bounds'>): 2 | 7 =>
  2 * taken.day >= bounds.day ? 2 : 7

/**
 * Computes the alarm `unusual_demand` of a hotel.
 *
 * @param meanDay room-nights of a usual day; null: the hotel is too new
 */
export function demandOf(taken: BrakeBounds, rooms = 0, meanDay: number | null = null): Demand {
  const bounds = brakeBounds(rooms, meanDay)
  return { level: brakeLevel(taken, bounds), taken, bounds, meanDay }
}
