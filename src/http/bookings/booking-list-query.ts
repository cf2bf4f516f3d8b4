import { type Static, type TObject, Type } from 'typebox'
import { BOOKING_STATUSES, type Booking, SOURCE_TYPES } from '../../domain/bookings/booking.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { findAgencyByCode } from '../../store/agencies/agencies.ts'
import type { BookingFilter, BookingPlace } from '../../store/bookings/booking-filter.ts'
import {
  BOOKING_SORTS,
  type BookingSort,
  listBookingPage,
  listSortedPage,
  type SortedPlace,
  type SortedRow,
} from '../../store/bookings/booking-pages.ts'
import type { Context } from '../api/context.ts'
import { type PageQuery, page, pageParameters } from '../api/paging.ts'
import { oneOf, SearchParameter } from '../api/query.ts'
import { rangeParameters, readRange } from '../api/range.ts'

/** Sort key of a booking in a list that is newest first; see `page`. */
export const NEWEST_FIRST: BookingPlace = { createdAtMs: 0, id: 0 }

/** Describes `bookingListQuery`. */
export const BOOKING_LIST =
  'Filters by status (may be repeated) and by a range of check-in dates, check-out dates or (`stay`) nights. `q` matches the beginnings of words, in any order, in the guest’s name, e-mail address and telephone number, in the code and in that of its group, ignoring case and accents: `sahin` finds Şahin.'

/** The sorts of a list; with `-` descending. */
export const SORTS = BOOKING_SORTS.flatMap((by) => [by, `-${by}` as const])

/** Query parameters of the staff's booking lists. */
export const bookingListQuery = {
  ...pageParameters(),
  status: Type.Optional(Type.Array(oneOf(...BOOKING_STATUSES))),
  dateField: { ...oneOf('checkin', 'checkout', 'stay'), default: 'checkin' },
  ...rangeParameters,
  q: SearchParameter,
}

/** The code of an agency, as a filter. */
export const AgencyParameter = Type.Optional(Type.String())

/** The way in which a booking was made (`source.type`), as a filter. */
export const SourceParameter = Type.Optional(oneOf(...SOURCE_TYPES))

/** Returns the id of the agency to which a list is narrowed, undefined without one. @throws AppError `validation_failed` */
export async function agencyIdOf(
  { store }: Context,
  code: string | undefined,
): Promise<number | undefined> {
  if (code === undefined) return undefined
  const found = await findAgencyByCode(store, code)
  if (!found) throw refused('?agency', 'unknown_agency', 'No agency has this code.')
  return found.id
}

/** Reads the filter of a booking list. @throws AppError `validation_failed` */
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

/** Reads a sort order: `-checkin` is by check-in, descending. */
export const readSort = (sort: string): BookingSort => ({
  by: sort.replace('-', '') as BookingSort['by'],
  isDown: sort.startsWith('-'),
})

/** Returns a page of bookings in the given order; `name` as in `pageOfBookings`. @throws AppError `validation_failed` with `too_many` */
export async function sortedPage<Item>(
  { store }: Context,
  query: PageQuery,
  list: {
    name: string
    filter: BookingFilter
    sort: BookingSort
    show: (booking: Booking) => Promise<Item>
  },
) {
  const { name, filter, sort, show } = list
  const isText = !['created', 'total', 'status'].includes(sort.by)
  return await page<SortedRow, SortedPlace, Item>(query, {
    of: [name, filter, sort],
    by: { key: isText ? '' : 0, id: 0 },
    rows: (after, limit) => listSortedPage(store.long, filter, sort, { after, limit }),
    show: ({ booking }) => show(booking),
  })
}

/** Returns a page of bookings for staff, newest first; `name` is the name of the list. */
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
