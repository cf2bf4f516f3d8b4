import { type Static, type TObject, Type } from 'typebox'
import { BOOKING_STATUSES, type Booking } from '../../domain/bookings/booking.ts'
import type { BookingFilter, BookingPlace } from '../../store/bookings/booking-filter.ts'
import { listBookingPage } from '../../store/bookings/booking-pages.ts'
import {
  type BookingSort,
  listSortedPage,
  type SortedPlace,
  type SortedRow,
} from '../../store/bookings/booking-sorts.ts'
import type { Context } from '../api/context.ts'
import { type PageQuery, page, pageParameters } from '../api/paging.ts'
import { oneOf, SearchParameter } from '../api/query.ts'
import { rangeParameters, readRange } from '../api/range.ts'

/** The place of a booking in a list that is newest first; see `page`. */
export const NEWEST_FIRST: BookingPlace = { createdAtMs: 0, id: 0 }

/** What `bookingListQuery` means, for descriptions. */
export const BOOKING_LIST =
  'By status (may be repeated), a range of check-in or check-out dates, or (`stay`) of nights. `q` finds beginnings of words, in any order, of the guest’s name, e-mail address, telephone number and of the code, without regard to case and marks: `sahin` finds Şahin.'

/** Parameters of the staff's lists of bookings. */
export const bookingListQuery = {
  ...pageParameters(),
  status: Type.Optional(Type.Array(oneOf(...BOOKING_STATUSES))),
  dateField: { ...oneOf('checkin', 'checkout', 'stay'), default: 'checkin' },
  ...rangeParameters,
  q: SearchParameter,
}

/** What a list of bookings is filtered by. @throws AppError `validation_failed` */
export function readBookingFilter({
  status = [],
  dateField,
  from,
  to,
  q,
}: Static<TObject<typeof bookingListQuery>>): BookingFilter {
  if (from && to) readRange({ from, to })
  return { status, q, dates: { field: dateField, from, to } }
}

/** What a list is sorted by: `-checkin` downwards by check-in. */
export const readSort = (sort: string): BookingSort => ({
  by: sort.replace('-', '') as BookingSort['by'],
  isDown: sort.startsWith('-'),
})

/** A page of a hotel's bookings in an order of their own. @throws AppError `validation_failed` of too many */
export async function sortedPage<Item>(
  { store }: Context,
  query: PageQuery,
  list: {
    filter: BookingFilter & { hotelId: number }
    sort: BookingSort
    show: (booking: Booking) => Promise<Item>
  },
) {
  const { filter, sort, show } = list
  const isText = !['created', 'total', 'status'].includes(sort.by)
  return await page<SortedRow, SortedPlace, Item>(query, {
    of: ['panel bookings', filter, sort],
    by: { key: isText ? '' : 0, id: 0 },
    rows: (after, limit) => listSortedPage(store.long, filter, sort, { after, limit }),
    show: ({ booking }) => show(booking),
  })
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
    by: NEWEST_FIRST,
    rows: async (after, limit) => {
      const { bookings, stoppedAt } = await listBookingPage(store.long, filter, { after, limit })
      return { rows: bookings, stoppedAt }
    },
    show,
  })
}
