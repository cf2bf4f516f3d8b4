import { and, between, eq, sql } from 'drizzle-orm'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { WebCountRow } from '../../domain/strangers/web-counts.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'

/** Adds to the statistics of hotels' pages, whatever other processes have written; every row has a key of its own. */
export async function addWebCounts(
  { t: { webCount }, db }: Tx,
  rows: readonly WebCountRow[],
): Promise<void> {
  const { hotelId, date, kind, times } = webCount
  await db
    .insert(webCount)
    .values([...rows])
    .onConflictDoUpdate({
      target: [hotelId, date, kind],
      set: { times: sql`${times} + excluded.${sql.identifier(times.name)}` },
    })
}

/** The statistics of a hotel's page on some days, both ends included; a day without any has no row. */
export async function listWebCounts(
  { t: { webCount }, db }: Handle,
  hotelId: number,
  { from, to }: Range,
): Promise<Omit<WebCountRow, 'hotelId'>[]> {
  const { date, kind, times } = webCount
  return await db
    .select({ date, kind, times })
    .from(webCount)
    .where(and(eq(webCount.hotelId, hotelId), between(date, from, to)))
}

/** Deletes statistics of days before a date. @returns as `deleteBelow` */
export function deleteOldWebCounts(tx: Tx, before: CalendarDate): Promise<number> {
  const { hotelId, date, kind } = tx.t.webCount
  return deleteBelow(tx, { key: [hotelId, date, kind], by: date }, before)
}
