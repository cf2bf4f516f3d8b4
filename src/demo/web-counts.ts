import { addDays, type CalendarDate } from '../domain/kernel/date.ts'
import type { WebCount, WebCountRow } from '../domain/strangers/web-counts.ts'
import { isWeekend } from './days.ts'

/** Days before today that the demo's pages have statistics of. */
const DAYS = 60

/** The least of each kind on a day, and how many more it may be. */
const KINDS: Record<WebCount, [least: number, more: number]> = {
  views: [18, 40],
  searches: [60, 90],
  holds: [0, 2],
  bookings: [0, 3],
  denials: [0, 4],
}

/** The statistics of a demo hotel's page on the days before today; twice as many at the end of a week. */
export function demoWebCounts(hotelId: number, today: CalendarDate): WebCountRow[] {
  const kinds = Object.entries(KINDS) as [WebCount, [number, number]][]
  return Array.from({ length: DAYS }, (_, index) => addDays(today, -1 - index)).flatMap((date) => {
    const factor = isWeekend(new Date(date).getUTCDay()) ? 2 : 1
    return kinds.flatMap(([kind, [least, more]]) => {
      const times = least + (Bun.hash.xxHash32(`${kind} ${hotelId} ${date}`) % more)
      return times === 0 ? [] : { hotelId, date, kind, times: factor * times }
    })
  })
}
