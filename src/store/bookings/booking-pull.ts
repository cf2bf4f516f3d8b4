import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../../domain/bookings/booking.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import { preparedShapes } from '../engine/prepared.ts'
import { isNoDroppedHold } from './acks.ts'
import { bookingColumns, fromRow } from './booking-row.ts'

/** Bookings of a range that are read in one turn of the event loop. */
const SLICE = 2_000
/** Sorts behind every code. */
const LAST_CODE = '~'

/** A part of a range: the bookings after one place, up to another. */
type Slice = { after?: PullPlace | undefined; until?: PullPlace | undefined }

/** Slices that one page by `since` reads. */
const SLICES_MAX = ROWS_SEARCHED_MAX / SLICE

/**
 * The date of a booking that must lie in the range. `stay`: any night of it; `since`: the time of its last update, in a
 * range that begins at an instant and has no end (contract §2).
 */
type DateField = 'checkin' | 'checkout' | 'stay' | 'created' | 'updated' | 'since'

/** The bookings that a partner's pull asks for. */
export type PartnerFilter = {
  hotelId: number
  dateField: DateField
  from: CalendarDate
  to: CalendarDate
  /** The instants at which the range begins and ends in the hotel's time zone; for `created`, `updated` and `since`. */
  fromMs: number
  untilMs: number
  status: BookingStatus[]
  isUnackedOnly: boolean
  /** The id that the partner's own system gave to the booking; undefined: any. */
  externalId?: string | undefined
}

/** The place of a booking in a pull: its date or instant, and its id or code among bookings of one date. */
export type PullPlace = { key: string | number; tie: string | number }

/**
 * The column that orders a pull; the id decides between equals. For `since` the code does, which partners can see. The
 * check-in orders stays.
 */
const KEYS = {
  checkin: 'checkin',
  checkout: 'checkout',
  stay: 'checkin',
  created: 'createdAtMs',
  updated: 'updatedAtMs',
  since: 'updatedAtMs',
} as const
const tieOf = (dateField: DateField) => (dateField === 'since' ? 'code' : 'id')

/** The place of a booking in a pull by a date. */
export const pullPlace = (dateField: DateField, booking: Booking): PullPlace => ({
  key: booking[KEYS[dateField]],
  tie: booking[tieOf(dateField)],
})

/**
 * The bookings that a partner pulls: a hotel's bookings in a range of dates, cancelled ones too, in the order of that
 * date. Holds that were cancelled before they were confirmed are left out. An index is read slice by slice.
 *
 * @returns `stoppedAt` if the page has read as many bookings as it may; the next page begins after that place
 */
export async function listPartnerBookings(
  handle: Handle,
  filter: PartnerFilter,
  page: { after?: PullPlace | undefined; limit: number },
): Promise<{ bookings: Booking[]; stoppedAt?: PullPlace }> {
  const bookings: Booking[] = []
  let { after } = page
  for (let slices = 1; ; slices++) {
    const until = await findSliceEnd(handle, filter, after)
    const limit = page.limit - bookings.length
    bookings.push(...(await listSlice(handle, filter, { after, until, limit })))
    if (!until || bookings.length === page.limit) return { bookings }
    if (filter.dateField === 'since' && slices === SLICES_MAX) return { bookings, stoppedAt: until }
    after = until
    await nextTurn()
  }
}

/** The last place of the next slice of a range; undefined if less than a slice is left. */
async function findSliceEnd(
  handle: Handle,
  filter: PartnerFilter,
  after: PullPlace | undefined,
): Promise<PullPlace | undefined> {
  const isSince = filter.dateField === 'since'
  // A slice by `since` ends with an instant, because this query reads the index alone and codes are not in it.
  const begun: [PartnerFilter, Slice] =
    isSince && after ? [{ ...filter, fromMs: instantAfter(after) }, {}] : [filter, { after }]
  const [end] = await selectSliceEnd(handle, shapeOf(...begun)).execute(valuesOf(...begun))
  return isSince && end ? { key: end.key, tie: LAST_CODE } : end
}

const instantAfter = ({ key, tie }: PullPlace) => Number(key) + (tie === LAST_CODE ? 1 : 0)

/** The bookings of one slice that the pull asks for. */
async function listSlice(
  handle: Handle,
  filter: PartnerFilter,
  { limit, ...slice }: Slice & { limit: number },
): Promise<Booking[]> {
  const select = selectSlice(handle, shapeOf(filter, slice))
  const rows = await select.execute({ ...valuesOf(filter, slice), limit })
  return rows.map(fromRow)
}

