import { Elysia, t } from 'elysia'
import { replyToReview } from '../../service/bookings/reviews.ts'
import { listReviews } from '../../store/bookings/reviews.ts'
import {
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
} from '../bookings/booking-list-query.ts'
import { ReplyBody } from '../catalog/admin-schemas.ts'
import type { Context } from '../context.ts'
import { HotelQuery, hotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { readBody } from '../request/body.ts'
import { page, pageQuery } from '../request/paging.ts'
import { onceEach, oneOf } from '../request/query.ts'
import { actorOf } from '../shapes/audit.ts'
import { bookingViews } from '../shapes/booking.ts'
import { showReview } from '../shapes/review.ts'
import { showPanelDashboard, showPanelNights } from './panel-dashboard.ts'
import * as docs from './panel-docs.ts'

const strict = { additionalProperties: false }
const DateText = t.Optional(t.String({ format: 'date' }))
const DashboardQuery = t.Object({ ...hotelQuery, from: DateText, to: DateText }, strict)
const Day = t.String({ format: 'date' })
const NightsQuery = t.Object({ ...hotelQuery, from: Day, to: Day }, strict)
const BookingsQuery = t.Object(
  { ...hotelQuery, ...bookingListQuery, unacked: t.Optional(oneOf('true', 'false')) },
  strict,
)
const ReviewsQuery = t.Object(
  { ...hotelQuery, ...pageQuery, replied: t.Optional(oneOf('true', 'false')) },
  strict,
)
const IdParams = t.Object({ id: t.String() })

/** A hotel manager's figures, list of bookings and reviews, of their own hotels only (specification §4.2, contract §5). */
export function panelRoutes(context: Context) {
  const { store } = context
  return new Elysia({ prefix: '/v1/panel' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '/dashboard',
      async ({ user, query }) =>
        await showPanelDashboard(context, await panelHotel(context, user, query), query),
      { transform: onceEach(), query: DashboardQuery, detail: docs.dashboard },
    )
    .get(
      '/dashboard/days',
      async ({ user, query }) =>
        await showPanelNights(context, await panelHotel(context, user, query), query),
      { transform: onceEach(), query: NightsQuery, detail: docs.nights },
    )
    .get(
      '/bookings',
      async ({ user, query, request }) => {
        const { hotel } = await panelHotel(context, user, query)
        const unackedOn = query.unacked === 'true' ? context.today(hotel.timezone) : undefined
        const filter = { ...readBookingFilter(query, request), hotelId: hotel.id, unackedOn }
        const show = bookingViews(context)
        return await pageOfBookings(context, query, { name: 'panel bookings', filter, show })
      },
      { transform: onceEach('status'), query: BookingsQuery, detail: docs.bookings },
    )
    .get(
      '/reviews',
      async ({ user, query }) => {
        const { hotel } = await panelHotel(context, user, query)
        const isReplied = query.replied === undefined ? undefined : query.replied === 'true'
        const filter = { hotelId: hotel.id, isReplied }
        return await page(query, {
          of: ['panel reviews', filter],
          like: [''] as [string],
          rows: (after, limit) => listReviews(store, filter, { beforeId: after?.[0], limit }),
          keys: ({ id }) => [id],
          show: showReview,
        })
      },
      { transform: onceEach(), query: ReviewsQuery, detail: docs.reviews },
    )
    .post(
      '/reviews/:id/reply',
      async ({ user, query, params: { id }, request }) => {
        const { hotel } = await panelHotel(context, user, query)
        const { text } = await readBody(ReplyBody, request)
        const place = { hotelId: hotel.id, id }
        return showReview(await replyToReview(context, actorOf(user), place, text))
      },
      { transform: onceEach(), params: IdParams, query: HotelQuery, detail: docs.reply },
    )
}
