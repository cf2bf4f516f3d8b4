import { Type } from 'typebox'
import type { User } from '../../domain/user.ts'
import { replyToReview } from '../../service/bookings/reviews.ts'
import { listReviews } from '../../store/bookings/reviews.ts'
import {
  BOOKING_LIST,
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
} from '../bookings/booking-list-query.ts'
import type { Context, HotelSnapshot } from '../context.ts'
import { hotelDoor, type hotelQuery } from '../doors/panel-hotel.ts'
import { page, pageParameters } from '../request/paging.ts'
import { DateParameter } from '../request/query.ts'
import { rangeParameters } from '../request/range.ts'
import { writtenProse } from '../request/texts.ts'
import { type AddRoute, routes } from '../route.ts'
import { actorOf } from '../shapes/audit.ts'
import { BookingSchema, bookingViews } from '../shapes/booking.ts'
import { HotelFiguresSchema, NightFiguresSchema } from '../shapes/figures.ts'
import { HotelSchema, showHotel } from '../shapes/hotel.ts'
import { ReviewSchema, showReview } from '../shapes/review.ts'
import { pageOf, searchPageOf } from '../shapes/schema.ts'
import { showPanelDashboard, showPanelNights } from './panel-dashboard.ts'

type Add = AddRoute<{ user: User } & HotelSnapshot, typeof hotelQuery>

/** A hotel manager's figures, list of bookings and reviews, of their own hotels only (specification §4.2, contract §5). */
export function panelRoutes(context: Context) {
  const { app, route } = routes({ prefix: '/v1/panel', door: hotelDoor(context), tag: 'Panel' })
  addFigures(route, context)
  addHotel(route, context)
  addReviews(route, context)
  return app
}

function addFigures(route: Add, context: Context): void {
  route(
    'GET',
    '/dashboard',
    {
      id: 'getPanelDashboard',
      summary: 'Figures of a hotel',
      description:
        "Arrivals, departures and in-house are of today in the hotel's time zone. Occupancy, ADR, RevPAR and revenue are of the nights `from` to `to`, both included: tonight unless said otherwise, at most 92.",
      query: rangeParameters,
      says: 'The figures.',
      answer: HotelFiguresSchema,
    },
    async ({ hotel, rooms, query }) => await showPanelDashboard(context, { hotel, rooms }, query),
  )

  route(
    'GET',
    '/dashboard/days',
    {
      id: 'listPanelDashboardDays',
      summary: 'Figures of a hotel, night by night',
      description:
        'Every night from `from` to `to`, both included, at most 92, in order; by the definitions of the dashboard, whose sums over the same range they add up to.',
      query: { from: DateParameter, to: DateParameter },
      says: 'The nights.',
      answer: Type.Object({ items: Type.Array(NightFiguresSchema) }),
    },
    async ({ hotel, rooms, query }) => await showPanelNights(context, { hotel, rooms }, query),
  )
}

function addHotel(route: Add, context: Context): void {
  route(
    'GET',
    '/hotel',
    {
      id: 'getPanelHotel',
      summary: 'The hotel',
      description: 'As the mapping shows it to partners.',
      says: 'The hotel.',
      answer: HotelSchema,
    },
    ({ hotel }) => showHotel(hotel),
  )

  route(
    'GET',
    '/bookings',
    {
      id: 'listPanelBookings',
      summary: 'Bookings of a hotel, newest first',
      description: `${BOOKING_LIST} \`unacked=true\`: only those of guests who have not left whose newest revision the partner has not acknowledged.`,
      query: { ...bookingListQuery, unacked: Type.Boolean({ default: false }) },
      says: 'A page.',
      answer: searchPageOf(BookingSchema),
    },
    async ({ hotel, query }) => {
      const unackedOn = query.unacked ? context.today(hotel.timezone) : undefined
      return await pageOfBookings(context, query, {
        name: 'panel bookings',
        filter: { ...readBookingFilter(query), hotelId: hotel.id, unackedOn },
        show: bookingViews(context),
      })
    },
  )
}

function addReviews(route: Add, context: Context): void {
  route(
    'GET',
    '/reviews',
    {
      id: 'listPanelReviews',
      summary: 'Reviews of a hotel, newest first',
      description: 'With `replied=false` those without a reply.',
      query: { ...pageParameters(), replied: Type.Optional(Type.Boolean()) },
      says: 'A page.',
      answer: pageOf(ReviewSchema),
    },
    async ({ hotel, query }) => {
      const filter = { hotelId: hotel.id, isReplied: query.replied }
      return await page(query, {
        of: ['panel reviews', filter],
        like: [''] as [string],
        rows: (after, limit) => listReviews(context.store, filter, { beforeId: after?.[0], limit }),
        keys: ({ id }) => [id],
        show: showReview,
      })
    },
  )

  route(
    'POST',
    '/reviews/:id/reply',
    {
      id: 'replyToReview',
      summary: 'Reply to a review',
      description: 'Another reply takes the place of the first.',
      body: Type.Object({ text: writtenProse(5_000) }, { additionalProperties: false }),
      examples: { Thanks: { text: 'Thank you, come again!' } },
      says: 'The review.',
      answer: ReviewSchema,
    },
    async ({ user, hotel, params: { id }, body: { text } }) =>
      showReview(await replyToReview(context, actorOf(user), { hotelId: hotel.id, id }, text)),
  )
}
