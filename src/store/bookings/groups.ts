// Reservations of several stays: their bookings share a code.

import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { leadOf } from '../../domain/bookings/group.ts'
import type { Handle } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'
import { bookingColumns, fromRow } from './booking-row.ts'
import { findBooking } from './bookings.ts'

/** The bookings of a group in the order of the stays; empty if there is no such group. */
export async function listGroup(handle: Handle, code: string): Promise<Booking[]> {
  return (await selectGroup(handle).execute({ code })).map(fromRow)
}

const selectGroup = prepared(({ t: { booking }, db }) =>
  db
    .select(bookingColumns(booking))
    .from(booking)
    .where(isOfGroup(booking))
    .orderBy(asc(booking.groupPosition))
    .prepare(),
)

/** The codes of the groups that bookings of some codes (at most 500) are in; a booking of its own has none. */
export async function findGroupCodes(
  { t, db }: Handle,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const { code, groupCode } = t.booking
  const rows = await db
    .select({ code, groupCode })
    .from(t.booking)
    .where(and(inArray(code, [...codes]), isNotNull(groupCode)))
  return new Map(rows.map((row) => [row.code, row.groupCode!]))
}

/**
 * Finds a booking that its own links open: that of a code, or the lead booking of the group that the code is of, or is
 * in. A booking that ended before another e-mail was written keeps the former one, to which no link goes.
 */
export async function findLead(handle: Handle, code: string): Promise<Booking | undefined> {
  const booking = await findBooking(handle, code)
  if (booking && booking.groupCode === null) return booking
  const bookings = await listGroup(handle, booking?.groupCode ?? code)
  return bookings.length > 0 ? leadOf(bookings, ({ updatedAtMs }) => updatedAtMs) : undefined
}

/** The condition of the partial index, and the code. */
export const isOfGroup = ({ groupCode }: Tables['booking']) =>
  sql`${groupCode} is not null and ${eq(groupCode, sql.placeholder('code'))}`

/** True if a booking or a group has this code: both are drawn from one space (contract-groups). */
export async function isCodeTaken(handle: Handle, code: string): Promise<boolean> {
  return (await selectHolders(handle).execute({ code })).length > 0
}

const selectHolders = prepared(({ t: { booking }, db }) => {
  const idsWhere = (isIt: SQL) => db.select({ id: booking.id }).from(booking).where(isIt)
  return idsWhere(eq(booking.code, sql.placeholder('code')))
    .unionAll(idsWhere(isOfGroup(booking)))
    .limit(1)
    .prepare()
})
