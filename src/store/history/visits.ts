import type { Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'

/** A hotel as its history names it. */
type Visited = { id: number; slug: string; name: string }
type Visit = { userId: string; hourMs: number; atMs: number }

/**
 * Keeps that somebody was shown guests of some hotels within an hour, and tells the history of those of which it was not
 * kept yet. No hotel is held: of two at once one finds the row of the other.
 */
export async function insertVisits(
  { t, db }: Tx,
  { userId, hourMs, atMs }: Visit,
  hotels: readonly Visited[],
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

/** Deletes what was kept of hours before an instant; history keeps what it tells. @returns how many; fewer than the most: there are no more */
export function deleteOldVisits(tx: Tx, beforeMs: number): Promise<number> {
  const { userId, hotelId, hourMs } = tx.t.visit
  return deleteBelow(tx, { key: [userId, hotelId, hourMs], by: hourMs }, beforeMs)
}
