import { and, desc, inArray } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { searchWords } from '../../domain/bookings/booking-words.ts'
import type { Handle } from '../engine/engine.ts'
import { listCandidates, listOfRoom } from './booking-candidates.ts'
import {
  type BookingFilter,
  type BookingPlace,
  byNewest,
  comesAfter,
  conditionsOf,
} from './booking-filter.ts'
import { type Sought, searchAmong, searchNewest } from './booking-search.ts'
import { fromRow } from './bookings.ts'

/** A page of bookings. `stoppedAt`: what comes after this place was not looked at, for the page had taken its time. */
export type BookingPage = { bookings: Booking[]; stoppedAt?: BookingPlace | undefined }

/**
 * Bookings newest first, the order of the indexes on hotel, agency, account, state or nothing with the time of making.
 * What else they are filtered by is looked up in an index where that finds few, and otherwise told apart on the way,
 * slice by slice.
 */
export async function listBookingPage(
  handle: Handle,
  filter: BookingFilter,
  { after, limit }: { after?: BookingPlace | undefined; limit: number },
): Promise<BookingPage> {
  const { t, db } = handle
  const { scope, rest } = conditionsOf(t, filter)
  if (filter.q === undefined && rest === undefined) {
    const rows = await db
      .select()
      .from(t.booking)
      .where(and(scope, comesAfter(t, after)))
      .orderBy(desc(t.booking.createdAtMs), desc(t.booking.id))
      .limit(limit)
    return { bookings: rows.map(fromRow) }
  }
  const words = filter.q === undefined ? [] : searchWords(filter.q)
  // Nothing but punctuation stands in no name.
  if (words.length === 0 && filter.q !== undefined) return { bookings: [] }
  const inRoom = await listOfRoom(handle, filter)
  const found = new Set(inRoom.map(({ id }) => id))
  const sought: Sought = { scope, rest, words, found, after, limit }
  const candidates = await listCandidates(handle, filter, words, inRoom)
  const { ids, stoppedAt } = candidates
    ? await searchAmong(handle, candidates, sought)
    : await searchNewest(handle, sought)
  if (ids.length === 0) return { bookings: [], stoppedAt }
  const rows = await db.select().from(t.booking).where(inArray(t.booking.id, ids))
  return { bookings: rows.map(fromRow).toSorted(byNewest), stoppedAt }
}
