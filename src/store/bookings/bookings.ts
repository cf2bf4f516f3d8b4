import { and, eq, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/booking.ts'
import { NO_PENALTY } from '../../domain/rate.ts'
import type { Handle, Tx } from '../engine.ts'
import { placeholders, prepared } from '../prepared.ts'
import type { Tables } from '../schema.ts'
import { updateWords } from './booking-words.ts'
import { updateSums } from './sums.ts'

type Row = Tables['booking']['$inferSelect']

const insertRow = prepared(({ t: { booking }, db }) =>
  db
    .insert(booking)
    .values(placeholders(booking, 'id', 'unackedRevision'))
    .returning({ id: booking.id })
    .prepare(),
)

/** Keeps a new booking and adds it to the sums. @returns it with its id */
export async function insertBooking(tx: Tx, booking: Omit<Booking, 'id'>): Promise<Booking> {
  const [row] = await insertRow(tx).execute(toRow(booking))
  await updateSums(tx, undefined, booking)
  return { ...booking, id: row!.id }
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
    .set(toRow(booking))
    .where(
      and(
        eq(t.booking.id, from.id),
        eq(t.booking.revision, from.revision),
        eq(t.booking.status, from.status),
      ),
    )
    .returning({ id: t.booking.id })
  if (rows.length !== 1) return false
  await updateSums(tx, from, booking)
  await updateWords(tx, from, booking)
  return true
}

/** The booking of a code, whoever's it is; undefined when there is none. */
export async function findBooking({ t, db }: Handle, code: string): Promise<Booking | undefined> {
  const [row] = await db.select().from(t.booking).where(eq(t.booking.code, code))
  return row && fromRow(row)
}

/** Marks a revision as seen by the partner; never goes back to an older one. @returns what stands then */
export async function updateAck(
  { t, db }: Tx,
  id: number,
  { revision, externalId }: { revision: number; externalId?: string | undefined },
): Promise<Pick<Booking, 'ackedRevision' | 'externalId'>> {
  const { booking } = t
  const acked = booking.ackedRevision
  const [row] = await db
    .update(booking)
    .set({
      ackedRevision: sql`case when ${acked} > ${revision} then ${acked} else ${revision} end`,
      ...(externalId !== undefined && { externalId }),
    })
    .where(eq(booking.id, id))
    .returning({ ackedRevision: acked, externalId: booking.externalId })
  return row!
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
