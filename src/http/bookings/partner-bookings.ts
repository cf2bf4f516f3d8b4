import { Elysia, t } from 'elysia'
import type { Booking, BookingStatus } from '../../domain/booking.ts'
import { daysBetween, endOfDay, instantAt } from '../../domain/date.ts'
import { AppError, refused } from '../../domain/errors.ts'
import {
  BOOKINGS_PAGE_DEFAULT,
  BOOKINGS_PAGE_MAX,
  BOOKINGS_PULL_DAYS_MAX,
} from '../../domain/limits.ts'
import { ackBooking } from '../../service/bookings/end-booking.ts'
import { listPartnerBookings, pullPlace } from '../../store/bookings/booking-lists.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { bookingViews } from '../catalog/admin-views.ts'
import type { Context } from '../context.ts'
import { partnerKey } from '../doors/partner-key.ts'
import { readBody } from '../request/body.ts'
import { cursorsOf } from '../request/cursor.ts'
import {
  NoQuery,
  onceEach,
  oneOf,
  pageSize,
  queryDate,
  queryWords,
  whole,
} from '../request/query.ts'
import { STATUSES } from './booking-docs-schemas.ts'
import { AckBody } from './booking-schemas.ts'
import * as docs from './partner-bookings-docs.ts'

const PullQuery = t.Object(
  {
    from: t.String({ format: 'date' }),
    to: t.String({ format: 'date' }),
    dateField: t.Optional(oneOf('checkin', 'checkout', 'stay', 'created', 'updated')),
    status: t.Optional(t.Union([t.String(), t.Array(t.String())])),
    unacked: t.Optional(oneOf('true', 'false')),
    limit: t.Optional(whole({ default: BOOKINGS_PAGE_DEFAULT })),
    cursor: t.Optional(t.String()),
  },
  { additionalProperties: false },
)
const CodeParams = t.Object({ code: t.String() })

/** What a PMS should hold: holds are left out unless their status is asked for. */
const SOLD: BookingStatus[] = ['confirmed', 'cancelled', 'no_show', 'completed']

/** Reservation pull and acknowledgement (specification §4.1, contract §2). */
export function partnerBookingRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/partner/bookings' })
    .use(partnerKey(context))
    .get(
      '',
      async ({ key, query, request }) => {
        const { hotel } = await context.hotelOf(key.hotelId)
        const { dateField = 'checkin', cursor } = query
        const limit = pageSize(query.limit ?? BOOKINGS_PAGE_DEFAULT, BOOKINGS_PAGE_MAX)
        const status = queryWords('status', request, STATUSES)
        const range = readRange(query, hotel.timezone)
        const filter = {
          ...range,
          hotelId: key.hotelId,
          dateField,
          status: status.length === 0 ? SOLD : status,
          isUnackedOnly: query.unacked === 'true',
        }
        const isInstant = dateField === 'created' || dateField === 'updated'
        const like: [string | number, number] = [isInstant ? 0 : '', 0]
        const cursors = cursorsOf(['reservations by date', filter], like)
        const [after, id] = cursor === undefined ? [] : cursors.read(cursor)
        const found = await listPartnerBookings(context.store, filter, {
          after: after === undefined ? undefined : { key: after, id: id! },
          limit: limit + 1,
        })
        const shown = found.slice(0, limit)
        const last = found.length > limit ? pullPlace(dateField, shown.at(-1)!) : undefined
        const { from, to } = range
        const bookings = await Promise.all(shown.map(bookingViews(context)))
        const nextCursor = last ? cursors.write([last.key, last.id]) : null
        return { from, to, dateField, bookings, nextCursor }
      },
      { query: PullQuery, transform: onceEach('status'), detail: docs.pull },
    )
    .get(
      '/:code',
      async ({ key, params }) => {
        const booking = await ownBooking(context, key.hotelId, params.code)
        return await bookingViews(context)(booking)
      },
      { params: CodeParams, query: NoQuery, detail: docs.read },
    )
    .post(
      '/:code/ack',
      async ({ key, params, request }) => {
        const body = await readBody(AckBody, request)
        const { code } = await ownBooking(context, key.hotelId, params.code)
        return await ackBooking(context, code, body)
      },
      { params: CodeParams, query: NoQuery, detail: docs.ack },
    )
}

async function ownBooking(context: Context, hotelId: number, code: string): Promise<Booking> {
  const booking = await findBooking(context.store, code.toUpperCase())
  if (booking?.hotelId !== hotelId)
    throw new AppError('not_found', 'This hotel has no such booking.')
  return booking
}

function readRange(query: { from: string; to: string }, timeZone: string) {
  const from = queryDate('from', query.from)
  const to = queryDate('to', query.to)
  if (to < from) throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  if (daysBetween(from, to) + 1 > BOOKINGS_PULL_DAYS_MAX)
    throw refused('?to', 'range_too_long', `A pull spans at most ${BOOKINGS_PULL_DAYS_MAX} days.`)
  return { from, to, fromMs: instantAt(from, '00:00', timeZone), untilMs: endOfDay(to, timeZone) }
}
