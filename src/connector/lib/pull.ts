/** Pulls: all days and all bookings at one time, for the first sync, for comparisons and after a loss. */
import type { Answer } from '../../client/call.ts'
import type { Api } from './api.ts'
import { dayAfter } from './days.ts'
import type { Booking, Day } from './entries.ts'

const PAGE = 500
const STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'no_show', 'completed'] as const
const EVER = '2000-01-01T00:00:00Z'

/** Pulls for a hotel. `days` is the number of days of the range. */
export function createPull(api: Api, days: number) {
  let timeZone: string | undefined

  /** Returns the range of days, from today where the hotel is, which is not today everywhere. */
  function range(): { from: string; to: string } {
    const from = new Date().toLocaleDateString('sv', timeZone ? { timeZone } : {})
    return { from, to: dayAfter(from, days - 1) }
  }

  async function readDays(): Promise<Day[]> {
    const { rooms } = await api.call('pullAvailability', range())
    return rooms.flatMap(({ roomCode, days }) => days.map((day) => ({ roomCode, ...day })))
  }

  async function readBookings(): Promise<Booking[]> {
    const bookings: Booking[] = []
    let cursor: string | null = null
    do {
      const query = { updatedSince: EVER, status: STATUSES, limit: PAGE, ...(cursor && { cursor }) }
      const page: Answer<'pullBookings'> = await api.call('pullBookings', query)
      bookings.push(...page.bookings)
      cursor = page.nextCursor
    } while (cursor)
    return bookings
  }

  return {
    range,
    readDays,
    /** Reads all days of the range, and all bookings that Roomwire lists. */
    read: async () => ({ bookings: await readBookings(), days: await readDays() }),
    /** Reads where the hotel is; before, today is this machine's. */
    async findToday(): Promise<void> {
      timeZone ??= (await api.call('getMapping', {})).hotel.timezone
    },
  }
}
