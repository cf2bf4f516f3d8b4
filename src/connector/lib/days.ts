/** Nights and dates, and the rooms that a booking takes. */
import type { Booking, Stay } from './entries.ts'

const DAY_MS = 86_400_000
/** Bookings of these states take their rooms on each night; of a guest who did not come the first night is kept. */
const TAKES = ['pending', 'confirmed', 'no_show']

/** A date so many days later. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Every date of a range, both ends included. */
function datesOf(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = dayAfter(date, 1)) dates.push(date)
  return dates
}

/** The name of a day of a room type. */
export const cellOf = (roomCode: string, date: string): string => `${roomCode} ${date}`

/** The rooms that a booking takes at the moment; no nights if it is over. */
export function stayOf(booking: Booking): Stay {
  const { status, roomCode, rooms, checkin, checkout } = booking
  const all = TAKES.includes(status) ? datesOf(checkin, dayAfter(checkout, -1)) : []
  return { roomCode, rooms, nights: status === 'no_show' ? all.slice(0, 1) : all }
}

/** Rooms that a stay takes and another does not, by day of a room type. */
export function roomsBeyond(stay: Stay, other: Stay | undefined): Map<string, number> {
  const beyond = new Map<string, number>()
  for (const date of stay.nights) {
    const had = other?.roomCode === stay.roomCode && other.nights.includes(date) ? other.rooms : 0
    if (stay.rooms > had) beyond.set(cellOf(stay.roomCode, date), stay.rooms - had)
  }
  return beyond
}
