import { Type } from 'typebox'
import type { ApiKey } from '../../domain/api-key.ts'
import { BOOKING_STATUSES, type BookingStatus } from '../../domain/booking.ts'
import { endOfDay, instantAt } from '../../domain/date.ts'
import {
  BOOKINGS_PAGE_DEFAULT,
  BOOKINGS_PAGE_MAX,
  BOOKINGS_PULL_DAYS_MAX,
} from '../../domain/limits.ts'
import { ackBooking } from '../../service/bookings/ack-booking.ts'
import { listPartnerBookings, pullPlace } from '../../store/bookings/booking-lists.ts'
import type { Context } from '../context.ts'
import { partnerDoor } from '../doors/partner-key.ts'
import { page, pageParameters } from '../request/paging.ts'
import { DateParameter, oneOf } from '../request/query.ts'
import { readRange } from '../request/range.ts'
import { line, strictObject } from '../request/texts.ts'
import { type AddRoute, routes } from '../route.ts'
import { BookingSchema, bookingViews } from '../shapes/booking.ts'
import { DateText, nullable } from '../shapes/schema.ts'
import { findOwnBooking } from './booking-access.ts'

type Add = AddRoute<{ key: ApiKey }>

const DATE_FIELDS = ['checkin', 'checkout', 'stay', 'created', 'updated'] as const

/** What a PMS should hold: holds are left out unless their status is asked for. */
const SOLD: BookingStatus[] = ['confirmed', 'cancelled', 'no_show', 'completed']

/** Reservation pull and acknowledgement (specification §4.1, contract §2). */
export function partnerBookingRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/bookings', partnerDoor(context), 'Reservations')
  addPull(route, context)

  route('GET', '/:code', {
    id: 'getReservation',
    summary: 'One reservation',
    says: 'The booking.',
    answer: BookingSchema,
    handle: async ({ key, params }) =>
      await bookingViews(context)(await findOwnBooking(context, key.hotelId, params.code)),
  })

  route('POST', '/:code/ack', {
    id: 'ackReservation',
    summary: 'Acknowledge a revision',
    description:
      'Says that your system holds this revision, and optionally what it calls the booking. Repeating it changes nothing.',
    body: strictObject({
      revision: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      externalId: Type.Optional(line(200)),
    }),
    examples: { 'First revision': { revision: 1, externalId: 'PMS-4711' } },
    says: 'The booking.',
    answer: BookingSchema,
    handle: async ({ key, params, body }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      return await ackBooking(context, code, body)
    },
  })

  return app
}

function addPull(route: Add, context: Context): void {
  route('GET', '', {
    id: 'pullBookings',
    summary: 'Pull reservations',
    description:
      'Reservations whose `dateField` (default `checkin`) lies in the range, both ends included, at most 366 days; `stay`: a night of it does. Cancelled ones are included. Holds are not, unless asked for: `status=pending` gives those that stand, `status=expired` those that ran out; one that was cancelled before it was confirmed is never listed, `status=cancelled` gives reservations alone. In the order of that date (of a stay: its check-in), so that a walk by `cursor` neither repeats nor skips; only a reservation whose date is changed during the walk may come twice or not at all, and comes with `dateField=updated` and in the feed. `unacked=true`: only those whose newest revision was not acknowledged.',
    query: {
      from: DateParameter,
      to: DateParameter,
      dateField: { ...oneOf(...DATE_FIELDS), default: 'checkin' },
      status: Type.Optional(Type.Array(oneOf(...BOOKING_STATUSES))),
      unacked: Type.Boolean({ default: false }),
      ...pageParameters(BOOKINGS_PAGE_DEFAULT, BOOKINGS_PAGE_MAX),
    },
    says: 'A page.',
    answer: Type.Object({
      from: DateText,
      to: DateText,
      dateField: oneOf(...DATE_FIELDS),
      bookings: Type.Array(BookingSchema),
      nextCursor: nullable(Type.String()),
    }),
    handle: async ({ key, query }) => {
      const snapshot = await context.hotelOf(key.hotelId)
      const { hotel } = snapshot
      const { dateField, status = SOLD, unacked } = query
      const { from, to } = readRange(query, BOOKINGS_PULL_DAYS_MAX)
      const filter = {
        from,
        to,
        fromMs: instantAt(from, '00:00', hotel.timezone),
        untilMs: endOfDay(to, hotel.timezone),
        hotelId: key.hotelId,
        dateField,
        status,
        isUnackedOnly: unacked,
      }
      const isInstant = dateField === 'created' || dateField === 'updated'
      const show = bookingViews(context, snapshot)
      const { items, nextCursor } = await page(query, {
        of: ['reservations by date', filter],
        by: { key: isInstant ? 0 : '', id: 0 },
        rows: async (after, limit) => {
          const bookings = await listPartnerBookings(context.store, filter, { after, limit })
          return bookings.map((booking) => ({ ...pullPlace(dateField, booking), booking }))
        },
        show: ({ booking }) => show(booking),
      })
      return { from, to, dateField, bookings: items, nextCursor }
    },
  })
}
