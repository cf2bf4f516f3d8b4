// Double assignment: one room number given to two bookings for the same night.

import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { roomWords } from '../../domain/bookings/desk.ts'
import { nightsFrom } from '../../domain/bookings/room-choice.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle } from '../engine/engine.ts'
import { readRoomNumbers } from './desk.ts'

/** The most bookings returned. */
const SHARED_ROOMS_MAX = 10
/** The newest bookings of a room number that are searched for overlapping nights: more than years fill. */
const SEARCHED_MAX = 2_000

/** The bookings of a room number on some nights: of a hotel, from the first night up to the day after the last. */
export type RoomStay = Pick<Booking, 'id' | 'hotelId' | 'checkin' | 'checkout'>

/** Another booking with the same room number for a night of both (double assignment). */
export type SharedRoom = Pick<Booking, 'code' | 'checkin' | 'checkout'> &
  Pick<Booking['guest'], 'firstName' | 'lastName'> & {
    /** The numbers of the other booking, as they were typed or the first one. */
    roomNumber: string | null
    /** The number that both have, as the other booking writes it. */
    number: string
  }

/**
 * Other bookings that have a room of this booking assigned on a night of both from today on, and whose guests have not
 * left; the newest. Nights that have passed do not matter: guests move into rooms that others have left.
 *
 * @param today by the hotel's time zone
 */
export async function listSharedRooms(
  handle: Handle,
  { id, hotelId, checkin, checkout }: RoomStay,
  roomNumbers: readonly string[],
  today: CalendarDate,
): Promise<SharedRoom[]> {
  const { booking, bookingDesk: desk, bookingWord: word } = handle.t
  const found = new Map<string, SharedRoom>()
  const { from } = nightsFrom({ checkin, checkout }, today)
  for (const each of roomWords(roomNumbers)) {
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
        ...{ roomNumber: desk.roomNumber, roomNumbers: desk.roomNumbers },
      })
      .from(assigned)
      .innerJoin(booking, eq(booking.id, assigned.id))
      .innerJoin(desk, eq(desk.bookingId, assigned.id))
      .where(
        and(
          ne(assigned.id, id),
          inArray(booking.status, ['pending', 'confirmed']),
          and(lt(booking.checkin, checkout), gt(booking.checkout, from)),
          isNull(desk.leftAtMs),
        ),
      )
      .orderBy(desc(assigned.id))
      .limit(SHARED_ROOMS_MAX)
    for (const { roomNumbers, ...row } of rows) {
      const numbers = readRoomNumbers({ ...row, roomNumbers })
      const number = numbers.find((one) => roomWords([one])[0] === each)!
      if (!found.has(row.code)) found.set(row.code, { ...row, number })
    }
    if (found.size >= SHARED_ROOMS_MAX) break
  }
  return [...found.values()].slice(0, SHARED_ROOMS_MAX)
}
