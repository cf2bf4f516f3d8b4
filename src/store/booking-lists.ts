import { and, between, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../domain/booking.ts'
import { addDays, type CalendarDate } from '../domain/date.ts'
import { NIGHTS_MAX } from '../domain/limits.ts'
import { isNoDroppedHold, listBookings } from './bookings.ts'
import type { Handle } from './open.ts'

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

/**
 * A hotel's bookings in a range of dates, cancelled ones too, in the order they were made, after the one of an id. A
 * hold that was cancelled before it was confirmed is none of them.
 */
export async function listPartnerBookings(
  handle: Handle,
  filter: PartnerFilter,
  page: { afterId?: number | undefined; limit: number },
): Promise<Booking[]> {
  const { booking } = handle.t
  const { hotelId, status, isUnackedOnly } = filter
  const where = and(
    eq(booking.hotelId, hotelId),
    inRange(handle, filter),
    status.length > 0 ? inArray(booking.status, status) : undefined,
    isNoDroppedHold(handle.t),
    isUnackedOnly
      ? or(isNull(booking.ackedRevision), lt(booking.ackedRevision, booking.revision))
      : undefined,
  )
  return await listBookings(handle, where, page)
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

/** Confirmed bookings whose check-out day is this one or earlier, with what tells when it is over. */
export async function listDueCheckouts({ t, db }: Handle, until: CalendarDate) {
  const { booking, hotel } = t
  return await db
    .select({
      code: booking.code,
      checkout: booking.checkout,
      checkoutTime: hotel.checkoutTime,
      timezone: hotel.timezone,
    })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, booking.hotelId))
    .where(and(eq(booking.status, 'confirmed'), lte(booking.checkout, until)))
}

function inRange({ t }: Handle, filter: PartnerFilter): SQL | undefined {
  const { booking } = t
  const { dateField, from, to, fromMs, untilMs } = filter
  if (dateField === 'checkin') return between(booking.checkin, from, to)
  if (dateField === 'checkout') return between(booking.checkout, from, to)
  // A stay has at most 90 nights, which bounds how far back the index is read.
  if (dateField === 'stay')
    return and(between(booking.checkin, addDays(from, -NIGHTS_MAX), to), gt(booking.checkout, from))
  const instant = dateField === 'created' ? booking.createdAtMs : booking.updatedAtMs
  return and(gte(instant, fromMs), lt(instant, untilMs))
}