/** All that the text of a statement depends on. */
type Shape = {
  dateField: DateField
  isAfter: boolean
  isUntil: boolean
  statuses: number
  isById: boolean
  isUnackedOnly: boolean
}

const shapeOf = (
  { dateField, status, externalId, isUnackedOnly }: PartnerFilter,
  { after, until }: Slice,
): Shape => ({
  dateField,
  isAfter: after !== undefined,
  isUntil: until !== undefined,
  statuses: status.length,
  isById: externalId !== undefined,
  isUnackedOnly,
})

/** The values of all placeholders below. */
function valuesOf(filter: PartnerFilter, { after, until }: Slice): Record<string, unknown> {
  const { hotelId, externalId, dateField, from, to, fromMs, untilMs, status } = filter
  const isInstant = INSTANTS.includes(dateField)
  // A stay has at most 90 nights, which bounds how far back the index is read.
  const first = dateField === 'stay' ? addDays(from, -NIGHTS_MAX) : from
  const values: Record<string, unknown> = {
    ...{ hotelId, externalId, from },
    ...(isInstant ? { first: fromMs, last: untilMs } : { first, last: to }),
    ...{ afterKey: after?.key, afterTie: after?.tie, untilKey: until?.key, untilTie: until?.tie },
  }
  for (const [index, each] of status.entries()) values[`status${index}`] = each
  return values
}

const INSTANTS: readonly DateField[] = ['created', 'updated', 'since']
const { placeholder } = sql

const selectSliceEnd = preparedShapes((handle, shape: Shape) => {
  const { booking } = handle.t
  const key = booking[KEYS[shape.dateField]]
  return handle.db
    .select({ key, tie: booking.id })
    .from(booking)
    .where(and(isOf(handle, shape), inRange(handle, shape)))
    .orderBy(asc(key), asc(booking.id))
    .limit(1)
    .offset(SLICE - 1)
    .prepare()
})

// Building the statement of some sixty columns takes as long as running it for a page of twenty bookings.
const selectSlice = preparedShapes((handle, shape: Shape) => {
  const { booking } = handle.t
  const { dateField, isUnackedOnly } = shape
  const statuses = Array.from({ length: shape.statuses }, (_, at) => placeholder(`status${at}`))
  return handle.db
    .select(bookingColumns(booking))
    .from(booking)
    .where(
      and(
        isOf(handle, shape),
        inRange(handle, shape),
        dateField === 'stay' ? gt(booking.checkout, placeholder('from')) : undefined,
        statuses.length > 0 ? inArray(booking.status, statuses) : undefined,
        // A system that asks by its own id gets dropped holds too, because it acknowledged them.
        shape.isById ? undefined : isNoDroppedHold(handle.t),
        isUnackedOnly
          ? or(isNull(booking.ackedRevision), lt(booking.ackedRevision, booking.revision))
          : undefined,
      ),
    )
    .orderBy(asc(booking[KEYS[dateField]]), asc(booking[tieOf(dateField)]))
    .limit(placeholder('limit'))
    .prepare()
})

const isOf = ({ t: { booking } }: Handle, { isById }: Shape) =>
  and(
    eq(booking.hotelId, placeholder('hotelId')),
    isById ? eq(booking.externalId, placeholder('externalId')) : undefined,
  )

/** The condition for the part of a range between two places, the second included. */
function inRange({ t, dialect }: Handle, shape: Shape): SQL | undefined {
  const { booking } = t
  const { dateField, isAfter, isUntil } = shape
  const column = booking[KEYS[dateField]]
  // The index on the partner's ids finds few rows. SQLite would prefer the index on dates, which holds every booking.
  const key = shape.isById ? dialect.unindexed(column) : sql`${column}`
  const tie = booking[tieOf(dateField)]
  const last = placeholder('last')
  return and(
    isAfter
      ? sql`(${key}, ${tie}) > (${placeholder('afterKey')}, ${placeholder('afterTie')})`
      : gte(key, placeholder('first')),
    isUntil
      ? sql`(${key}, ${tie}) <= (${placeholder('untilKey')}, ${placeholder('untilTie')})`
      : INSTANTS.includes(dateField)
        ? lt(key, last)
        : lte(key, last),
  )
}
