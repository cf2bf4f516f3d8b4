import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { BOOKING_STATUSES, type Booking } from '../../domain/bookings/booking.ts'
import { isFoundBy, searchWords } from '../../domain/bookings/booking-words.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { foldText, ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import type { Handle } from '../engine/engine.ts'
import { chunks, nextTurn } from '../engine/pace.ts'
import { CANDIDATES_MAX, gather, listCandidates, listOfRoom } from './booking-candidates.ts'
import {
  type BookingFilter,
  type BookingPlace,
  comesAfter,
  conditionsOf,
} from './booking-filter.ts'
import { wordedColumns } from './booking-words.ts'
import { fromRow } from './bookings.ts'

/** What a hotel's list may be sorted by; `-` before it: downwards. */
export const BOOKING_SORTS = ['created', 'checkin', 'checkout', 'guest', 'total', 'status'] as const
export type BookingSort = { by: (typeof BOOKING_SORTS)[number]; isDown: boolean }

/** Where a booking stands in a sorted list: what it is sorted by, and among those of one its id. */
export type SortedPlace = { key: string | number; id: number }
/** A booking in its place. */
export type SortedRow = SortedPlace & { booking: Booking }

/** Bookings that are looked at in one turn of the event loop. */
const SLICE = 500
/** Sorts that an index is in the order of, and by which column. */
const INDEXED = { created: 'createdAtMs', checkin: 'checkin', checkout: 'checkout' } as const

type Page = { after: SortedPlace | undefined; limit: number }

/**
 * A hotel's bookings in an order of their own. By the days of making, check-in and check-out an index is read as far as a
 * page needs; by guest, total and state, and where words or another date narrow the list, what is meant is sorted by
 * itself, which is not done of more than 20,000.
 *
 * @returns `stoppedAt` when it has looked through as much as one page may
 * @throws AppError `validation_failed` when there are too many to sort
 */
export async function listSortedPage(
  handle: Handle,
  filter: BookingFilter & { hotelId: number },
  sort: BookingSort,
  page: Page,
): Promise<{ rows: SortedRow[]; stoppedAt?: SortedPlace }> {
  const { by } = sort
  const isInOrder =
    by in INDEXED &&
    filter.q === undefined &&
    filter.unackedOn === undefined &&
    !filter.unproven &&
    (isUndated(filter) || filter.dates?.field === by)
  const { places, stoppedAt } = isInOrder
    ? await readInOrder(handle, filter, { ...sort, by: by as keyof typeof INDEXED }, page)
    : await sortAll(handle, filter, sort, page)
  const { t, db } = handle
  if (places.length === 0) return { rows: [], ...(stoppedAt && { stoppedAt }) }
  const ids = places.map(({ id }) => id)
  const found = await db.select().from(t.booking).where(inArray(t.booking.id, ids))
  const byId = new Map(found.map((row) => [row.id, fromRow(row)]))
  const rows = places.flatMap((place) => {
    const booking = byId.get(place.id)
    return booking ? { ...place, booking } : []
  })
  return { rows, ...(stoppedAt && { stoppedAt }) }
}

const isUndated = ({ dates }: BookingFilter) => !dates?.from && !dates?.to

/** Reads along an index, slice by slice, until there is a page. */
async function readInOrder(
  { t, db }: Handle,
  filter: BookingFilter & { hotelId: number },
  { by, isDown }: { by: keyof typeof INDEXED; isDown: boolean },
  { after: first, limit }: Page,
) {
  const { id, hotelId } = t.booking
  const key = t.booking[INDEXED[by]]
  const isMeant = meant(conditionsOf(t, filter).rest)
  const { from, to } = filter.dates ?? {}
  const places: SortedPlace[] = []
  let after = first
  for (let looked = 0; looked < ROWS_SEARCHED_MAX; looked += SLICE) {
    const isAfter =
      after && sql`(${key}, ${id}) ${isDown ? sql`<` : sql`>`} (${after.key}, ${after.id})`
    const bounds = and(from && gte(key, from), to && lte(key, to))
    const rows = await db
      .select({ key, id, isMeant })
      .from(t.booking)
      .where(and(eq(hotelId, filter.hotelId), bounds, isAfter))
      .orderBy(...(isDown ? [desc(key), desc(id)] : [asc(key), asc(id)]))
      .limit(SLICE)
    for (const { key, id, isMeant } of rows) {
      if (isMeant) places.push({ key, id })
      if (places.length === limit) return { places }
    }
    if (rows.length < SLICE) return { places }
    after = rows.at(-1)!
    await nextTurn()
  }
  return { places, stoppedAt: after! }
}

