// Guest identities (police registration), sealed at rest and deleted after a retention period.

import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { PRUNE_ROWS_MAX, padIds } from '../engine/rows.ts'

/** The identities of a booking's guests, sealed, and the number of times they were written. */
export type SealedIdentities = { revision: number; sealed: string }

/** The guests' identities of some bookings of a hotel, by booking id; a booking without any has no entry. */
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

/** Replaces the guests' identities of a booking. */
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
 * Deletes the guests' identities of bookings with a check-out before a date. If the check-out has moved since, the new
 * one is stored and they are checked again after it.
 *
 * @returns the number of bookings checked; fewer than `PRUNE_ROWS_MAX` means that there are no more
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
