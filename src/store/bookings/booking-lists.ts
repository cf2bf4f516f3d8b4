import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../../domain/bookings/booking.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/pace.ts'
import { fromRow } from './bookings.ts'
import { isNoDroppedHold } from './unacked.ts'

/** Bookings of a range that are looked at in one turn of the event loop. */
const SLICE = 2_000
/** Behind every code. */
const LAST_CODE = '~'

/** A part of a range: after a place, and up to another. */
type Slice = { after?: PullPlace | undefined; until?: PullPlace | undefined }

/** Slices that one page of what was updated since an instant looks through. */
const SLICES_MAX = ROWS_SEARCHED_MAX / SLICE

/**
 * Which date of a booking a range is about; `stay`: a night of it lies in the range; `since`: when it was updated, from
 * an instant on without end (contract §2).
 */
type DateField = 'checkin' | 'checkout' | 'stay' | 'created' | 'updated' | 'since'

/** What a partner's pull asks for. */
export type PartnerFilter = {
  hotelId: number
  dateField: DateField
  from: CalendarDate
  to: CalendarDate
  /** The instants at which the range begins and has ended in the hotel's time zone; for `created` and `updated`. */
  fromMs: number
  untilMs: number
  status: BookingStatus[]
  isUnackedOnly: boolean
  /** What a partner's own system calls them; undefined: whatever. */
  externalId?: string | undefined
}

/** Where a page of a pull begins: after the booking with this date or instant and, among those of one, this id or code. */
export type PullPlace = { key: string | number; tie: string | number }

/**
 * What a range is about is what its list is ordered by, then by id; `since` by code, which its readers can see. A stay
 * is found by its check-in.
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

/** Where a booking stands in a pull by a date. */
export const pullPlace = (dateField: DateField, booking: Booking): PullPlace => ({
  key: booking[KEYS[dateField]],
  tie: booking[tieOf(dateField)],
})

/**
 * A hotel's bookings in a range of dates, cancelled ones too, in the order of that date. A hold that was cancelled
 * before it was confirmed is none of them. Reads along an index, slice by slice.
 *
 * @returns `stoppedAt` when it has looked through as much as one page may: what comes after that place is for the next
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

/** The last place of the next slice of a range; undefined when there is less than a slice. */
async function findSliceEnd(
  handle: Handle,
  filter: PartnerFilter,
  after: PullPlace | undefined,
): Promise<PullPlace | undefined> {
  const { booking } = handle.t
  const isSince = filter.dateField === 'since'
  const key = booking[KEYS[filter.dateField]]
  // Of `since` a slice ends with an instant: codes are not in the index, which alone is read here.
  const range =
    isSince && after
      ? inRange(handle, { ...filter, fromMs: instantAfter(after) }, {})
      : inRange(handle, filter, { after })
  const [end] = await handle.db
    .select({ key, tie: booking.id })
    .from(booking)
    .where(and(isOf(handle, filter), range))
    .orderBy(asc(key), asc(booking.id))
    .limit(1)
    .offset(SLICE - 1)
  return isSince && end ? { key: end.key, tie: LAST_CODE } : end
}

const instantAfter = ({ key, tie }: PullPlace) => Number(key) + (tie === LAST_CODE ? 1 : 0)

/** What a range means of one slice of it. */
async function listSlice(
  handle: Handle,
  filter: PartnerFilter,
  { limit, ...slice }: Slice & { limit: number },
): Promise<Booking[]> {
  const { booking } = handle.t
  const { dateField, from, status, isUnackedOnly } = filter
  const key = booking[KEYS[dateField]]
  const rows = await handle.db
    .select()
    .from(booking)
    .where(
      and(
        isOf(handle, filter),
        inRange(handle, filter, slice),
        dateField === 'stay' ? gt(booking.checkout, from) : undefined,
        status.length > 0 ? inArray(booking.status, status) : undefined,
        // By its own id a system finds what it has acknowledged, holds too.
        filter.externalId === undefined ? isNoDroppedHold(handle.t) : undefined,
        isUnackedOnly
          ? or(isNull(booking.ackedRevision), lt(booking.ackedRevision, booking.revision))
          : undefined,
      ),
    )
    .orderBy(asc(key), asc(booking[tieOf(dateField)]))
    .limit(limit)
  return rows.map(fromRow)
}

/** Codes of holds that have run out, at most so many. */
export async function listExpiredHolds({ t, db }: Handle, nowMs: number, limit: number) {
  const { booking } = t
  const rows = await db
    .select({ code: booking.code })
    .from(booking)
    .where(and(eq(booking.status, 'pending'), lte(booking.holdExpiresAtMs, nowMs)))
    .limit(limit)
  return rows.map(({ code }) => code)
}

/** Confirmed bookings whose check-out day is this one or earlier, by it, with what tells when it is over. */
export async function listDueCheckouts(
  { t, db }: Handle,
  until: CalendarDate,
  { after, limit }: { after?: { checkout: CalendarDate; id: number } | undefined; limit: number },
) {
  const { booking, hotel } = t
  const { id, checkout } = booking
  return await db
    .select({
      ...{ id, code: booking.code, checkout },
      checkoutTime: hotel.checkoutTime,
      timezone: hotel.timezone,
    })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, booking.hotelId))
    .where(
      and(
        sql`${booking.status} = 'confirmed'`,
        lte(checkout, until),
        // The first term alone bounds the index.
        after && gte(checkout, after.checkout),
        after && or(gt(checkout, after.checkout), gt(id, after.id)),
      ),
    )
    .orderBy(asc(checkout), asc(id))
    .limit(limit)
}

const isOf = ({ t: { booking } }: Handle, { hotelId, externalId }: PartnerFilter) =>
  and(
    eq(booking.hotelId, hotelId),
    externalId === undefined ? undefined : eq(booking.externalId, externalId),
  )

/** The part of a range between two places, the second included. */
function inRange(
  { t, dialect }: Handle,
  filter: PartnerFilter,
  { after, until }: Slice,
): SQL | undefined {
  const { booking } = t
  const { dateField, from, to, fromMs, untilMs } = filter
  const column = booking[KEYS[dateField]]
  // The index of its own ids has few of one; by dates SQLite would take another, with all that the hotel sold.
  const key = filter.externalId === undefined ? sql`${column}` : dialect.unindexed(column)
  const tie = booking[tieOf(dateField)]
  const isInstant = ['created', 'updated', 'since'].includes(dateField)
  // A stay has at most 90 nights, which bounds how far back the index is read.
  const first = isInstant ? fromMs : dateField === 'stay' ? addDays(from, -NIGHTS_MAX) : from
  return and(
    after ? sql`(${key}, ${tie}) > (${after.key}, ${after.tie})` : gte(key, first),
    until
      ? sql`(${key}, ${tie}) <= (${until.key}, ${until.tie})`
      : isInstant
        ? lt(key, untilMs)
        : lte(key, to),
  )
}
