import { Type } from 'typebox'
import { DAY_LIST_MAX } from '../../domain/bookings/desk.ts'
import type { Context } from '../api/context.ts'
import { DateParameter } from '../api/query.ts'
import { rangeParameters } from '../api/range.ts'
import { routes } from '../api/route.ts'
import { showDayLists } from '../bookings/day-lists.ts'
import { DayListsSchema } from '../bookings/desk-day-shape.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { HotelFiguresSchema, NightFiguresSchema } from './figures-shape.ts'
import { showPanelDashboard, showPanelNights } from './hotel-figures.ts'

/** Adds the dashboard of a hotel, for its managers (specification §4.2, contract §5). */
export function panelDashboardRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/dashboard', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'getPanelDashboard',
    isVisit: true,
    memberRole: 'any',
    summary: 'Figures of a hotel',
    description:
      "Arrivals, departures and in-house are for today in the hotel's time zone. Occupancy, ADR, RevPAR and revenue are for the nights `from` to `to`, both included: default tonight, at most 92.",
    query: rangeParameters,
    says: 'The figures.',
    answer: HotelFiguresSchema,
    handle: async ({ hotel, rooms, query }) =>
      await showPanelDashboard(context, { hotel, rooms }, query),
  })

  route('GET', '/days', {
    id: 'listPanelDashboardDays',
    isVisit: true,
    memberRole: 'any',
    summary: 'Figures of a hotel per night',
    description:
      'Every night from `from` to `to`, both included, at most 92, in order; the definitions are those of the dashboard, and the sums match it.',
    query: { from: DateParameter, to: DateParameter },
    says: 'The nights.',
    answer: Type.Object({ items: Type.Array(NightFiguresSchema) }),
    handle: async ({ hotel, rooms, query }) =>
      await showPanelNights(context, { hotel, rooms }, query),
  })

  route('GET', '/desk', {
    id: 'listPanelDay',
    memberRole: 'any',
    summary: 'Arrivals, departures and guests in house on a day',
    description: `Default: today in the hotel's time zone. The definitions are those of the dashboard: guests in house sleep there that night, arrivals included. Each list is by name, at most ${DAY_LIST_MAX} stays, with desk records.`,
    query: { date: Type.Optional(DateParameter) },
    says: 'The lists.',
    answer: DayListsSchema,
    handle: async ({ hotel, rooms, rates, extras, revision, query }) =>
      await showDayLists(context, { hotel, rooms, rates, extras, revision }, query.date),
  })

  return app
}
