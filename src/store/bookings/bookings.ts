// Bookings: inserted, found by code, and replaced in one conditional update (optimistic locking).

import { and, eq, gt, inArray, max, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import {
  isSandbox,
  isTestBooking,
  testBookingId,
  testBookingNumber,
} from '../../domain/catalog/sandbox-hotel.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { NO_PENALTY } from '../../domain/rates/rate.ts'
import { moveOwed } from '../agencies/terms.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { batch } from '../engine/pace.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'
import { updateSums } from './sums/sums.ts'
import { updateWords } from './word-index.ts'

type Row = Tables['booking']['$inferSelect']

const insertRow = prepared(({ t: { booking }, db }) =>
  db
    .insert(booking)
    .values(placeholders(booking, 'id', 'unackedRevision', 'statementId', 'freeReminded'))
    .returning({ id: booking.id })
    .prepare(),
)

const insertNumberedRow = prepared(({ t: { booking }, db, dialect }) =>
  dialect
    .withId(db.insert(booking))
    .values(placeholders(booking, 'unackedRevision', 'statementId', 'freeReminded'))
    .returning({ id: booking.id })
    .prepare(),
)

/**
 * Inserts a new booking and adds it to the sums and to what its agency owes, unless its hotel is a sandbox.
 *
 * @param id the id that was reserved for it, if any
 * @returns the booking with its id
 */
export async function insertBooking(
  tx: Tx,
  booking: Omit<Booking, 'id'>,
  id?: number,
): Promise<Booking> {
  if (isSandbox(booking.hotelId)) return await insertTestBooking(tx, booking)
  const values = toRow(booking)
  const [[row]] = await batch(
    id === undefined
      ? insertRow(tx).execute(values)
      : insertNumberedRow(tx).execute({ ...values, id }),
    updateSums(tx, undefined, booking),
    moveOwed(tx, undefined, booking),
  )
  return { ...booking, id: row!.id }
}

/** @throws AppError `validation_failed` if the sandbox has reached its maximum of bookings */
async function insertTestBooking(tx: Tx, booking: Omit<Booking, 'id'>): Promise<Booking> {
  const { booking: t } = tx.t
  const { hotelId } = booking
  const [last] = await tx.db
    .select({ id: max(t.id) })
    .from(t)
    .where(eq(t.hotelId, hotelId))
  const number = last?.id ? testBookingNumber(hotelId, last.id) + 1 : 1
  if (number > SANDBOX_BOOKINGS_MAX)
    throw refused(
      '',
      'too_many',
      `A sandbox has at most ${SANDBOX_BOOKINGS_MAX} bookings: reset it to start again.`,
      { max: SANDBOX_BOOKINGS_MAX },
    )
  const id = testBookingId(hotelId, number)
  await tx.dialect.withId(tx.db.insert(t)).values({ ...toRow(booking), id })
  return { ...booking, id }
}

/**
 * Replaces a booking by its next state in one conditional update, and updates the sums and what its agency owes.
 *
 * @returns false if the booking has changed since it was read; the caller must then throw
 */
export async function updateBooking(tx: Tx, from: Booking, booking: Booking): Promise<boolean> {
  const { t, db } = tx
  const rows = await db
    .update(t.booking)
    .set(toRow(withoutId(booking)))
    .where(
      and(
        eq(t.booking.id, from.id),
        eq(t.booking.revision, from.revision),
        eq(t.booking.status, from.status),
      ),
    )
    .returning({ id: t.booking.id })
  if (rows.length !== 1) return false
  if (!isTestBooking(from))
    await batch(
      updateSums(tx, from, booking),
      updateWords(tx, from, booking),
      moveOwed(tx, from, booking),
    )
  return true
}

/** Finds a booking by its code, of any hotel; undefined if there is none. */
export async function findBooking(handle: Handle, code: string): Promise<Booking | undefined> {
  const [row] = await selectByCode(handle).execute({ code })
  return row && fromRow(row)
}

// Building the statement of some sixty columns takes four times as long as running it.
const selectByCode = prepared(({ t: { booking }, db }) =>
  db
    .select()
    .from(booking)
    .where(eq(booking.code, sql.placeholder('code')))
    .prepare(),
)

/** The bookings at some places, in the order of the places; a deleted booking is left out. */
export async function listBookingsAt<Place extends { id: number }>(
  { t: { booking }, db }: Handle,
  places: readonly Place[],
): Promise<(Place & { booking: Booking })[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const rows = await db.select().from(booking).where(inArray(booking.id, ids))
  const byId = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return places.flatMap((place) => {
    const booking = byId.get(place.id)
    return booking ? { ...place, booking } : []
  })
}

/** The hotel of the booking with a code; undefined if there is none. */
export async function findBookingHotel(
  { t, db }: Handle,
  code: string,
): Promise<number | undefined> {
  const { booking } = t
  const [row] = await db
    .select({ hotelId: booking.hotelId })
    .from(booking)
    .where(eq(booking.code, code))
  return row?.hotelId
}

/**
 * Revokes all links of a booking, in a transaction that holds the lock of its hotel.
 *
 * @returns the epoch of the links that are valid from now on
 */
export async function updateManageEpoch(
  { t: { booking }, db }: Tx,
  { id, groupCode, manageEpoch }: Pick<Booking, 'id' | 'groupCode' | 'manageEpoch'>,
): Promise<number> {
  const raised = manageEpoch + 1
  // The bookings of a group share one epoch.
  const those = groupCode === null ? eq(booking.id, id) : eq(booking.groupCode, groupCode)
  await db.update(booking).set({ manageEpoch: raised }).where(those)
  return raised
}

/** Notes that the reminder of an option, or of all options of its group, was sent; the transaction has its hotel's lock. */
export async function clearReminder(
  { t: { booking }, db }: Tx,
  { id, groupCode }: Pick<Booking, 'id' | 'groupCode'>,
): Promise<void> {
  const those = groupCode === null ? eq(booking.id, id) : eq(booking.groupCode, groupCode)
  await db
    .update(booking)
    .set({ optionReminderAtMs: 0 })
    .where(and(those, gt(booking.optionReminderAtMs, 0)))
}

/** Inserts the full record of a revision under the change that made it. */
export async function insertRevision(
  tx: Tx,
  revision: {
    changeSeq: number
    hotelId: number
    code: string
    revision: number
    snapshot: string
    kept: boolean
    override: boolean
  },
): Promise<void> {
  await insertOneRevision(tx).execute(revision)
}

const insertOneRevision = prepared(({ t: { bookingRevision }, db }) =>
  db.insert(bookingRevision).values(placeholders(bookingRevision)).prepare(),
)

/** The id is assigned once and never written again. */
const withoutId = ({ id: _, ...booking }: Booking) => booking

/** Turns a booking into its row. Values that most bookings lack are null, which takes no parsing. */
function toRow({
  guest,
  nightly,
  childAges,
  cancellation,
  taxes,
  guestNames,
  consents,
  company,
  extras,
  guarantee,
  ...booking
}: Omit<Booking, 'id'>) {
  return {
    ...booking,
    ...guest,
    nightly: JSON.stringify(nightly),
    childAges: childAges && JSON.stringify(childAges),
    // Only the exact default: other terms without a cost are returned as they were agreed.
    cancellation: Bun.deepEquals(cancellation, NO_PENALTY) ? null : JSON.stringify(cancellation),
    taxes: listText(taxes),
    guestNames: listText(guestNames),
    consents: listText(consents),
    company: company && JSON.stringify(company),
    extras: listText(extras),
    guarantee: guarantee && JSON.stringify(guarantee),
    freeUntil: agencyFreeUntil({ ...booking, cancellation }),
  }
}

const listText = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list))

/** Turns a row into its booking. */
export function fromRow(row: Row): Booking {
  const { firstName, lastName, email, phone, country, ...booking } = row
  const { nightly, childAges, cancellation, taxes, guestNames, consents, company } = booking
  return {
    ...booking,
    guest: { firstName, lastName, email, phone, country },
    nightly: JSON.parse(nightly),
    childAges: childAges === null ? null : JSON.parse(childAges),
    cancellation: cancellation === null ? NO_PENALTY : JSON.parse(cancellation),
    taxes: taxes === null ? [] : JSON.parse(taxes),
    guestNames: guestNames === null ? [] : JSON.parse(guestNames),
    consents: consents === null ? [] : JSON.parse(consents),
    company: company === null ? null : JSON.parse(company),
    extras: booking.extras === null ? [] : JSON.parse(booking.extras),
    guarantee: booking.guarantee === null ? null : JSON.parse(booking.guarantee),
  }
}
