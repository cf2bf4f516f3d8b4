import { and, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../domain/booking.ts'
import type { CalendarDate } from '../domain/date.ts'
import { fromRow, isUnackedStay } from './bookings.ts'
import { contains } from './catalog-lists.ts'
import type { Handle } from './open.ts'

/** Whose bookings (everybody's when none is named), and which of them. */
export type BookingFilter = {
  hotelId?: number | undefined
  /** null: of no agency. */
  agencyId?: number | null | undefined
  /** The account that made it. */
  userId?: string | undefined
  /** Any of these; none named: every status. */
  status?: BookingStatus[] | undefined
  /** Check-in or check-out in a range of dates, both ends included. */
  dates?: {
    field: 'checkin' | 'checkout'
    from?: CalendarDate | undefined
    to?: CalendarDate | undefined
  }
  /** Only those whose guests have not left by this day and whose partner has not acknowledged the newest revision. */
  unackedOn?: CalendarDate | undefined
  /** A part of the code, of the guest's name or of their e-mail. */
  q?: string | undefined
}

/** Where a page of bookings begins: after this booking. */
export type BookingPlace = { createdAtMs: number; id: number }

/**
 * Bookings newest first. The order is that of the indexes on hotel, agency or nothing with the time of making, so a
 * page costs what it shows and what the other filters leave out on the way.
 */
export async function listBookingPage(
  { t, db }: Handle,
  { hotelId, agencyId, userId, status = [], dates, unackedOn, q }: BookingFilter,
  { after, limit }: { after?: BookingPlace | undefined; limit: number },
): Promise<Booking[]> {
  const { booking } = t
  const rows = await db
    .select()
    .from(booking)
    .where(
      and(
        hotelId === undefined ? undefined : eq(booking.hotelId, hotelId),
        agencyId === undefined ? undefined : isOfAgency(booking, agencyId),
        userId === undefined ? undefined : eq(booking.userId, userId),
        status.length > 0 ? inArray(booking.status, status) : undefined,
        dates?.from && gte(booking[dates.field], dates.from),
        dates?.to && lte(booking[dates.field], dates.to),
        unackedOn && isUnackedStay(t, unackedOn),
        q === undefined ? undefined : holds(t.booking, q),
        // The first term alone bounds the index; of bookings made in the same millisecond the id decides.
        after && lte(booking.createdAtMs, after.createdAtMs),
        after &&
          or(
            lt(booking.createdAtMs, after.createdAtMs),
            and(eq(booking.createdAtMs, after.createdAtMs), lt(booking.id, after.id)),
          ),
      ),
    )
    .orderBy(desc(booking.createdAtMs), desc(booking.id))
    .limit(limit)
  return rows.map(fromRow)
}

/** Bookings there are by number, and those under way by state: what an index tells without reading a booking. */
export async function countBookings({ t, db }: Handle) {
  const { booking } = t
  const [made] = await db
    .select({ id: booking.id })
    .from(booking)
    .orderBy(desc(booking.id))
    .limit(1)
  const running = async (status: BookingStatus) => {
    // Written as text: a parameter would keep the partial index of the status from being used.
    const is = sql`${booking.status} = ${sql.raw(`'${status}'`)}`
    const [row] = await db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(booking)
      .where(is)
    return row!.count
  }
  return {
    made: made?.id ?? 0,
    pending: await running('pending'),
    confirmed: await running('confirmed'),
  }
}

function holds({ code, firstName, lastName, email }: Handle['t']['booking'], q: string) {
  const name: SQL = sql`${firstName} || ' ' || ${lastName}`
  return or(contains(code, q), contains(name, q), contains(email, q))
}

const isOfAgency = ({ agencyId }: Handle['t']['booking'], id: number | null) =>
  id === null ? isNull(agencyId) : eq(agencyId, id)
