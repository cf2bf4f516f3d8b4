import { type BrakeBounds, brakeBounds, brakeLevel, MEAN_AGE_DAYS, MEAN_DAYS } from './strangers.ts'

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

const DAY_MS = 24 * 60 * 60 * 1_000

/** How many bookings are ended with one press. */
export const WAVE_BOOKINGS_MAX = 500

/** How many days back the bookings are that raised an alarm: two, or a week where the last 24 hours have not raised it. */
export const waveDays = ({ taken, bounds }: Pick<Demand, 'taken' | 'bounds'>): 2 | 7 =>
  2 * taken.day >= bounds.day ? 2 : 7

/**
 * Reckons the alarm `unusual_demand` of a hotel.
 *
 * @param sums room-nights of 24 hours, 7 days and 28 days
 * @param rooms of the hotel
 * @param ageMs how long there has been the hotel
 */
export function demandOf(
  { day, week, month }: BrakeBounds & { month: number },
  rooms: number,
  ageMs: number,
): Demand {
  const meanDay = ageMs < MEAN_AGE_DAYS * DAY_MS ? null : month / MEAN_DAYS
  const bounds = brakeBounds(rooms, meanDay)
  const taken = { day, week }
  return { level: brakeLevel(taken, bounds), taken, bounds, meanDay }
}
