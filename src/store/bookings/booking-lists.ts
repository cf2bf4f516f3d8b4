import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../../domain/booking.ts'
import { addDays, type CalendarDate } from '../../domain/date.ts'
import { NIGHTS_MAX } from '../../domain/limits.ts'
import type { Handle } from '../engine.ts'
import { nextTurn } from '../pace.ts'
import { fromRow } from './bookings.ts'
import { isNoDroppedHold } from './unacked.ts'

/** Bookings of a range that are looked at in one turn of the event loop. */
const SLICE = 2_000

/** A part of a range: after a place, and up to another. */
type Slice = { after?: PullPlace | undefined; until?: PullPlace | undefined }

/** Which date of a booking a range is about; `stay`: a night of it lies in the range (contract §2). */
type DateField = 'checkin' | 'checkout' | 'stay' | 'created' | 'updated'

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
}

/** Where a page of a pull begins: after the booking with this date or instant and id. */
export type PullPlace = { key: string | number; id: number }

/** What a range is about is what its list is ordered by, then by id. A stay is found by its check-in. */
const KEYS = {
  checkin: 'checkin',
  checkout: 'checkout',
  stay: 'checkin',
  created: 'createdAtMs',
  updated: 'updatedAtMs',
} as const

/** Where a booking stands in a pull by a date. */
export const pullPlace = (dateField: DateField, booking: Booking): PullPlace => ({
  key: booking[KEYS[dateField]],
  id: booking.id,
})

/**
 * A hotel's bookings in a range of dates, cancelled ones too, in the order of that date. A hold that was cancelled
 * before it was confirmed is none of them. Reads along an index, slice by slice.
 */
export async function listPartnerBookings(
  handle: Handle,
  filter: PartnerFilter,
  page: { after?: PullPlace | undefined; limit: number },
): Promise<Booking[]> {
  const found: Booking[] = []
  for (let { after } = page; ; ) {
    const until = await findSliceEnd(handle, filter, after)
    const limit = page.limit - found.length
    found.push(...(await listSlice(handle, filter, { after, until, limit })))
    if (!until || found.length === page.limit) return found
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
  const key = booking[KEYS[filter.dateField]]
  const [end] = await handle.db
    .select({ key, id: booking.id })
    .from(booking)
    .where(and(eq(booking.hotelId, filter.hotelId), inRange(handle, filter, { after })))
    .orderBy(asc(key), asc(booking.id))
    .limit(1)
    .offset(SLICE - 1)
  return end
}

/** What a range means of one slice of it. */
async function listSlice(
  handle: Handle,
  filter: PartnerFilter,
  { limit, ...slice }: Slice & { limit: number },
): Promise<Booking[]> {
  const { booking } = handle.t
  const { hotelId, dateField, from, status, isUnackedOnly } = filter
  const key = booking[KEYS[dateField]]
  const rows = await handle.db
    .select()
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        inRange(handle, filter, slice),
        dateField === 'stay' ? gt(booking.checkout, from) : undefined,
        status.length > 0 ? inArray(booking.status, status) : undefined,
        isNoDroppedHold(handle.t),
        isUnackedOnly
          ? or(isNull(booking.ackedRevision), lt(booking.ackedRevision, booking.revision))
          : undefined,
      ),
    )
    .orderBy(asc(key), asc(booking.id))
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

/** The part of a range between two places, the second included. */
function inRange({ t }: Handle, filter: PartnerFilter, { after, until }: Slice): SQL | undefined {
  const { booking } = t
  const { dateField, from, to, fromMs, untilMs } = filter
  const key = booking[KEYS[dateField]]
  const isInstant = dateField === 'created' || dateField === 'updated'
  // A stay has at most 90 nights, which bounds how far back the index is read.
  const first = isInstant ? fromMs : dateField === 'stay' ? addDays(from, -NIGHTS_MAX) : from
  return and(
    after ? sql`(${key}, ${booking.id}) > (${after.key}, ${after.id})` : gte(key, first),
    until
      ? sql`(${key}, ${booking.id}) <= (${until.key}, ${until.id})`
      : isInstant
        ? lt(key, untilMs)
        : lte(key, to),
  )
}
