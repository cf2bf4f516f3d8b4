// Bookings: inserted, found by code, and replaced in one conditional update (optimistic locking).

import { and, desc, eq, gt, inArray, max, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import {
  isSandbox,
  isTestBooking,
  testBookingId,
  testBookingNumber,
} from '../../domain/catalog/sandbox-hotel.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { moveOwed } from '../agencies/terms.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { batch } from '../engine/pace.ts'
import { placeholders, prepared, preparedLists } from '../engine/prepared.ts'
import { bookingColumns, fromRow, toRow } from './booking-row.ts'
import { updateSums } from './sums/sums.ts'
import { updateWords } from './word-index.ts'

/** The columns that are written by what they belong to. */
const OF_OTHERS = ['id', 'unackedRevision', 'statementId', 'freeReminded'] as const
/**
 * The columns that never change. SQLite would look for the hotel, the agency and the user of each booking that it writes,
 * and copy its pages before: a cancellation took a seventh longer.
 */
const LASTING = ['hotelId', 'code', 'agencyId', 'userId', 'createdAtMs'] as const

const insertRow = prepared(({ t: { booking }, db, dialect }) =>
  dialect.prepareInsert(db.insert(booking).values(placeholders(booking, ...OF_OTHERS)), booking.id),
)

const insertNumberedRow = prepared(({ t: { booking }, db, dialect }) =>
  dialect.prepareJoined(
    dialect
      .withId(db.insert(booking))
      .values({ ...placeholders(booking, ...OF_OTHERS), id: sql.placeholder('id') }),
  ),
)

const updateRow = prepared(({ t: { booking }, db, dialect }) => {
  const { id, revision, status } = booking
  const { placeholder } = sql
  const update = db
    .update(booking)
    .set(placeholders(booking, ...OF_OTHERS, ...LASTING))
    .where(
      and(
        eq(id, placeholder('fromId')),
        eq(revision, placeholder('fromRevision')),
        eq(status, placeholder('fromStatus')),
      ),
    )
  return dialect.prepareUpdate(update, id)
})

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
  const [madeId] = await batch(
    id === undefined
      ? insertRow(tx).execute(values)
      : insertNumberedRow(tx).execute({ ...values, id }),
    updateSums(tx, undefined, booking),
    moveOwed(tx, undefined, booking),
  )
  return { ...booking, id: id ?? Number(madeId) }
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
  const { id: fromId, revision: fromRevision, status: fromStatus } = from
  const row = Object.assign(toRow(booking), { fromId, fromRevision, fromStatus })
  // In one flight: what follows is rolled back with it if there is nothing to update.
  const [count] = await batch(
    updateRow(tx).execute(row),
    ...(isTestBooking(from)
      ? []
      : [
          updateSums(tx, from, booking),
          updateWords(tx, from, booking),
          moveOwed(tx, from, booking),
        ]),
  )
  return count === 1
}

/** Finds a booking by its code, of any hotel; undefined if there is none. */
export async function findBooking(handle: Handle, code: string): Promise<Booking | undefined> {
  const [row] = await selectByCode(handle).execute({ code })
  return row && fromRow(row)
}

// Building the statement of some sixty columns takes four times as long as running it.
const selectByCode = prepared(({ t: { booking }, db }) =>
  db
    .select(bookingColumns(booking))
    .from(booking)
    .where(eq(booking.code, sql.placeholder('code')))
    .prepare(),
)

const selectByIds = preparedLists(['ids'], ({ t: { booking }, db }, { ids }) =>
  db.select(bookingColumns(booking)).from(booking).where(inArray(booking.id, ids)).prepare(),
)

/** The bookings at some places, in the order of the places; a deleted booking is left out. */
export async function listBookingsAt<Place extends { id: number }>(
  handle: Handle,
  places: readonly Place[],
): Promise<(Place & { booking: Booking })[]> {
  if (places.length === 0) return []
  const rows = await selectByIds(handle, { ids: places.map(({ id }) => id) })
  const byId = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return places.flatMap((place) => {
    const booking = byId.get(place.id)
    return booking ? { ...place, booking } : []
  })
}

const selectNewest = prepared(({ t: { booking }, db }) =>
  db
    .select(bookingColumns(booking))
    .from(booking)
    .where(eq(booking.hotelId, sql.placeholder('hotelId')))
    .orderBy(desc(booking.createdAtMs), desc(booking.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The newest bookings of a hotel, newest first. */
export async function listNewestOf(
  handle: Handle,
  hotelId: number,
  limit: number,
): Promise<Booking[]> {
  return (await selectNewest(handle).execute({ hotelId, limit })).map(fromRow)
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
