// Parts of indexes, read as candidates of a list.

import { and, asc, gt, inArray, or, sql } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { padIds } from '../engine/rows.ts'
import type { BookingPlace, IndexRange } from './booking-filter.ts'
import { CANDIDATES_MAX, gather } from './candidates.ts'

/** Hotels whose parts of an index one statement reads: PostgreSQL sorts all that it finds of them. */
const HOTELS_AT_ONCE = 64

/** The bookings of a part of an index; undefined when there are too many. */
export async function listRange(
  handle: Handle,
  range: IndexRange,
  most?: number,
): Promise<BookingPlace[] | undefined> {
  if (!range.where) return await listOfHotels(handle, range, most)
  const { t, db } = handle
  const { key, where, from, to } = range
  const { id, createdAtMs } = t.booking
  const columns = Object.values(key)
  const read = (after: BookingPlace | undefined, limit: number) =>
    db
      .select({ id, createdAtMs, ...key })
      .from(t.booking)
      .where(and(where, after ? sql`${columns} > ${placeIn(key, after)}` : from, to))
      .orderBy(...columns.map((column) => asc(column)))
      .limit(limit)
  return await gather<BookingPlace>(read, most)
}

type HotelPlace = BookingPlace & { hotelId: number }

/**
 * The bookings of every hotel's part of an index, hotel by hotel, without sandboxes; undefined when there are too many.
 * An index on the days of all hotels would be one more write for each booking, for a list that admins alone have.
 */
async function listOfHotels(
  handle: Handle,
  range: IndexRange,
  most = CANDIDATES_MAX,
): Promise<BookingPlace[] | undefined> {
  const { hotel } = handle.t
  const hotels = await handle.db
    .select({ id: hotel.id })
    .from(hotel)
    .where(gt(hotel.id, 0))
    .orderBy(asc(hotel.id))
  const ids = hotels.map(({ id }) => id)
  const all: BookingPlace[] = []
  for await (const part of pacedChunks(ids, HOTELS_AT_ONCE)) {
    const read = (after: HotelPlace | undefined, limit: number) => {
      const left = after ? part.filter((id) => id >= after.hotelId) : part
      return readHotels(handle, range, left, { after, limit })
    }
    const places = await gather(read, most - all.length)
    if (!places) return undefined
    all.push(...places)
  }
  return all
}

/** The next places of some hotels, in the order of their ids and, within each, of the index. */
function readHotels(
  { t: { booking }, db }: Handle,
  { key, from, to }: IndexRange,
  hotelIds: readonly number[],
  { after, limit }: { after: HotelPlace | undefined; limit: number },
): Promise<HotelPlace[]> {
  const { id, createdAtMs, hotelId } = booking
  const columns = Object.values(key)
  const isAfter = after && or(gt(hotelId, after.hotelId), sql`${columns} > ${placeIn(key, after)}`)
  return db
    .select({ id, createdAtMs, hotelId, ...key })
    .from(booking)
    .where(and(inArray(hotelId, padIds(hotelIds)), from, to, isAfter))
    .orderBy(asc(hotelId), ...columns.map((column) => asc(column)))
    .limit(limit)
}

/** The values of a row that its place in an index is made of. */
const placeIn = (key: IndexRange['key'], row: Record<string, unknown>): unknown[] =>
  Object.keys(key).map((name) => row[name])
