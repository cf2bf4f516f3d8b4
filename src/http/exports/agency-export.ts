import { readBookingExport } from '../../store/exports/booking-export.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { HotelParameter, hotelIdOf } from '../bookings/agency-bookings.ts'
import { bookingListQuery } from '../bookings/booking-list-query.ts'
import { agencyDoor } from '../doors/agency.ts'
import { agencyHeads, agencyRows } from './agency-rows.ts'
import { csvFile, days, language, languageOf, readBounded, wordsOf } from './panel-exports.ts'
import { createFiles } from './take-export.ts'

const { limit, cursor, from: _, to: __, ...filters } = bookingListQuery

/** Adds the CSV export of an agency's bookings. */
export function agencyExportRoutes(context: Context) {
  const { app, route } = routes('/v1/acenta/exports', agencyDoor(context), 'Agencies')
  const take = createFiles(context)

  route('GET', '/bookings', {
    id: 'exportAgencyBookings',
    stepUp: 'guest_export',
    ...csvFile,
    summary: "The agency's bookings as a file",
    description:
      'The list of bookings with its filters over a range of days. Format and limits as in `GET /v1/panel/exports/bookings`.',
    query: { ...filters, hotel: HotelParameter, ...days, language },
    handle: async ({ query, user, agency, request }) => {
      const { status = [], q, dateField: field, hotel } = query
      const range = readBounded(query)
      const language = languageOf(request, query)
      const hotelId = await hotelIdOf(context, hotel)
      const filter = { field, status, ...wordsOf(q), room: undefined, ...range }
      const row = agencyRows(context.hotelOf, language)
      const name = agency.code.toLowerCase()
      return await take(
        { userId: user.id, name, request },
        {
          ...{ what: 'bookings', language, ...range, heads: agencyHeads(language) },
          async *rows(handle) {
            if (hotelId === null) return
            const of = { ...filter, hotelId, agencyId: agency.id }
            for await (const part of readBookingExport(handle, of))
              yield await Promise.all(part.map(row))
          },
        },
      )
    },
  })

  return app
}
