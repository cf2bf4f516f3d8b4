import { and, asc, eq, getTableColumns, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import { isFoundBy } from '../../domain/bookings/booking-words.ts'
import { roomWords } from '../../domain/bookings/desk.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { type BookingFilter, isUnproven } from '../bookings/booking-filter.ts'
import { isUnackedStay } from '../bookings/unacked.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/pace.ts'

/** Bookings that are read in one turn of the event loop, with all that is written of them. */
const SLICE = 100

/** Which bookings of a hotel are exported: those of a range of check-in or check-out days. */
export type ExportFilter = Pick<BookingFilter, 'status' | 'unackedOn' | 'unproven'> & {
  hotelId: number
  /** `stay`: those with a night in it, by check-in. */
  field: 'checkin' | 'checkout' | 'stay'
  from: CalendarDate
  to: CalendarDate
  /** Folded beginnings of words, all of which a booking must have. */
  words: readonly string[]
  /** What the number of a room may begin with instead, as `roomWordOf` has it. */
  room?: string | undefined
}

/** What is exported of a booking, with what the desk keeps beside it. */
export type ExportedBooking = Awaited<ReturnType<typeof listSlice>>[number]

/** What bookings are in the order of. */
const keyOf = (field: ExportFilter['field']) => (field === 'stay' ? 'checkin' : field)

type Place = { key: CalendarDate; id: number }

/** Bookings in the order of the date that they are asked for by, then of their making; in slices, a turn each. */
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

const isMatch = ({ code, roomNumber, ...guest }: ExportedBooking, { words, room }: ExportFilter) =>
  isFoundBy({ code, guest }, words) ||
  (room !== undefined && roomWords(roomNumber).some((word) => word.startsWith(room)))

/** The last place of the next slice, whatever else is asked of its bookings; undefined when there is less than a slice. */
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
  const { field, status = [], unackedOn, unproven } = filter
  const { booking, bookingDesk: desk, agency } = t
  const { nightly, cancellation, taxes, ...columns } = getTableColumns(booking)
  return await db
    .select({
      ...columns,
      agencyCode: agency.code,
      roomNumber: desk.roomNumber,
      note: desk.note,
      tags: desk.tags,
      arrivedAtMs: desk.arrivedAtMs,
      leftAtMs: desk.leftAtMs,
      paidCents: desk.paidCents,
    })
    .from(booking)
    .leftJoin(desk, eq(desk.bookingId, booking.id))
    .leftJoin(agency, eq(agency.id, booking.agencyId))
    .where(
      and(
        inRange(handle, filter, slice),
        status.length > 0 ? inArray(booking.status, status) : undefined,
        unackedOn && isUnackedStay(t, unackedOn),
        unproven ? isUnproven(t) : undefined,
      ),
    )
    .orderBy(asc(booking[keyOf(field)]), asc(booking.id))
}

/** The part of the range after a place and up to another. */
function inRange(
  { t: { booking } }: Handle,
  { hotelId, field, from, to }: ExportFilter,
  { after, until }: { after: Place | undefined; until?: Place | undefined },
) {
  const key = booking[keyOf(field)]
  return and(
    eq(booking.hotelId, hotelId),
    after
      ? sql`(${key}, ${booking.id}) > (${after.key}, ${after.id})`
      : gte(key, field === 'stay' ? addDays(from, -NIGHTS_MAX) : from),
    field === 'stay' ? gt(booking.checkout, from) : undefined,
    until ? sql`(${key}, ${booking.id}) <= (${until.key}, ${until.id})` : lte(key, to),
  )
}
