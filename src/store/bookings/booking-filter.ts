import { and, type Column, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BookingStatus, SourceType } from '../../domain/bookings/booking.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle } from '../engine/engine.ts'
import { hasValue } from '../engine/rows.ts'
import { isInHotelList } from '../tables/booking-indexes.ts'
import { isUnackedStay } from './acks.ts'

/** The filter of a list of bookings: their owner (all bookings without one) and conditions on each. */
export type BookingFilter = {
  hotelId?: number | undefined
  /** null: bookings that no agency made. */
  agencyId?: number | null | undefined
  /** The account that made the booking. */
  userId?: string | undefined
  /** Only bookings that were made there. */
  source?: SourceType | undefined
  /** Any of these; an empty list stands for every status. */
  status?: BookingStatus[] | undefined
  /** Check-in, check-out or (`stay`) a night in a range of dates, both ends included. */
  dates?: {
    field: 'checkin' | 'checkout' | 'stay'
    from?: CalendarDate | undefined
    to?: CalendarDate | undefined
  }
  /** Only stays that last until this day or longer and whose newest revision the partner has not acknowledged. */
  unackedOn?: CalendarDate | undefined
  /** Only bookings of the hotel that are not proven (`contract-access`, *What strangers may take*). */
  unproven?: boolean
  /** Beginnings of words of the code, the group's code, or of the guest's name, e-mail or telephone number, in any order. */
  q?: string | undefined
  /** `q` finds the beginning of a room number, too; only the hotel's desk asks for that. */
  byRoom?: boolean
}

/** The place of a booking in a list that is newest first; a page begins after one. */
export type BookingPlace = { createdAtMs: number; id: number }

/** The hotel or agency that bookings belong to; every booking when neither is set. */
export type BookingOwner = Pick<BookingFilter, 'hotelId' | 'agencyId'>

/** A part of an index, read in the order of its columns: the condition before them, and where the part begins and ends. */
export type IndexRange = {
  key: Record<string, Column>
  /** Undefined: the index leads with the hotel, and the part is that of each hotel. */
  where: SQL | undefined
  from?: SQL | undefined
  to?: SQL | undefined
}

/** The conditions of a filter: `scope` is answered by an index in the order of the list, `rest` is not. */
export function conditionsOf(
  t: Handle['t'],
  { hotelId, agencyId, userId, source, status = [], dates, unackedOn, unproven }: BookingFilter,
): { scope: SQL | undefined; rest: SQL | undefined } {
  const { booking } = t
  const isForAll = hotelId === undefined && agencyId == null && userId === undefined
  const isOfAgency = hasValue(booking.agencyId, agencyId)
  // A hotel's bookings of no agency have no index of their own.
  const isInList = hotelId !== undefined && typeof agencyId === 'number'
  const isAgencyIndexed = hotelId === undefined || isInList
  const isStatus =
    status.length === 1
      ? eq(booking.status, status[0]!)
      : status.length > 1
        ? inArray(booking.status, status)
        : undefined
  const isOfOwnIndex = isForAll && status.length === 1 && status[0] !== 'confirmed'
  return {
    scope: and(
      hasValue(booking.hotelId, hotelId),
      hasValue(booking.userId, userId),
      isAgencyIndexed ? isOfAgency : undefined,
      isInList ? isInHotelList(booking) : undefined,
      // The second condition repeats that of the partial index word for word.
      isOfOwnIndex ? and(isStatus, sql`${booking.status} <> 'confirmed'`) : undefined,
      // Bookings of sandboxes have negative ids. A plain comparison would make SQLite read a range of ids.
      isForAll ? sql`${booking.id} + 0 > 0` : undefined,
    ),
    rest: and(
      isAgencyIndexed ? undefined : isOfAgency,
      isOfOwnIndex ? undefined : isStatus,
      hasValue(booking.sourceType, source),
      dates?.from &&
        (dates.field === 'stay'
          ? gt(booking.checkout, dates.from)
          : gte(booking[dates.field], dates.from)),
      dates?.to && lte(booking[dates.field === 'stay' ? 'checkin' : dates.field], dates.to),
      unackedOn && isUnackedStay(t, unackedOn),
      unproven ? isUnproven(t) : undefined,
    ),
  }
}

/** Parts of indexes on dates, acknowledgement and proof; each of them holds every booking that the filter means. */
export function indexRangesOf(t: Handle['t'], filter: BookingFilter): IndexRange[] {
  const { id, createdAtMs, checkout, updatedAtMs } = t.booking
  const { hotelId, dates, unackedOn, unproven } = filter
  const ranges: IndexRange[] = []
  if (dates?.from || dates?.to) ranges.push(datedRange(t, filter, dates))
  if (hotelId === undefined) return ranges
  const isOfHotel = eq(t.booking.hotelId, hotelId)
  if (unackedOn)
    ranges.push({
      key: { checkout, updatedAtMs, id },
      where: and(isOfHotel, isUnackedStay(t, unackedOn)),
    })
  if (unproven) ranges.push({ key: { createdAtMs, id }, where: and(isOfHotel, isUnproven(t)) })
  return ranges
}

function datedRange(
  { booking }: Handle['t'],
  owner: BookingOwner,
  { field, from, to }: NonNullable<BookingFilter['dates']>,
): IndexRange {
  const isStay = field === 'stay'
  const date = booking[isStay ? 'checkin' : field]
  // An index finds a stay by its check-in, which lies at most 90 nights before any of its nights.
  const first = isStay && from ? addDays(from, -NIGHTS_MAX) : from
  return {
    key: { date, id: booking.id },
    where: isOfOwner(booking, owner),
    from: first && gte(date, first),
    to: to && lte(date, to),
  }
}

/** The condition on the owner that an index of bookings, or of their words, answers. */
export function isOfOwner(
  indexed: Record<'hotelId' | 'agencyId', Column>,
  { hotelId, agencyId }: BookingOwner,
): SQL | undefined {
  if (hotelId !== undefined) return eq(indexed.hotelId, hotelId)
  // A hotel has few enough bookings of an agency that the list can tell them apart as it reads them.
  return agencyId == null ? undefined : eq(indexed.agencyId, agencyId)
}

/** The condition of the index `booking_hotel_unproven`, word for word. */
export const isUnproven = ({ booking: { proof } }: Handle['t']): SQL =>
  sql`${proof} in ('none', 'asked')`

/** A column that says whether a booking meets a condition; in `where` the condition could choose another index. */
export const meetsColumn = (condition: SQL | undefined) =>
  sql`case when ${condition ?? sql`true`} then 1 else 0 end`.mapWith(Boolean)

/** Compares two places for a list that is newest first. */
export const byNewest = (a: BookingPlace, b: BookingPlace) =>
  b.createdAtMs - a.createdAtMs || b.id - a.id

/** The condition that a booking comes after a place in a list that is newest first. */
export function comesAfter({ booking }: Handle['t'], after: BookingPlace | undefined) {
  if (!after) return undefined
  const { createdAtMs, id } = booking
  // The first term alone bounds the index. The id decides between bookings of the same millisecond.
  return and(
    lte(createdAtMs, after.createdAtMs),
    or(
      lt(createdAtMs, after.createdAtMs),
      and(eq(createdAtMs, after.createdAtMs), lt(id, after.id)),
    ),
  )
}
