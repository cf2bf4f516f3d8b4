import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { roomWords } from '../../domain/bookings/desk.ts'
import type { Handle } from '../engine/engine.ts'

/** Bookings that one is told of. */
const TOLD_MAX = 10
/** Bookings that had a room last, among which those of other nights are left out: more of a room than years have. */
const LOOKED_AT_MAX = 2_000

/** Another booking that a room is given to, on a night of both. */
export type SharedRoom = Pick<Booking, 'code' | 'checkin' | 'checkout'> &
  Pick<Booking['guest'], 'firstName' | 'lastName'> & { roomNumber: string | null }

/** Other bookings that a room of a booking is given to on a night of both, and whose guests have not left; the newest. */
export async function listSharedRooms(
  handle: Handle,
  { id, hotelId, checkin, checkout }: Pick<Booking, 'id' | 'hotelId' | 'checkin' | 'checkout'>,
  roomNumber: string | null,
): Promise<SharedRoom[]> {
  const { booking, bookingDesk: desk, bookingWord: word } = handle.t
  const found = new Map<string, SharedRoom>()
  for (const each of roomWords(roomNumber)) {
    const given = handle.db
      .select({ id: word.bookingId })
      .from(word)
      .where(and(eq(word.hotelId, hotelId), eq(word.word, each)))
      .orderBy(desc(word.bookingId))
      .limit(LOOKED_AT_MAX)
      .as('given')
    const rows = await handle.db
      .select({
        ...{ code: booking.code, checkin: booking.checkin, checkout: booking.checkout },
        ...{ firstName: booking.firstName, lastName: booking.lastName },
        roomNumber: desk.roomNumber,
      })
      .from(given)
      .innerJoin(booking, eq(booking.id, given.id))
      .innerJoin(desk, eq(desk.bookingId, given.id))
      .where(
        and(
          ne(given.id, id),
          inArray(booking.status, ['pending', 'confirmed']),
          and(lt(booking.checkin, checkout), gt(booking.checkout, checkin)),
          isNull(desk.leftAtMs),
        ),
      )
      .orderBy(desc(given.id))
      .limit(TOLD_MAX)
    for (const row of rows) found.set(row.code, row)
    if (found.size >= TOLD_MAX) break
  }
  return [...found.values()].slice(0, TOLD_MAX)
}
