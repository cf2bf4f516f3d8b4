import type { Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'

/** A hotel as its audit trail names it. */
type VisitedHotel = { id: number; slug: string; name: string }
type Visit = { userId: string; hourMs: number; atMs: number }

/**
 * Records that an account saw guests of some hotels within an hour, once per account, hotel and hour, and writes each
 * new visit to the hotel's audit trail. No lock is needed: the second of two that run at once finds the first one's row.
 */
export async function insertVisits(
  { t, db }: Tx,
  { userId, hourMs, atMs }: Visit,
  hotels: readonly VisitedHotel[],
): Promise<void> {
  const made = await db
    .insert(t.visit)
    .values(hotels.map(({ id: hotelId }) => ({ userId, hotelId, hourMs })))
    .onConflictDoNothing()
    .returning({ hotelId: t.visit.hotelId })
  const ids = new Set(made.map(({ hotelId }) => hotelId))
  const news = hotels.filter(({ id }) => ids.has(id))
  if (news.length === 0) return
  await db.insert(t.audit).values(
    news.map(({ id: hotelId, slug: entityId, name }) => ({
      ...{ entity: 'visit', entityId, hotelId, atMs },
      ...{ actorType: 'user' as const, actorId: userId },
      after: JSON.stringify({ name }),
    })),
  )
}

/** Deletes visits of hours before an instant; the audit trail keeps them. @returns how many; fewer than `PRUNE_ROWS_MAX`: no more are left */
export function deleteOldVisits(tx: Tx, beforeMs: number): Promise<number> {
  const { userId, hotelId, hourMs } = tx.t.visit
  return deleteBelow(tx, { key: [userId, hotelId, hourMs], by: hourMs }, beforeMs)
}
