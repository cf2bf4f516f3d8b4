// Codes that may be guessed: the time of an answer must not tell whether there is such a booking (timing attack).

import { asc, eq, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Handle } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'
import { bookingColumns, fromRow } from './booking-row.ts'
import { isOfGroup } from './groups.ts'

/**
 * Finds a booking by a code that may be guessed. An unknown code reads another booking instead, so that the response
 * time does not tell (timing attack).
 */
export async function findGuessedBooking(
  handle: Handle,
  code: string,
): Promise<Booking | undefined> {
  const [row] = await selectGuessedBooking(handle).execute({ code })
  const found = row && fromRow(row)
  return found?.code === code ? found : undefined
}

const selectGuessedBooking = prepared(({ t: { booking }, db }) => {
  const isIt = eq(booking.code, sql.placeholder('code'))
  const itsId = db.select({ id: booking.id }).from(booking).where(isIt)
  return db
    .select(bookingColumns(booking))
    .from(booking)
    .where(isEither(booking, db, itsId))
    .prepare()
})

/**
 * Finds the lead booking of a group (`leadOf`) by a code that may be guessed. An unknown code reads another booking
 * instead, and of a group one row is read, however many stays it has, as `findGuessedBooking` does.
 */
export async function findGuessedGroup(handle: Handle, code: string): Promise<Booking | undefined> {
  const [row] = await selectGuessedGroup(handle).execute({ code })
  const found = row && fromRow(row)
  return found?.groupCode === code ? found : undefined
}

const selectGuessedGroup = prepared(({ t: { booking }, db }) => {
  const { id, status, groupPosition, updatedAtMs } = booking
  const isOpen = sql`${status} in ('pending', 'confirmed')`
  const leadId = db
    .select({ id })
    .from(booking)
    .where(isOfGroup(booking))
    .orderBy(
      sql`case when ${isOpen} then 0 else 1 end`,
      sql`case when ${isOpen} then 0 else -${updatedAtMs} end`,
      asc(groupPosition),
    )
    .limit(1)
  return db
    .select(bookingColumns(booking))
    .from(booking)
    .where(isEither(booking, db, leadId))
    .prepare()
})

/** The condition of the booking that a query finds, else of the newest one, which is looked up in any case, too. */
function isEither(booking: Tables['booking'], db: Handle['db'], itsId: SQLWrapper): SQL {
  const newestId = db.select({ id: max(booking.id) }).from(booking)
  return sql`${booking.id} = coalesce((${itsId}) + 0 * (${newestId}), (${newestId}))`
}
