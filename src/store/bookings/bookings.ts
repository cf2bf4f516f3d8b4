import { and, eq, inArray, max, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import {
  isSandbox,
  isTestBooking,
  testBookingId,
  testBookingNumber,
} from '../../domain/catalog/sandbox-hotel.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { NO_PENALTY } from '../../domain/rates/rate.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { batch, pacedChunks } from '../engine/pace.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { updateWords } from './booking-words.ts'
import { updateSums } from './sums/sums.ts'

type Row = Tables['booking']['$inferSelect']

/** Acknowledgements that are read, and written, by one statement. */
const ACKS_AT_ONCE = 64

const insertRow = prepared(({ t: { booking }, db }) =>
  db
    .insert(booking)
    .values(placeholders(booking, 'id', 'unackedRevision'))
    .returning({ id: booking.id })
    .prepare(),
)

/** Keeps a new booking and adds it to the sums, unless it is a sandbox's. @returns it with its id */
export async function insertBooking(tx: Tx, booking: Omit<Booking, 'id'>): Promise<Booking> {
  if (isSandbox(booking.hotelId)) return await insertTestBooking(tx, booking)
  const [[row]] = await batch(
    insertRow(tx).execute(toRow(booking)),
    updateSums(tx, undefined, booking),
  )
  return { ...booking, id: row!.id }
}

/** @throws AppError `validation_failed` when the sandbox has as many as it may */
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
      `A sandbox has at most ${SANDBOX_BOOKINGS_MAX} bookings: reset it to begin anew.`,
      { max: SANDBOX_BOOKINGS_MAX },
    )
  const id = testBookingId(hotelId, number)
  await tx.dialect.withId(tx.db.insert(t)).values({ ...toRow(booking), id })
  return { ...booking, id }
}

/**
 * Writes a booking's next state over the one it was made from, in one conditional update, and moves the sums.
 *
 * @returns false when the booking is not as it was read, and then the caller must throw
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
    await batch(updateSums(tx, from, booking), updateWords(tx, from, booking))
  return true
}

/** The booking of a code, whoever's it is; undefined when there is none. */
export async function findBooking({ t, db }: Handle, code: string): Promise<Booking | undefined> {
  const [row] = await db.select().from(t.booking).where(eq(t.booking.code, code))
  return row && fromRow(row)
}

/**
 * The booking of a code, for whoever may have made the code up: where there is none another one is read in its place, so
 * that the time it takes does not tell.
 */
export async function findGuessedBooking(
  handle: Handle,
  code: string,
): Promise<Booking | undefined> {
  const [row] = await selectGuessed(handle).execute({ code })
  const found = row && fromRow(row)
  return found?.code === code ? found : undefined
}

const selectGuessed = prepared(({ t: { booking }, db }) => {
  const isIt = eq(booking.code, sql.placeholder('code'))
  const itsId = db.select({ id: booking.id }).from(booking).where(isIt)
  const newestId = db.select({ id: max(booking.id) }).from(booking)
  // The newest is looked up in any case, too.
  const isEither = sql`${booking.id} = coalesce((${itsId}) + 0 * (${newestId}), (${newestId}))`
  return db.select().from(booking).where(isEither).prepare()
})

/** The bookings in some places, in the order of the places; a booking that has gone is left out. */
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

/** The hotel of the booking of a code; undefined when there is none. */
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

/** Ends all links of a booking, in a transaction that holds its hotel. @returns the epoch of those that count from now on */
export async function updateManageEpoch(
  { t: { booking }, db }: Tx,
  { id, manageEpoch }: Pick<Booking, 'id' | 'manageEpoch'>,
): Promise<number> {
  const raised = manageEpoch + 1
  await db.update(booking).set({ manageEpoch: raised }).where(eq(booking.id, id))
  return raised
}

/** What a partner has acknowledged of a booking, beside what there is to acknowledge. */
export type AckState = Pick<
  Booking,
  'id' | 'hotelId' | 'code' | 'revision' | 'ackedRevision' | 'externalId'
>

/** The bookings of some codes, whoever's they are, in any order; of a code of none there is nothing. */
export async function listAckStates(
  { t, db }: Handle,
  codes: readonly string[],
): Promise<AckState[]> {
  const { id, hotelId, code, revision, ackedRevision, externalId } = t.booking
  const states: AckState[] = []
  for await (const part of pacedChunks(codes, ACKS_AT_ONCE))
    states.push(
      ...(await db
        .select({ id, hotelId, code, revision, ackedRevision, externalId })
        .from(t.booking)
        .where(inArray(code, padIds(part)))),
    )
  return states
}

/** Writes what a partner has acknowledged, of each booking once. */
export async function updateAcks(
  { t: { booking }, db, dialect }: Tx,
  states: readonly AckState[],
): Promise<void> {
  for await (const part of pacedChunks(states, ACKS_AT_ONCE)) {
    const rows = padIds(part).map(
      ({ id, ackedRevision, externalId }) =>
        sql`(cast(${id} as bigint), cast(${ackedRevision} as integer), cast(${externalId} as text))`,
    )
    const acks = sql`(values ${sql.join(rows, sql`, `)}) as ack`
    await dialect.rows(
      db,
      sql`update ${booking} set acked_revision = ack.column2, external_id = ack.column3 from ${acks} where ${booking}.id = ack.column1`,
    )
  }
}

/** Keeps the whole record of a revision under the change that made it. */
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

/** A key is given once. */
const withoutId = ({ id: _, ...booking }: Booking) => booking

/** What most bookings have not is no text: nothing is read of it then. */
function toRow({
  guest,
  nightly,
  childAges,
  cancellation,
  taxes,
  ...booking
}: Omit<Booking, 'id'>) {
  return {
    ...booking,
    ...guest,
    nightly: JSON.stringify(nightly),
    childAges: childAges && JSON.stringify(childAges),
    // The very terms: others that cost nothing are told as they were agreed.
    cancellation: Bun.deepEquals(cancellation, NO_PENALTY) ? null : JSON.stringify(cancellation),
    taxes: taxes.length === 0 ? null : JSON.stringify(taxes),
  }
}

export function fromRow(row: Row): Booking {
  const { firstName, lastName, email, phone, country, ...booking } = row
  const { nightly, childAges, cancellation, taxes } = booking
  return {
    ...booking,
    guest: { firstName, lastName, email, phone, country },
    nightly: JSON.parse(nightly),
    childAges: childAges === null ? null : JSON.parse(childAges),
    cancellation: cancellation === null ? NO_PENALTY : JSON.parse(cancellation),
    taxes: taxes === null ? [] : JSON.parse(taxes),
  }
}