/** Sorts all that a filter means. @throws AppError `validation_failed` of too many */
async function sortAll(
  handle: Handle,
  filter: BookingFilter & { hotelId: number },
  { by, isDown }: BookingSort,
  { after, limit }: Page,
): Promise<{ places: SortedPlace[]; stoppedAt?: undefined }> {
  const { t } = handle
  const words = filter.q === undefined ? [] : searchWords(filter.q)
  if (words.length === 0 && filter.q !== undefined) return { places: [] }
  const inRoom = await listOfRoom(handle, filter)
  const found = new Set(inRoom.map(({ id }) => id))
  const { scope, rest } = conditionsOf(t, filter)
  const candidates =
    (await listCandidates(handle, filter, words, inRoom)) ??
    (await gather<BookingPlace>((after, limit) => listPlaces(handle, scope, { after, limit })))
  if (!candidates) throw tooMany()
  const isMeant = meant(and(scope, rest))
  const places: SortedPlace[] = []
  for (const part of chunks(candidates, SLICE)) {
    const ids = part.map(({ id }) => id)
    for (const row of await readKeys(handle, ids, isMeant))
      if (row.isMeant && (words.length === 0 || found.has(row.id) || isFoundBy(row, words)))
        places.push({ id: row.id, key: KEYS[by](row) })
    await nextTurn()
  }
  const sign = isDown ? -1 : 1
  const compare = (a: SortedPlace, b: SortedPlace) =>
    sign * ((a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.id - b.id)
  places.sort(compare)
  const left = after ? places.filter((place) => compare(after, place) < 0) : places
  return { places: left.slice(0, limit) }
}

/** What each booking is asked beside where it stands; not as a condition, which could choose another index. */
const meant = (rest: SQL | undefined) =>
  sql`case when ${rest ?? sql`true`} then 1 else 0 end`.mapWith(Boolean)

/** Places of a hotel's bookings, newest first. */
async function listPlaces(
  { t, db }: Handle,
  scope: SQL | undefined,
  { after, limit }: { after: BookingPlace | undefined; limit: number },
): Promise<BookingPlace[]> {
  const { id, createdAtMs } = t.booking
  return await db
    .select({ id, createdAtMs })
    .from(t.booking)
    .where(and(scope, comesAfter(t, after)))
    .orderBy(desc(createdAtMs), desc(id))
    .limit(limit)
}

type Keyed = Awaited<ReturnType<typeof readKeys>>[number]

/** What some bookings are found and sorted by. */
async function readKeys({ t, db }: Handle, ids: number[], isMeant: ReturnType<typeof meant>) {
  const { status, totalPriceCents, checkin, checkout } = t.booking
  const keys = { status, totalPriceCents, checkin, checkout, isMeant }
  return await db
    .select({ ...wordedColumns(t.booking), ...keys })
    .from(t.booking)
    .where(inArray(t.booking.id, ids))
}

const KEYS: Record<BookingSort['by'], (row: Keyed) => string | number> = {
  created: ({ createdAtMs }) => createdAtMs,
  checkin: ({ checkin }) => checkin,
  checkout: ({ checkout }) => checkout,
  guest: ({ guest }) => foldText(`${guest.lastName} ${guest.firstName}`),
  total: ({ totalPriceCents }) => totalPriceCents,
  status: ({ status }) => BOOKING_STATUSES.indexOf(status),
}

const tooMany = () =>
  refused(
    '?sort',
    'too_many',
    `More than ${CANDIDATES_MAX} bookings are not sorted so: name dates, or sort by a date.`,
    { max: CANDIDATES_MAX },
  )
