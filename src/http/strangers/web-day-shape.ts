import { type Static, Type } from 'typebox'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { datesBetween } from '../../domain/kernel/date.ts'
import type { WebCountRow } from '../../domain/strangers/web-counts.ts'
import { DateText, namedObject } from '../api/schema.ts'

const count = (description: string) => Type.Integer({ description })

/** What happened on a hotel's page on a day (`domain/strangers/web-counts.ts`). */
export const WebDaySchema = namedObject('WebDay', {
  date: DateText,
  views: count('The page was opened.'),
  searches: count('The hotel stood among the results of a search at `/stay`.'),
  holds: count('Holds that wait for the mailed link.'),
  bookings: count('Confirmed bookings, confirmed holds among them.'),
  denials: count('Stays asked for that nothing could take.'),
})

/** Returns all days of a range in order, zeros where nothing was counted. */
export function showWebDays(
  { from, to }: Range,
  rows: readonly Omit<WebCountRow, 'hotelId'>[],
): Static<typeof WebDaySchema>[] {
  const days = datesBetween(from, to).map((date) => ({
    ...{ date, views: 0, searches: 0, holds: 0, bookings: 0, denials: 0 },
  }))
  const byDate = new Map<string, Static<typeof WebDaySchema>>(days.map((day) => [day.date, day]))
  for (const { date, kind, times } of rows) byDate.get(date)![kind] = times
  return days
}
