import type { Folded, Remark } from '../../domain/availability.ts'
import { nightsOf } from '../../domain/booking.ts'
import type { CalendarDate } from '../../domain/date.ts'
import { NAMED_BOOKINGS_MAX, REPORT_ENTRIES_MAX } from '../../domain/limits.ts'
import { listLiveStays } from '../../store/availability/caps.ts'
import type { Handle } from '../../store/engine.ts'

/** A night of one room type. */
export type RoomNightPlace = { roomCode: string; date: CalendarDate }

/**
 * Codes of the bookings that are live on some nights of a hotel, the newest first, at most 10 a night.
 *
 * @returns what answers the codes of one of these nights
 */
export async function liveCodes(
  handle: Handle,
  hotelId: number,
  nights: readonly RoomNightPlace[],
): Promise<(night: RoomNightPlace) => string[]> {
  const codes = new Map(nights.map((night) => [nameOf(night), [] as string[]]))
  if (nights.length > 0) {
    const dates = nights.map(({ date }) => date).toSorted()
    const roomCodes = [...new Set(nights.map(({ roomCode }) => roomCode))]
    const block = { hotelId, roomCodes, from: dates[0]!, to: dates.at(-1)! }
    for (const { code, roomCode, status, ...stay } of await listLiveStays(handle, block))
      for (const date of status === 'no_show' ? [stay.checkin] : nightsOf(stay)) {
        const those = codes.get(nameOf({ roomCode, date }))
        if (those && those.length < NAMED_BOOKINGS_MAX) those.push(code)
      }
  }
  return (night) => codes.get(nameOf(night)) ?? []
}

/** Adds to what a report says of corrected counts which bookings have their rooms (contract-counts, `sold_meanwhile`). */
export async function nameBookings(
  handle: Handle,
  hotelId: number,
  folded: Folded,
): Promise<Folded> {
  const listed = [folded.errors, folded.warnings].flatMap((remarks) =>
    remarks.filter(isSoldMeanwhile).slice(0, REPORT_ENTRIES_MAX),
  )
  const codesOf = await liveCodes(handle, hotelId, listed.map(nightOf))
  for (const remark of listed) remark.bookings = codesOf(nightOf(remark))
  return folded
}

const isSoldMeanwhile = ({ code }: Remark) => code === 'sold_meanwhile'
const nightOf = ({ roomCode, date }: Remark) =>
  ({ roomCode, date }) as { roomCode: string; date: CalendarDate }
const nameOf = ({ roomCode, date }: RoomNightPlace) => `${date} ${roomCode}`
