import { type Static, type TObject, Type } from 'typebox'
import { refused } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { searchPageOf } from '../api/schema.ts'
import { sessionDoor } from '../doors/session-door.ts'
import {
  AgencyParameter,
  agencyIdOf,
  BOOKING_LIST,
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
} from './booking-list-query.ts'
import { BookingSchema, bookingViews } from './booking-shape.ts'

const owners = { hotel: Type.Optional(Type.String()), agency: AgencyParameter }

/** Adds the list of all bookings of every hotel and agency, for admins (specification §4.2). */
export function adminBookingRoutes(context: Context) {
  const { app, route } = routes(
    '/v1/admin/bookings',
    sessionDoor(context, 'admin'),
    'Administration',
  )

  route('GET', '', {
    id: 'listAllBookings',
    summary: 'All bookings, newest first',
    description: `\`hotel\` filters by slug, \`agency\` by code. ${BOOKING_LIST}`,
    query: { ...bookingListQuery, ...owners },
    says: 'A page.',
    answer: searchPageOf(BookingSchema),
    handle: async ({ query }) =>
      await pageOfBookings(context, query, {
        name: 'bookings',
        filter: { ...readBookingFilter(query), ...(await readOwners(context, query)) },
        show: bookingViews(context),
      }),
  })

  return app
}

/** Returns the ids of the hotel and agency that the query names. @throws AppError `validation_failed` */
async function readOwners(context: Context, { hotel, agency }: Static<TObject<typeof owners>>) {
  const snapshot = hotel === undefined ? undefined : await context.hotelOfSlug(hotel)
  if (hotel !== undefined && !snapshot)
    throw refused('?hotel', 'unknown_hotel', 'No hotel has this slug.')
  return { hotelId: snapshot?.hotel.id, agencyId: await agencyIdOf(context, agency) }
}
