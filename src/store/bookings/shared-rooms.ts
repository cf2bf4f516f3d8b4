// Double assignment: one room number given to two bookings for the same night.

import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { roomWords } from '../../domain/bookings/desk.ts'
import type { Handle } from '../engine/engine.ts'

/** The most bookings returned. */
const SHARED_ROOMS_MAX = 10
/** The newest bookings of a room number that are searched for overlapping nights: more than years fill. */
const SEARCHED_MAX = 2_000

/** Another booking with the same room number for a night of both (double assignment). */
export type SharedRoom = Pick<Booking, 'code' | 'checkin' | 'checkout'> &
  Pick<Booking['guest'], 'firstName' | 'lastName'> & { roomNumber: string | null }

/**
 * Other bookings that have a room of this booking assigned on a night of both, and whose guests have not left; the
 * newest.
 */
export async function listSharedRooms(
  handle: Handle,
  { id, hotelId, checkin, checkout }: Pick<Booking, 'id' | 'hotelId' | 'checkin' | 'checkout'>,
  roomNumber: string | null,
): Promise<SharedRoom[]> {
  const { booking, bookingDesk: desk, bookingWord: word } = handle.t
  const found = new Map<string, SharedRoom>()
  for (const each of roomWords(roomNumber)) {
    const assigned = handle.db
      .select({ id: word.bookingId })
      .from(word)
      .where(and(eq(word.hotelId, hotelId), eq(word.word, each)))
      .orderBy(desc(word.bookingId))
      .limit(SEARCHED_MAX)
      .as('assigned')
    const rows = await handle.db
      .select({
        ...{ code: booking.code, checkin: booking.checkin, checkout: booking.checkout },
        ...{ firstName: booking.firstName, lastName: booking.lastName },
        roomNumber: desk.roomNumber,
      })
      .from(assigned)
      .innerJoin(booking, eq(booking.id, assigned.id))
      .innerJoin(desk, eq(desk.bookingId, assigned.id))
      .where(
        and(
          ne(assigned.id, id),
          inArray(booking.status, ['pending', 'confirmed']),
          and(lt(booking.checkin, checkout), gt(booking.checkout, checkin)),
          isNull(desk.leftAtMs),
        ),
      )
      .orderBy(desc(assigned.id))
      .limit(SHARED_ROOMS_MAX)
    for (const row of rows) found.set(row.code, row)
    if (found.size >= SHARED_ROOMS_MAX) break
  }
  return [...found.values()].slice(0, SHARED_ROOMS_MAX)
}
