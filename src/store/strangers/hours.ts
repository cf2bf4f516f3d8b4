import { and, countDistinct, desc, eq, gt, gte, max, min, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

// Hourly record of the alarm on unusual demand.

/** Hourly figures of a hotel's alarm `unusual_demand`. */
export type StrangerHour = Tables['strangerHour']['$inferSelect']

const HOUR_MS = 60 * 60 * 1_000

/** Start of an instant's hour. */
export const hourOf = (atMs: number): number => atMs - (atMs % HOUR_MS)

/** The newest stored hour of a hotel; undefined if there is none. */
export async function findNewestHour(
  { t, db }: Handle,
  hotelId: number,
): Promise<StrangerHour | undefined> {
  const { strangerHour } = t
  const [row] = await db
    .select()
    .from(strangerHour)
    .where(eq(strangerHour.hotelId, hotelId))
    .orderBy(desc(strangerHour.hourMs))
    .limit(1)
  return row
}

/** The hour in which a hotel's present alarm began; undefined if there is none. */
export async function findAlarmHour(
  { t, db }: Handle,
  hotelId: number,
): Promise<number | undefined> {
  const { hourMs, level, ...hour } = t.strangerHour
  const isHere = eq(hour.hotelId, hotelId)
  const [quiet] = await db
    .select({ last: max(hourMs) })
    .from(t.strangerHour)
    .where(and(isHere, eq(level, 'none')))
  const [row] = await db
    .select({ first: min(hourMs) })
    .from(t.strangerHour)
    .where(and(isHere, gt(hourMs, quiet?.last ?? 0)))
  return row?.first ?? undefined
}

/** Time of the last alarm mail to the owners of a hotel; undefined if none is known. */
export async function findLastMailed(
  { t, db }: Handle,
  hotelId: number,
): Promise<number | undefined> {
  const { mailedAtMs, ...hour } = t.strangerHour
  const [row] = await db
    .select({ last: max(mailedAtMs) })
    .from(t.strangerHour)
    .where(eq(hour.hotelId, hotelId))
  return row?.last ?? undefined
}

/**
 * Writes the hour of a hotel, and the time of the mail to its owners. Level `whole` stays for the rest of the hour
 * while an alarm stands.
 */
export async function upsertHour(
  { t, db }: Tx,
  { mailedAtMs, ...hour }: StrangerHour,
  isMailed: boolean,
): Promise<void> {
  const { hotelId, hourMs, level: was } = t.strangerHour
  const { hotelId: _, hourMs: __, ...figures } = hour
  const level =
    hour.level === 'none'
      ? hour.level
      : sql`case when ${was} = 'whole' then ${was} else ${hour.level} end`
  const mailed = isMailed && { mailedAtMs: hour.updatedAtMs }
  await db
    .insert(t.strangerHour)
    .values({ ...hour, ...mailed })
    .onConflictDoUpdate({ target: [hotelId, hourMs], set: { ...figures, level, ...mailed } })
}

/** Hotels with an alarm in the hour before an instant, or later. */
export async function listAlarmedHotels({ t, db }: Handle, sinceMs: number): Promise<number[]> {
  const { hotelId, hourMs, level } = t.strangerHour
  const rows = await db
    .selectDistinct({ hotelId })
    .from(t.strangerHour)
    .where(and(gte(hourMs, hourOf(sinceMs) - HOUR_MS), ne(level, 'none')))
  return rows.map((row) => row.hotelId)
}

/** Number of hotels with a standing alarm, by their newest hourly row. */
export async function countAlarmedHotels({ t, db }: Handle, nowMs: number): Promise<number> {
  const { strangerHour } = t
  const later = alias(strangerHour, 'later')
  const isOlder = db
    .select({ one: sql`1` })
    .from(later)
    .where(and(eq(later.hotelId, strangerHour.hotelId), gt(later.hourMs, strangerHour.hourMs)))
  const [row] = await db
    .select({ hotels: countDistinct(strangerHour.hotelId) })
    .from(strangerHour)
    .where(
      and(
        gte(strangerHour.hourMs, hourOf(nowMs) - HOUR_MS),
        ne(strangerHour.level, 'none'),
        notExists(isOlder),
      ),
    )
  return row!.hotels
}

/** Deletes hours before an instant. @returns the number deleted; fewer than the maximum: none are left */
export function deleteOldHours(tx: Tx, beforeMs: number): Promise<number> {
  const { hotelId, hourMs } = tx.t.strangerHour
  return deleteBelow(tx, { key: [hotelId, hourMs], by: hourMs }, beforeMs)
}
