// Room list: a hotel's rooms by number, and the rooms that its bookings have on some nights.

import { and, between, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { RoomNights } from '../../domain/bookings/room-choice.ts'
import { NO_ROOM_LIST, type RoomList } from '../../domain/bookings/room-numbers.ts'
import { addDays } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { padIds } from '../engine/rows.ts'
import { bookingColumns, fromRow } from './booking-row.ts'
import { readRoomNumbers } from './desk.ts'

/** A booking with the numbers of its rooms. */
export type RoomHolder = Pick<Booking, 'code' | 'checkin' | 'checkout'> &
  Pick<Booking['guest'], 'firstName' | 'lastName'> & { roomNumbers: string[] }

/** The rooms of a hotel by number; empty if it keeps no list. */
export async function findRoomList({ t, db }: Handle, hotelId: number): Promise<RoomList> {
  const [row] = await db.select().from(t.roomList).where(eq(t.roomList.hotelId, hotelId))
  return row ? { revision: row.revision, items: JSON.parse(row.rooms) } : NO_ROOM_LIST
}

/** Replaces the rooms of a hotel. */
export async function upsertRoomList(
  { t, db }: Tx,
  hotelId: number,
  { revision, items }: RoomList,
): Promise<void> {
  const row = { revision, rooms: JSON.stringify(items) }
  await db
    .insert(t.roomList)
    .values({ hotelId, ...row })
    .onConflictDoUpdate({ target: t.roomList.hotelId, set: row })
}

/** The bookings that have room numbers on some nights of a hotel, and whose guests have not left. */
export async function listRoomHolders(
  { t, db }: Handle,
  hotelId: number,
  { from, to }: RoomNights,
): Promise<RoomHolder[]> {
  const { booking, bookingDesk: desk } = t
  const rows = await db
    .select({
      ...{ code: booking.code, checkin: booking.checkin, checkout: booking.checkout },
      ...{ firstName: booking.firstName, lastName: booking.lastName },
      ...{ roomNumber: desk.roomNumber, roomNumbers: desk.roomNumbers },
    })
    .from(booking)
    .innerJoin(desk, eq(desk.bookingId, booking.id))
    .where(
      and(
        eq(booking.hotelId, hotelId),
        inArray(booking.status, ['pending', 'confirmed']),
        // A stay has at most 90 nights, which bounds how far back the index is read.
        between(booking.checkin, addDays(from, -NIGHTS_MAX), addDays(to, -1)),
        gt(booking.checkout, from),
        isNull(desk.leftAtMs),
        isNotNull(desk.roomNumber),
      ),
    )
  return rows.map(({ roomNumber, ...row }) => ({
    ...row,
    roomNumbers: readRoomNumbers({ ...row, roomNumber }),
  }))
}

/** The bookings of a hotel with these codes, unsorted; codes of none are left out. */
export async function listOwnBookings(
  { t, db }: Handle,
  hotelId: number,
  codes: readonly string[],
): Promise<Booking[]> {
  const rows = await db
    .select(bookingColumns(t.booking))
    .from(t.booking)
    .where(and(inArray(t.booking.code, padIds(codes)), eq(t.booking.hotelId, hotelId)))
  return rows.map(fromRow)
}
