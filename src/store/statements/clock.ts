// The months that the clock has closed, by hotel.

import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type Month, monthBefore } from '../../domain/kernel/month.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { isUnstated } from '../tables/booking-indexes.ts'

/** The months that the clock has closed for a hotel: after `since`, through `through`. */
export type StatementClock = { since: Month; through: Month }

/** The clocks of hotels, by hotel; a hotel that the clock has not seen has none. */
export async function listClocks(
  { t: { statementClock: c }, db }: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, StatementClock>> {
  if (hotelIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(c)
    .where(inArray(c.hotelId, [...hotelIds]))
  return new Map(rows.map(({ hotelId, ...clock }) => [hotelId, clock]))
}

/** A hotel whose clock is behind. */
export type LateClock = {
  id: number
  timezone: string
  /** The month through which its clock has closed; null if it has not begun. */
  through: Month | null
  /** True if anything of the hotel stands in no statement. */
  hasUnstated: boolean
}

/** Lists hotels whose clock is not through a month, or has not begun, in the order of ids; no sandboxes. */
export async function listLateClocks(
  { t: { hotel: h, statementClock: c, booking: b, statementAdjustment: a }, db }: Handle,
  month: Month,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<LateClock[]> {
  const booking = db
    .select({ one: sql`1` })
    .from(b)
    .where(and(isUnstated(b), eq(b.hotelId, h.id)))
  const adjustment = db
    .select({ one: sql`1` })
    .from(a)
    .where(and(isNull(a.statementId), eq(a.hotelId, h.id)))
  const hasUnstated = sql<boolean>`case when exists ${booking} or exists ${adjustment} then 1 else 0 end`
  return await db
    .select({
      ...{ id: h.id, timezone: h.timezone, through: c.through },
      hasUnstated: hasUnstated.mapWith((value) => Number(value) === 1),
    })
    .from(h)
    .leftJoin(c, eq(c.hotelId, h.id))
    .where(and(gt(h.id, after), or(isNull(c.through), lt(c.through, month))))
    .orderBy(asc(h.id))
    .limit(limit)
}

/** Moves the clocks of hotels to a month; one that begins counts from the month before. */
export async function moveClocks(
  { t: { statementClock: c }, db }: Tx,
  hotelIds: readonly number[],
  through: Month,
): Promise<void> {
  if (hotelIds.length === 0) return
  const since = monthBefore(through)
  await db
    .insert(c)
    .values(hotelIds.map((hotelId) => ({ hotelId, since, through })))
    .onConflictDoUpdate({ target: c.hotelId, set: { through } })
}
