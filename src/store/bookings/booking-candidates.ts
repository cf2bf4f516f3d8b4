import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { roomWordOf } from '../../domain/bookings/desk.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'
import { type BookingFilter, type BookingPlace, isUnproven } from './booking-filter.ts'
import { isOfOwner, listUnindexed, listWord, type WordPlace } from './booking-words.ts'
import { isUnackedStay } from './unacked.ts'

/** Places of an index that are read in one turn of the event loop. */
const SLICE = 2_000
/** More than these are no fewer to look through than the newest bookings. */
export const CANDIDATES_MAX = 20_000
/** Words of a search that are looked up: the longest ones. */
const WORDS_LOOKED_UP_MAX = 8

/** A place in an index by check-in or check-out. */
type DatedPlace = BookingPlace & { date: CalendarDate }

/** A place in the index of what is not acknowledged. */
type UnackedPlace = BookingPlace & { checkout: CalendarDate; updatedAtMs: number }

/** Reads on in an index after one of its places. */
type Read<Place> = (after: Place | undefined, limit: number) => Promise<Place[]>

/**
 * Bookings among which all are that a filter means: those with one of the words, with one of the dates, not acknowledged,
 * or proven by nobody, as far as an index tells which they are.
 *
 * @param words folded beginnings of words, the longest first
 * @param found bookings that are found by something else than their words
 * @returns each once, in no order; undefined when no index finds few of them
 */
export async function listCandidates(
  handle: Handle,
  filter: BookingFilter,
  words: readonly string[],
  found: readonly BookingPlace[] = [],
): Promise<BookingPlace[] | undefined> {
  const reads: (() => Promise<BookingPlace[] | undefined>)[] = []
  // Before the index: what is added to it meanwhile is found twice rather than not at all.
  const unindexed =
    words.length > 0 &&
    (await gather<BookingPlace>((after, limit) => listUnindexed(handle, { after, limit })))
  if (unindexed)
    for (const word of words.slice(0, WORDS_LOOKED_UP_MAX))
      reads.push(async () => {
        const worded = await gather<WordPlace>((after, limit) =>
          listWord(handle, filter, word, { after, limit }),
        )
        return worded && [...worded, ...unindexed, ...found]
      })
  if (filter.dates?.from || filter.dates?.to)
    reads.push(() =>
      gather<DatedPlace>((after, limit) => listDated(handle, filter, { after, limit })),
    )
  if (filter.unackedOn && filter.hotelId !== undefined)
    reads.push(() =>
      gather<UnackedPlace>((after, limit) => listUnackedStays(handle, filter, { after, limit })),
    )
  if (filter.unproven && filter.hotelId !== undefined)
    reads.push(() =>
      gather<BookingPlace>((after, limit) => listUnproven(handle, filter, { after, limit })),
    )
  let fewest: BookingPlace[] | undefined
  for (const read of reads) {
    const some = await read()
    if (some && some.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = some
    if (fewest && fewest.length < SLICE) break
  }
  return fewest && [...new Map(fewest.map((place) => [place.id, place])).values()]
}

/** A hotel's bookings in rooms whose numbers begin as a search does; none where it is not the desk that asks, or of too many. */
export async function listOfRoom(handle: Handle, filter: BookingFilter): Promise<BookingPlace[]> {
  const { q, byRoom = false, hotelId } = filter
  const word = byRoom && hotelId !== undefined ? roomWordOf(q ?? '') : undefined
  if (!word) return []
  const places = await gather<WordPlace>((after, limit) =>
    listWord(handle, { hotelId }, word, { after, limit }),
  )
  return places ?? []
}

/** All that a read finds, slice by slice; undefined when it is too much. */
export async function gather<Place>(read: Read<Place>): Promise<Place[] | undefined> {
  const all: Place[] = []
  for await (const part of readSlices(read, SLICE)) {
    all.push(...part)
    if (all.length >= CANDIDATES_MAX) return undefined
  }
  return all
}

/** Bookings of an owner whose check-in or check-out lies in a range, or that may have a night in it, in the order of that date. */
async function listDated(
  { t, db }: Handle,
  { hotelId, agencyId, dates }: BookingFilter,
  page: { after: DatedPlace | undefined; limit: number },
): Promise<DatedPlace[]> {
  const { booking } = t
  const { field, from: first, to } = dates!
  const isStay = field === 'stay'
  // A stay is found by its check-in, which is so many nights back at most.
  const from = isStay && first ? addDays(first, -NIGHTS_MAX) : first
  const { after, limit } = page
  const date = booking[isStay ? 'checkin' : field]
  return await db
    .select({ id: booking.id, createdAtMs: booking.createdAtMs, date })
    .from(booking)
    .where(
      and(
        isOfOwner(booking, { hotelId, agencyId }),
        after
          ? sql`(${date}, ${booking.id}) > (${after.date}, ${after.id})`
          : from && gte(date, from),
        to && lte(date, to),
      ),
    )
    .orderBy(asc(date), asc(booking.id))
    .limit(limit)
}

/** Bookings of a hotel that are not acknowledged and whose guests have not left, in the order of their index. */
async function listUnackedStays(
  { t, db }: Handle,
  { hotelId, unackedOn }: BookingFilter,
  { after, limit }: { after: UnackedPlace | undefined; limit: number },
): Promise<UnackedPlace[]> {
  const { id, createdAtMs, checkout, updatedAtMs } = t.booking
  const isAfter =
    after &&
    sql`(${checkout}, ${updatedAtMs}, ${id}) > (${after.checkout}, ${after.updatedAtMs}, ${after.id})`
  return await db
    .select({ id, createdAtMs, checkout, updatedAtMs })
    .from(t.booking)
    .where(and(eq(t.booking.hotelId, hotelId!), isUnackedStay(t, unackedOn!), isAfter))
    .orderBy(asc(checkout), asc(updatedAtMs), asc(id))
    .limit(limit)
}

/** Bookings of a hotel that nobody has proven, in the order of their index. */
async function listUnproven(
  { t, db }: Handle,
  { hotelId }: BookingFilter,
  { after, limit }: { after: BookingPlace | undefined; limit: number },
): Promise<BookingPlace[]> {
  const { id, createdAtMs } = t.booking
  const isAfter = after && sql`(${createdAtMs}, ${id}) > (${after.createdAtMs}, ${after.id})`
  return await db
    .select({ id, createdAtMs })
    .from(t.booking)
    .where(and(eq(t.booking.hotelId, hotelId!), isUnproven(t), isAfter))
    .orderBy(asc(createdAtMs), asc(id))
    .limit(limit)
}
