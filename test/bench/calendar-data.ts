import type { Availability } from '../../src/client/call.ts'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'

/** The grid of issue 5. */
export const ROOM_TYPES = 40
export const DAYS = 60
export const FROM = '2027-03-10' as CalendarDate

/** Days that differ in every cell from one round to the next. */
export function daysOfRound(round: number): Availability {
  const days = (row: number) =>
    Array.from({ length: DAYS }, (_, col) => ({
      date: addDays(FROM, col),
      available: (row * 7 + col * 3 + round) % 20,
      priceCents: 500_000 + ((row * 31 + col * 17 + round * 13) % 900) * 1_000,
      closed: (row + col + round) % 11 === 0,
    }))
  const rooms = Array.from({ length: ROOM_TYPES }, (_, row) => ({
    roomCode: `R${row}`,
    days: days(row),
  }))
  return { from: FROM, to: addDays(FROM, DAYS - 1), rooms }
}
