import { and, asc, desc, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { BOOKING_STATUSES, type Booking } from '../../domain/bookings/booking.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { foldText } from '../../domain/kernel/search-text.ts'
import type { Handle } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'
import {
  type BookingFilter,
  type BookingPlace,
  comesAfter,
  conditionsOf,
  isOfOwner,
  meetsColumn,
} from './booking-filter.ts'
import { bookingColumns, fromRow } from './booking-row.ts'
import { isHit, listOfScope, prepareSearch } from './booking-words.ts'
import { listBookingsAt, listNewestOf } from './bookings.ts'
import { CANDIDATES_MAX } from './candidates.ts'
import {
  collect,
  findNewest,
  type Hits,
  type PageOf,
  readByIds,
  SLICE,
  type Stop,
} from './newest-bookings.ts'
import { wordColumns } from './word-index.ts'

/** The sorts of a hotel's list, and an agency's; the wire writes `-` before one that goes downwards. */
export const BOOKING_SORTS = ['created', 'checkin', 'checkout', 'guest', 'total', 'status'] as const
export type BookingSort = { by: (typeof BOOKING_SORTS)[number]; isDown: boolean }

/** The place of a booking in a sorted list: the value it is sorted by, and its id among bookings of one value. */
export type SortedPlace = { key: string | number; id: number }
export type SortedRow = SortedPlace & { booking: Booking }

type IndexedColumn = 'createdAtMs' | 'checkin' | 'checkout'
/** The columns of the sorts that an index has the order of. */
const COLUMNS: { [By in BookingSort['by']]?: IndexedColumn } = {
  created: 'createdAtMs',
  checkin: 'checkin',
  checkout: 'checkout',
}

/**
 * Bookings newest first, which is the order of the indexes by hotel, agency, account and status. Other conditions of
 * the filter are looked up in an index if one finds few bookings; otherwise the page reads the list slice by slice.
 */
export async function listBookingPage(
  handle: Handle,
  filter: BookingFilter,
  page: PageOf<BookingPlace>,
): Promise<Stop<BookingPlace> & { bookings: Booking[] }> {
  const { t, db } = handle
  const { scope, rest } = conditionsOf(t, filter)
  if (filter.q === undefined && rest === undefined) {
    const { hotelId, agencyId, userId, status = [] } = filter
    const isOfHotel = hotelId !== undefined && agencyId === undefined && userId === undefined
    if (isOfHotel && status.length === 0 && !page.after)
      return { bookings: await listNewestOf(handle, hotelId, page.limit) }
    const rows = await db
      .select(bookingColumns(t.booking))
      .from(t.booking)
      .where(and(scope, comesAfter(t, page.after)))
      .orderBy(desc(t.booking.createdAtMs), desc(t.booking.id))
      .limit(page.limit)
    return { bookings: rows.map(fromRow) }
  }
  const search = await prepareSearch(handle, filter)
  if (!search) return { bookings: [] }
  const { places, stoppedAt } = await findNewest(handle, { ...search, ...page })
  const rows = await listBookingsAt(handle, places)
  return { bookings: rows.map(({ booking }) => booking), stoppedAt }
}

/**
 * The bookings of a hotel or an agency in the order of a sort. An index on the day of making, check-in or check-out is read as far as the
 * page needs. Any other order, or a filter by words or another date, sorts all that the filter means, 20,000 at most.
 *
 * @throws AppError `validation_failed` when there are too many to sort
 */
export async function listSortedPage(
  handle: Handle,
  filter: BookingFilter,
  sort: BookingSort,
  page: PageOf<SortedPlace>,
): Promise<Stop<SortedPlace> & { rows: SortedRow[] }> {
  const { q, dates, unackedOn, unproven } = filter
  const isUnsearched = q === undefined && unackedOn === undefined && !unproven
  const isUndated = !dates?.from && !dates?.to
  const column = COLUMNS[sort.by]
  const { places, stoppedAt }: Hits<SortedPlace> =
    column && isUnsearched && (isUndated || dates?.field === sort.by)
      ? await readInOrder(handle, filter, { column, isDown: sort.isDown }, page)
      : { places: await sortAll(handle, filter, sort, page) }
  return { rows: await listBookingsAt(handle, places), stoppedAt }
}

/** Reads along the index that has the order of a sort. */
function readInOrder(
  { t, db }: Handle,
  filter: BookingFilter,
  { column, isDown }: { column: IndexedColumn; isDown: boolean },
  { after: first, limit }: PageOf<SortedPlace>,
): Promise<Hits<SortedPlace>> {
  const { id } = t.booking
  const key = t.booking[column]
  const { scope, rest } = conditionsOf(t, filter)
  // The index has the order of one owner: the hotel where both are named.
  const isMeant = meetsColumn(and(scope, rest))
  const { from, to } = filter.dates ?? {}
  const bounds = and(from && gte(key, from), to && lte(key, to))
  const read = (after = first) =>
    db
      .select({ key, id, isMeant })
      .from(t.booking)
      .where(
        and(
          isOfOwner(t.booking, filter),
          bounds,
          after && sql`(${key}, ${id}) ${isDown ? sql`<` : sql`>`} (${after.key}, ${after.id})`,
        ),
      )
      .orderBy(...(isDown ? [desc(key), desc(id)] : [asc(key), asc(id)]))
      .limit(SLICE)
  return collect(readSlices<SortedPlace & { isMeant: boolean }>(read, SLICE), {
    isHit: ({ isMeant }) => isMeant,
    placeOf: ({ key, id }) => ({ key, id }),
    limit,
  })
}

/** Sorts all that a filter means. @throws AppError `validation_failed` when they are too many */
async function sortAll(
  handle: Handle,
  filter: BookingFilter,
  { by, isDown }: BookingSort,
  { after, limit }: PageOf<SortedPlace>,
): Promise<SortedPlace[]> {
  const search = await prepareSearch(handle, filter)
  if (!search) return []
  const { scope, rest } = search
  const candidates = (await search.listCandidates()) ?? (await listOfScope(handle, scope))
  if (!candidates) {
    const detail = `More than ${CANDIDATES_MAX} bookings are not sorted so: name dates, or sort by a date.`
    throw refused('?sort', 'too_many', detail, { max: CANDIDATES_MAX })
  }
  const slices = readByIds(candidates, (ids) =>
    readKeys(handle, inArray(handle.t.booking.id, ids), and(scope, rest)),
  )
  const { places } = await collect(slices, {
    isHit: (row) => isHit(row, search),
    placeOf: (row) => ({ id: row.id, key: KEYS[by](row) }),
    limit: Number.POSITIVE_INFINITY,
  })
  const sign = isDown ? -1 : 1
  const compare = (a: SortedPlace, b: SortedPlace) =>
    sign * ((a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.id - b.id)
  places.sort(compare)
  const left = after ? places.filter((place) => compare(after, place) < 0) : places
  return left.slice(0, limit)
}

type KeyRow = Awaited<ReturnType<typeof readKeys>>[number]

/** Bookings with their words and all that they may be sorted by. */
async function readKeys({ t, db }: Handle, where: SQL, rest: SQL | undefined) {
  const { status, totalPriceCents, checkin, checkout } = t.booking
  const keys = { status, totalPriceCents, checkin, checkout, isMeant: meetsColumn(rest) }
  return await db
    .select({ ...wordColumns(t.booking), ...keys })
    .from(t.booking)
    .where(where)
}

const KEYS: Record<BookingSort['by'], (row: KeyRow) => string | number> = {
  created: ({ createdAtMs }) => createdAtMs,
  checkin: ({ checkin }) => checkin,
  checkout: ({ checkout }) => checkout,
  guest: ({ guest }) => foldText(`${guest.lastName} ${guest.firstName}`),
  total: ({ totalPriceCents }) => totalPriceCents,
  status: ({ status }) => BOOKING_STATUSES.indexOf(status),
}
