import { and, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BookingStatus } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle } from '../engine/engine.ts'
import { hasValue } from '../engine/rows.ts'
import { isUnackedStay } from './unacked.ts'

/** Whose bookings (everybody's when none is named), and which of them. */
export type BookingFilter = {
  hotelId?: number | undefined
  /** null: of no agency. */
  agencyId?: number | null | undefined
  /** The account that made it. */
  userId?: string | undefined
  /** Any of these; none named: every status. */
  status?: BookingStatus[] | undefined
  /** Check-in, check-out or (`stay`) a night in a range of dates, both ends included. */
  dates?: {
    field: 'checkin' | 'checkout' | 'stay'
    from?: CalendarDate | undefined
    to?: CalendarDate | undefined
  }
  /** Only those whose guests have not left by this day and whose partner has not acknowledged the newest revision. */
  unackedOn?: CalendarDate | undefined
  /** Only those of a hotel that nobody has proven (`contract-access`, *What strangers may take*). */
  unproven?: boolean
  /** Beginnings of words of the code, of the guest's name, e-mail or telephone number, in any order. */
  q?: string | undefined
  /** The desk of the hotel asks: `q` finds the beginning of a room number, too. */
  byRoom?: boolean
}

/** Where a page of bookings begins: after this booking. */
export type BookingPlace = { createdAtMs: number; id: number }

/** A filter as what an index in the order of a page answers, and the rest. */
export function conditionsOf(
  t: Handle['t'],
  { hotelId, agencyId, userId, status = [], dates, unackedOn, unproven }: BookingFilter,
): { scope: SQL | undefined; rest: SQL | undefined } {
  const { booking } = t
  const isAnybodys = hotelId === undefined && agencyId == null && userId === undefined
  const isOfAgency = hasValue(booking.agencyId, agencyId)
  const isStatus =
    status.length === 1
      ? eq(booking.status, status[0]!)
      : status.length > 1
        ? inArray(booking.status, status)
        : undefined
  const isOfOwnIndex = isAnybodys && status.length === 1 && status[0] !== 'confirmed'
  return {
    scope: and(
      hasValue(booking.hotelId, hotelId),
      hasValue(booking.userId, userId),
      hotelId === undefined ? isOfAgency : undefined,
      // The second condition is that of the index, in its words.
      isOfOwnIndex ? and(isStatus, sql`${booking.status} <> 'confirmed'`) : undefined,
      // No sandbox's; as an expression, or it would be taken for a range of ids.
      isAnybodys ? sql`${booking.id} + 0 > 0` : undefined,
    ),
    rest: and(
      hotelId === undefined ? undefined : isOfAgency,
      isOfOwnIndex ? undefined : isStatus,
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

/** The condition of the index `booking_hotel_unproven`, in its words. */
export const isUnproven = ({ booking: { proof } }: Handle['t']): SQL =>
  sql`${proof} in ('none', 'asked')`

/** The newest first. */
export const byNewest = (a: BookingPlace, b: BookingPlace) =>
  b.createdAtMs - a.createdAtMs || b.id - a.id

/** The condition that a booking comes after a place. */
export function comesAfter({ booking }: Handle['t'], after: BookingPlace | undefined) {
  if (!after) return undefined
  const { createdAtMs, id } = booking
  // The first term alone bounds the index; of bookings made in the same millisecond the id decides.
  return and(
    lte(createdAtMs, after.createdAtMs),
    or(
      lt(createdAtMs, after.createdAtMs),
      and(eq(createdAtMs, after.createdAtMs), lt(id, after.id)),
    ),
  )
}
