import { Elysia, t } from 'elysia'
import type { Booking } from '../../domain/booking.ts'
import type { User } from '../../domain/user.ts'
import { findBookingContext, recordOf } from '../../service/bookings/booking-record.ts'
import { changeBooking } from '../../service/bookings/change-booking.ts'
import {
  cancelBooking,
  confirmBooking,
  simulateCancel,
} from '../../service/bookings/end-booking.ts'
import { placeBooking } from '../../service/bookings/place-booking.ts'
import type { BookingFilter, BookingPlace } from '../../store/bookings/booking-filter.ts'
import { listBookingPage } from '../../store/bookings/booking-pages.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { maybeSignedIn, signedIn } from '../doors/session.ts'
import { readBody, readOptionalBody } from '../request/body.ts'
import { page, pageQuery } from '../request/paging.ts'
import { NoQuery, onceEach } from '../request/query.ts'
import { bookingViews } from '../shapes/booking.ts'
import { accessBooking, bookingActor } from './booking-access.ts'
import { placeOf } from './booking-list-query.ts'
import { readChange, readRequest } from './booking-request.ts'
import { CancelBody, ChangeBody, ConfirmBody, PlaceBody } from './booking-schemas.ts'
import * as docs from './bookings-docs.ts'

const CodeParams = t.Object({ code: t.String() })
const EmailQuery = t.Object(
  { email: t.Optional(t.String({ maxLength: 254 })) },
  { additionalProperties: false },
)
const ListQuery = t.Object(pageQuery, { additionalProperties: false })

/** Booking for everybody: guests with code and e-mail, or signed in (specification §4.2, contract §3, §5). */
export function bookingRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/bookings' })
    .use(publicLimit(context))
    .use(maybeSignedIn(context))
    .post(
      '',
      async ({ request, headers, user, set }) => {
        const body = await readBody(PlaceBody, request)
        const asked = await readRequest(context, body, user, headers['idempotency-key'])
        const { record, isReplay } = await placeBooking(context, asked)
        set.status = 201
        set.headers.location = `/v1/bookings/${record.code}`
        if (isReplay) set.headers['idempotent-replayed'] = 'true'
        return record
      },
      { query: NoQuery, detail: docs.place },
    )
    .get(
      '/:code',
      async ({ params, query, user }) => {
        const { code } = await accessBooking(context, params.code, { user, email: query.email })
        const situation = await findBookingContext(context.store, code)
        return recordOf(situation.booking, situation)
      },
      { params: CodeParams, query: EmailQuery, transform: onceEach(), detail: docs.read },
    )
    .patch(
      '/:code',
      async ({ params, request, user }) => {
        const { email, expectedTotalCents, revision, ...rest } = await readBody(ChangeBody, request)
        const booking = await accessBooking(context, params.code, { user, email })
        return await changeBooking(context, booking.code, bookingActor(booking, user), {
          change: readChange(rest),
          expectedTotalCents: expectedTotalCents ?? null,
          revision: revision ?? null,
        })
      },
      { params: CodeParams, query: NoQuery, detail: docs.change },
    )
    .post(
      '/:code/cancel',
      async ({ params, request, user }) => {
        const body = await readOptionalBody(CancelBody, request)
        const booking = await accessBooking(context, params.code, { user, email: body.email })
        const reason = body.reason ?? null
        if (!body.simulate) {
          const actor = bookingActor(booking, user)
          return (await cancelBooking(context, booking.code, actor, { reason })).record
        }
        const { record, nightsGivenBack } = await simulateCancel(context, booking.code, reason)
        return { ...record, simulated: true, nightsGivenBack }
      },
      { params: CodeParams, query: NoQuery, detail: docs.cancel },
    )
    .post(
      '/:code/confirm',
      async ({ params, request, user }) => {
        const { email } = await readOptionalBody(ConfirmBody, request)
        const booking = await accessBooking(context, params.code, { user, email })
        return await confirmBooking(context, booking.code, bookingActor(booking, user))
      },
      { params: CodeParams, query: NoQuery, detail: docs.confirm },
    )
}

/** The caller's own bookings: a guest's, a manager's hotels', an agency's, or all for an admin (contract §5). */
export function ownBookingRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/bookings' })
    .use(publicLimit(context))
    .use(signedIn(context))
    .get(
      '',
      async ({ user, query }) =>
        await page(query, {
          of: ['own bookings', user.id],
          like: [0, 0] as [number, number],
          rows: (after, limit) => ownBookings(context, user, { after: placeOf(after), limit }),
          keys: (booking) => [booking.createdAtMs, booking.id],
          show: bookingViews(context),
        }),
      { query: ListQuery, transform: onceEach(), detail: docs.list },
    )
}

/** Bookings that are a user's to see, newest first; those of several hotels are merged from a page of each. */
async function ownBookings(
  { store }: Context,
  { role, id, hotelIds, agencyId }: User,
  page: { after?: BookingPlace | undefined; limit: number },
): Promise<Booking[]> {
  const list = async (filter: BookingFilter) =>
    (await listBookingPage(store, filter, page)).bookings
  if (role === 'admin') return await list({})
  // Who belonged to an agency leaves its bookings behind.
  if (role === 'guest') return await list({ userId: id, agencyId: null })
  if (role === 'agency_user') return agencyId === null ? [] : await list({ agencyId })
  const pages = await Promise.all(hotelIds.map((hotelId) => list({ hotelId })))
  return pages
    .flat()
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
    .slice(0, page.limit)
}
