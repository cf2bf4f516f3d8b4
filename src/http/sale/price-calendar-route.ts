import { CALENDAR_DAYS_MAX } from '../../domain/sale/price-calendar.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { rawJson, routes } from '../api/route.ts'
import { visitorDoor } from '../doors/session-door.ts'
import type { Search } from './hotel-search.ts'
import { CalendarSchema, calendarQuery } from './price-calendar-shape.ts'
import { createPriceCalendars } from './price-calendars.ts'
import { hotelExample, params } from './search-examples.ts'

/** Adds the price calendar of a hotel on sale (contract-agencies, *Pages for guests*). */
export function priceCalendarRoute(context: Context, search: Search) {
  const { app, route } = routes('/v1', visitorDoor(context), 'Search')
  const calendar = createPriceCalendars(context, search)
  route('GET', '/hotels/:slug/calendar', {
    id: 'getPriceCalendar',
    summary: 'Lowest price of each night',
    description: `At most ${CALENDAR_DAYS_MAX} days. \`lowestCents\` is the total of the cheapest rooms at public rates, or at those of an agency’s terms, for all parties on that night alone, restrictions aside; a closed, sold-out or past night has none. \`minStay\` and \`arrival\` follow the restrictions of that day: later nights and the departure are checked by the search for the stay.`,
    params,
    query: calendarQuery,
    says: 'Every day from `from` to `to`.',
    answer: CalendarSchema,
    example: {
      ...{ from: exampleDay(40), to: exampleDay(41), currency: hotelExample.currency },
      reason: null,
      days: [
        { date: exampleDay(40), lowestCents: 792_000, minStay: 2, arrival: true },
        { date: exampleDay(41), lowestCents: null, minStay: null, arrival: false },
      ],
    },
    handle: async ({ params: { slug }, query, user, set }) => {
      const text = await calendar(slug, query, user)
      set.headers['content-type'] = 'application/json'
      return rawJson(text)
    },
  })
  return app
}
