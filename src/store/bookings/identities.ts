import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { PRUNE_ROWS_MAX, padIds } from '../engine/rows.ts'

/** Who stays, sealed, and how often it was written. */
export type SealedIdentities = { revision: number; sealed: string }

/** Who stays by some bookings of a hotel, by their ids; of one of which nobody was written there is nothing. */
export async function listIdentities(
  { t, db }: Handle,
  hotelId: number,
  bookingIds: readonly number[],
): Promise<Map<number, SealedIdentities>> {
  const { bookingIdentity: identity } = t
  const found = new Map<number, SealedIdentities>()
  for (const part of chunks(bookingIds)) {
    if (part.length === 0) break
    const rows = await db
      .select({ id: identity.bookingId, revision: identity.revision, sealed: identity.sealed })
      .from(identity)
      .where(and(inArray(identity.bookingId, padIds(part)), eq(identity.hotelId, hotelId)))
    for (const { id, ...row } of rows) found.set(id, row)
  }
  return found
}

/** Writes who stays over who was written before. */
export async function upsertIdentities(
  { t, db }: Tx,
  { id: bookingId, hotelId, checkout }: Pick<Booking, 'id' | 'hotelId' | 'checkout'>,
  written: SealedIdentities,
): Promise<void> {
  const row = { ...written, checkout }
  await db
    .insert(t.bookingIdentity)
    .values({ ...row, bookingId, hotelId })
    .onConflictDoUpdate({ target: t.bookingIdentity.bookingId, set: row })
}

/**
 * Deletes who stayed by bookings whose check-out is before a date. One whose check-out has moved meanwhile is looked at
 * again after the new one.
 *
 * @returns how many were looked at; fewer than the most: there are no more
 */
export async function deleteOldIdentities(
  { t, db }: Tx,
  beforeDate: CalendarDate,
): Promise<number> {
  const { bookingIdentity: identity, booking } = t
  const rows = await db
    .select({ id: identity.bookingId, checkout: booking.checkout })
    .from(identity)
    .leftJoin(booking, eq(booking.id, identity.bookingId))
    .where(lt(identity.checkout, beforeDate))
    .orderBy(asc(identity.checkout), asc(identity.bookingId))
    .limit(PRUNE_ROWS_MAX)
  const isMoved = ({ checkout }: (typeof rows)[number]) =>
    checkout !== null && checkout >= beforeDate
  const idsOf = (some: typeof rows) => padIds(some.map(({ id }) => id))
  const old = rows.filter((row) => !isMoved(row))
  const moved = rows.filter(isMoved)
  if (old.length > 0) await db.delete(identity).where(inArray(identity.bookingId, idsOf(old)))
  if (moved.length > 0)
    await db
      .update(identity)
      .set({
        checkout: sql`(select ${booking.checkout} from ${booking} where ${booking.id} = ${identity.bookingId})`,
      })
      .where(inArray(identity.bookingId, idsOf(moved)))
  return rows.length
}
