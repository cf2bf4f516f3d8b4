import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import type { Booking } from '../domain/booking.ts'
import type { Handle, Tx } from './open.ts'
import type { Tables } from './schema.ts'

type Row = Tables['booking']['$inferSelect']

/** Keeps a new booking. @returns it with its id */
export async function insertBooking({ t, db }: Tx, booking: Omit<Booking, 'id'>): Promise<Booking> {
  const [row] = await db.insert(t.booking).values(toRow(booking)).returning({ id: t.booking.id })
  return { ...booking, id: row!.id }
}

/**
 * Writes a booking's next state over the one it was made from: one conditional update.
 *
 * @returns false when the booking is not as it was read, and then the caller must throw
 */
export async function updateBooking(
  { t, db }: Tx,
  from: Pick<Booking, 'id' | 'revision' | 'status'>,
  booking: Booking,
): Promise<boolean> {
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
  return rows.length === 1
}

/** The booking of a code, whoever's it is; undefined when there is none. */
export async function findBooking({ t, db }: Handle, code: string): Promise<Booking | undefined> {
  const [row] = await db.select().from(t.booking).where(eq(t.booking.code, code))
  return row && fromRow(row)
}

/** Bookings that meet a condition in the order they were made, after the one of an id. */
export async function listBookings(
  { t, db }: Handle,
  where: SQL | undefined,
  { afterId = 0, limit }: { afterId?: number | undefined; limit: number },
): Promise<Booking[]> {
  const rows = await db
    .select()
    .from(t.booking)
    .where(and(gt(t.booking.id, afterId), where))
    .orderBy(asc(t.booking.id))
    .limit(limit)
  return rows.map(fromRow)
}

/** Marks a revision as seen by the partner; never goes back to an older one. */
export async function updateAck(
  { t, db }: Tx,
  id: number,
  ack: { ackedRevision: number; externalId: string | null },
): Promise<void> {
  await db.update(t.booking).set(ack).where(eq(t.booking.id, id))
}

/** Keeps the whole record of a revision under the change that made it. */
export async function insertRevision(
  { t, db }: Tx,
  revision: {
    changeSeq: number
    hotelId: number
    code: string
    revision: number
    snapshot: string
  },
): Promise<void> {
  await db.insert(t.bookingRevision).values(revision)
}

function toRow({ guest, nightly, ...booking }: Omit<Booking, 'id'>) {
  return { ...booking, ...guest, nightly: JSON.stringify(nightly) }
}

export function fromRow(row: Row): Booking {
  const { firstName, lastName, email, phone, country, nightly, ...booking } = row
  return {
    ...booking,
    guest: { firstName, lastName, email, phone, country },
    nightly: JSON.parse(nightly),
  }
}
