import { and, asc, eq, getTableColumns, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import { isFoundBy } from '../../domain/bookings/booking-words.ts'
import { roomWords } from '../../domain/bookings/desk.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { isUnackedStay } from '../bookings/acks.ts'
import { type BookingFilter, isOfOwner, isUnproven } from '../bookings/booking-filter.ts'
import { readRoomNumbers } from '../bookings/desk.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import { hasValue } from '../engine/rows.ts'

// Export of bookings, by keyset pagination.

/** Bookings read and written in one turn of the event loop. */
const SLICE = 100

/** The bookings to export: by a range of check-in or check-out days, or of nights. */
export type ExportFilter = Pick<
  BookingFilter,
  'status' | 'source' | 'unackedOn' | 'unproven' | 'hotelId' | 'agencyId'
> & {
  /** `stay`: bookings with a night in the range, sorted by check-in. */
  field: 'checkin' | 'checkout' | 'stay'
  from: CalendarDate
  to: CalendarDate
  /** Folded beginnings of words; a booking must match all of them. */
  words: readonly string[]
  /** Beginning of a room number that matches instead (`roomWordOf`). */
  room?: string | undefined
}

/** A booking to export, with the desk's notes and payments. */
export type ExportedBooking = Awaited<ReturnType<typeof listSlice>>[number]

/** The date that sorts the bookings. */
const keyOf = (field: ExportFilter['field']) => (field === 'stay' ? 'checkin' : field)

type Place = { key: CalendarDate; id: number }

/** Bookings by the date of the filter, then by creation; read in slices by keyset pagination, one turn each. */
export async function* readBookingExport(
  handle: Handle,
  filter: ExportFilter,
): AsyncGenerator<ExportedBooking[]> {
  let after: Place | undefined
  for (;;) {
    const until = await findSliceEnd(handle, filter, after)
    const rows = await listSlice(handle, filter, { after, until })
    yield filter.words.length === 0 ? rows : rows.filter((row) => isMatch(row, filter))
    if (!until) return
    after = until
    await nextTurn()
  }
}

const isMatch = ({ code, groupCode, ...row }: ExportedBooking, { words, room }: ExportFilter) =>
  isFoundBy({ code, groupCode, guest: row }, words) ||
  (room !== undefined && roomWords(readRoomNumbers(row)).some((word) => word.startsWith(room)))

/** The last place of the next slice, before other filters; undefined if less than a slice is left. */
async function findSliceEnd(
  handle: Handle,
  filter: ExportFilter,
  after: Place | undefined,
): Promise<Place | undefined> {
  const { booking } = handle.t
  const key = booking[keyOf(filter.field)]
  const [end] = await handle.db
    .select({ key, id: booking.id })
    .from(booking)
    .where(inRange(handle, filter, { after }))
    .orderBy(asc(key), asc(booking.id))
    .limit(1)
    .offset(SLICE - 1)
  return end
}

async function listSlice(
  handle: Handle,
  filter: ExportFilter,
  slice: { after: Place | undefined; until: Place | undefined },
) {
  const { t, db } = handle
  const { field, source, status = [], unackedOn, unproven, hotelId, agencyId } = filter
  const { booking, bookingDesk: desk, agency } = t
  const { nightly, cancellation, taxes, ...columns } = getTableColumns(booking)
  return await db
    .select({
      ...columns,
      agencyCode: agency.code,
      roomNumber: desk.roomNumber,
      roomNumbers: desk.roomNumbers,
      note: desk.note,
      tags: desk.tags,
      arrivedAtMs: desk.arrivedAtMs,
      leftAtMs: desk.leftAtMs,
      // That of the desk also has what a replica of an older version noted.
      paidCents: desk.paidCents,
    })
    .from(booking)
    .leftJoin(desk, eq(desk.bookingId, booking.id))
    .leftJoin(agency, eq(agency.id, booking.agencyId))
    .where(
      and(
        inRange(handle, filter, slice),
        hasValue(booking.sourceType, source),
        status.length > 0 ? inArray(booking.status, status) : undefined,
        unackedOn && isUnackedStay(t, unackedOn),
        unproven ? isUnproven(t) : undefined,
        hotelId === undefined ? undefined : hasValue(booking.agencyId, agencyId),
      ),
    )
    .orderBy(asc(booking[keyOf(field)]), asc(booking.id))
}

/** Condition of a slice: the range after a place and up to another. */
function inRange(
  { t: { booking } }: Handle,
  { field, from, to, ...owner }: ExportFilter,
  { after, until }: { after: Place | undefined; until?: Place | undefined },
) {
  const key = booking[keyOf(field)]
  return and(
    isOfOwner(booking, owner),
    after
      ? sql`(${key}, ${booking.id}) > (${after.key}, ${after.id})`
      : gte(key, field === 'stay' ? addDays(from, -NIGHTS_MAX) : from),
    field === 'stay' ? gt(booking.checkout, from) : undefined,
    until ? sql`(${key}, ${booking.id}) <= (${until.key}, ${until.id})` : lte(key, to),
  )
}
