import { t } from 'elysia'
import type { Booking } from '../../domain/booking.ts'
import { refused } from '../../domain/errors.ts'
import type { BookingFilter, BookingPlace } from '../../store/bookings/booking-filter.ts'
import { listBookingPage } from '../../store/bookings/booking-pages.ts'
import type { Context } from '../context.ts'
import { type PageQuery, page, pageQuery } from '../request/paging.ts'
import { oneOf, queryDate, queryWords } from '../request/query.ts'
import { STATUSES } from '../shapes/booking.ts'

const DateText = t.Optional(t.String({ format: 'date' }))

/** Parameters of the staff's lists of bookings. */
export const bookingListQuery = {
  ...pageQuery,
  // Read by `queryWords`, which names the place of a word that is none.
  status: t.Optional(t.Union([t.String(), t.Array(t.String())])),
  dateField: t.Optional(oneOf('checkin', 'checkout')),
  from: DateText,
  to: DateText,
  q: t.Optional(t.String({ minLength: 1, maxLength: 100 })),
}

type ListQuery = {
  dateField?: 'checkin' | 'checkout' | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
}

/** What a list of bookings is filtered by. @throws AppError `validation_failed` */
export function readBookingFilter(
  { dateField = 'checkin', q, ...range }: ListQuery,
  request: Request,
): BookingFilter {
  const from = range.from === undefined ? undefined : queryDate('from', range.from)
  const to = range.to === undefined ? undefined : queryDate('to', range.to)
  if (from && to && to < from)
    throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  const status = queryWords('status', request, STATUSES)
  return { status, q, dates: { field: dateField, from, to } }
}

/** A page of bookings that the staff sees, newest first; `name` is the list's. */
export async function pageOfBookings<Item>(
  { store }: Context,
  query: PageQuery,
  list: { name: string; filter: BookingFilter; show: (booking: Booking) => Promise<Item> },
) {
  const { name, filter, show } = list
  return await page(query, {
    of: [name, filter],
    like: [0, 0] as [number, number],
    rows: async (after, limit) => {
      const page = { after: placeOf(after), limit }
      const { bookings, stoppedAt } = await listBookingPage(store, filter, page)
      return {
        rows: bookings,
        stoppedAt: stoppedAt && { keys: keysOf(stoppedAt), atMs: stoppedAt.createdAtMs },
      }
    },
    keys: keysOf,
    show,
  })
}

const keysOf = ({ createdAtMs, id }: BookingPlace): [number, number] => [createdAtMs, id]

/** Where a page of bookings goes on. */
export const placeOf = (after: [number, number] | undefined): BookingPlace | undefined =>
  after && { createdAtMs: after[0], id: after[1] }
