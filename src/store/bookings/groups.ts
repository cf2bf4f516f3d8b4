// Reservations of several stays: their bookings share a code.

import { asc, eq, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Handle } from '../engine/engine.ts'
import { findGuessedBooking, fromRow } from './bookings.ts'

/** The bookings of a group in the order of the stays; empty if there is no such group. */
export async function listGroup({ t: { booking }, db }: Handle, code: string): Promise<Booking[]> {
  const rows = await db
    .select()
    .from(booking)
    // The condition of the partial index.
    .where(sql`${booking.groupCode} is not null and ${eq(booking.groupCode, code)}`)
    .orderBy(asc(booking.groupPosition))
  return rows.map(fromRow)
}

/** True if a booking or a group has this code: both are drawn from one space (contract-groups). */
export async function isCodeTaken(handle: Handle, code: string): Promise<boolean> {
  const { booking } = handle.t
  const found = await handle.db
    .select({ id: booking.id })
    .from(booking)
    .where(eq(booking.code, code))
    .limit(1)
  return found.length > 0 || (await listGroup(handle, code)).length > 0
}

/**
 * Finds the first booking of a group by a code that may be guessed. An unknown code reads another booking instead, as
 * `findGuessedBooking` does.
 */
export async function findGuessedGroup(handle: Handle, code: string): Promise<Booking | undefined> {
  const [first] = await listGroup(handle, code)
  if (first) return first
  await findGuessedBooking(handle, code)
  return undefined
}
