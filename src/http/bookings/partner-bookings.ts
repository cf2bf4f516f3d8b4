import { Type } from 'typebox'
import { BOOKING_STATUSES, type BookingStatus } from '../../domain/bookings/booking.ts'
import { BOOKINGS_PAGE_DEFAULT, BOOKINGS_PAGE_MAX } from '../../domain/kernel/limits.ts'
import { ackBooking } from '../../service/bookings/ack-booking.ts'
import {
  listPartnerBookings,
  type PartnerFilter,
  type PullPlace,
  pullPlace,
} from '../../store/bookings/booking-pull.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { DateText, Instant, nullable } from '../api/schema.ts'
import { witness, witnessBookings } from '../api/test-mode.ts'
import { strictObject } from '../api/texts.ts'
import { type AddPartnerRoute, partnerDoor } from '../doors/partner-key.ts'
import { BookingSchema, bookingViews } from './booking-shape.ts'
import { findOwnBooking } from './own-booking.ts'
import { ackFields, addAcks } from './partner-acks.ts'
import { addManage } from './partner-manage.ts'
import { aboutPulls, DATE_FIELDS, rangeOfPull, readPull } from './pull-range.ts'

const [DAY, INSTANT] = [
  { key: '', tie: 0 },
  { key: 0, tie: 0 },
]
/** Sort keys of a pull's pages, by date field; see `page`. */
const PLACES: Record<PartnerFilter['dateField'], PullPlace> = {
  ...{ checkin: DAY, checkout: DAY, stay: DAY },
  ...{ created: INSTANT, updated: INSTANT, since: { key: 0, tie: '' } },
}

/** Statuses of a pull by default: a PMS stores reservations, not holds. */
const SOLD: BookingStatus[] = ['confirmed', 'cancelled', 'no_show', 'completed']

/**
 * Adds reservation pull, acknowledgement and the hotel's own changes for partners (specification §4.1, contract §2).
 */
export function partnerBookingRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/bookings', partnerDoor(context), 'Reservations')
  addPull(route, context)

  route('GET', '/:code', {
    id: 'getReservation',
    scope: 'bookings:read',
    summary: 'One reservation',
    says: 'The booking.',
    answer: BookingSchema,
    handle: async ({ key, params, request }) => {
      const booking = await findOwnBooking(context, key.hotelId, params.code)
      const record = await bookingViews(context)(booking)
      witnessBookings(request, () => [record])
      return record
    },
  })

  route('POST', '/:code/ack', {
    id: 'ackReservation',
    scope: 'bookings:ack',
    summary: 'Acknowledge a revision',
    description:
      'Confirms that your system has this revision, optionally with its own id of the booking. Repeating it changes nothing.',
    body: strictObject(ackFields),
    examples: { 'First revision': { revision: 1, externalId: 'PMS-4711' } },
    says: 'The booking.',
    answer: BookingSchema,
    also: { 204: { description: 'Acknowledged; the key may not read bookings.' } },
    handle: async ({ key, params, body, request }) => {
      const code = params.code.toUpperCase()
      const booking = await ackBooking(context, key.hotelId, { code, ...body })
      witness(request, () => ({ type: 'acks', acks: [{ code, revision: body.revision }] }))
      const mayRead = key.scopes.includes('bookings:read')
      return mayRead ? booking : new Response(null, { status: 204 })
    },
  })

  addAcks(route, context)
  addManage(route, context)

  return app
}

function addPull(route: AddPartnerRoute, context: Context): void {
  route('GET', '', {
    id: 'pullBookings',
    scope: 'bookings:read',
    summary: 'Pull reservations',
    description: aboutPulls,
    query: {
      ...rangeOfPull,
      status: Type.Optional(Type.Array(oneOf(...BOOKING_STATUSES))),
      unacked: Type.Boolean({ default: false }),
      ...pageParameters(BOOKINGS_PAGE_DEFAULT, BOOKINGS_PAGE_MAX),
    },
    says: 'A page.',
    answer: Type.Object({
      from: DateText,
      to: DateText,
      dateField: oneOf(...DATE_FIELDS),
      updatedSince: Type.Optional({
        ...Instant,
        description: 'If requested; `from` and `to` are then the days since.',
      }),
      bookings: Type.Array(BookingSchema),
      nextCursor: nullable(Type.String()),
    }),
    handle: async ({ key, query, request }) => {
      const snapshot = await context.hotelOf(key.hotelId)
      const { hotel } = snapshot
      const { externalId, unacked } = query
      const { status = externalId === undefined ? SOLD : [] } = query
      const { echo, range, dateField } = readPull(query, request, hotel, context.nowMs())
      const which = { externalId, status, isUnackedOnly: unacked }
      const filter = { ...range, hotelId: key.hotelId, dateField, ...which }
      const show = bookingViews(context, snapshot)
      const { items, nextCursor } = await page(query, {
        of: ['reservations by date', filter],
        by: PLACES[dateField],
        rows: async (after, limit) => {
          const found = await listPartnerBookings(context.store.long, filter, { after, limit })
          const { bookings, stoppedAt } = found
          const rows = bookings.map((booking) => ({ ...pullPlace(dateField, booking), booking }))
          return { rows, stoppedAt }
        },
        show: ({ booking }) => show(booking),
      })
      witnessBookings(request, () => items)
      const isAll = dateField === 'since' && !query.status && !unacked && nextCursor === null
      witness(request, () => (isAll ? { type: 'reservations', sinceMs: range.fromMs } : undefined))
      // A search by external id answers with the check-in days found.
      const [first] = externalId === undefined ? [] : items
      const days = first && { from: first.checkin, to: items.at(-1)!.checkin }
      return { ...echo, ...days, bookings: items, nextCursor }
    },
  })
}
