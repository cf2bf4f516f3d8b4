import { and, asc, desc, eq, exists, gt, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { BrakeBounds } from '../../domain/strangers/strangers.ts'
import type { Handle } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Bookings of a hotel that the brake counts since an instant, by the index `booking_brake` alone. */
const isOfBrake = (
  { booking }: Tables,
  hotelId: number | SQLWrapper,
  sinceMs: number | SQLWrapper,
) =>
  and(eq(booking.hotelId, hotelId), sql`${booking.brakeNights} > 0`, gt(booking.brakeAtMs, sinceMs))

/** Room-nights that the brake counts of a hotel in 24 hours and in 7 days. */
export async function sumBrake(
  { t, db }: Handle,
  hotelId: number,
  nowMs: number,
): Promise<BrakeBounds> {
  const { brakeAtMs, brakeNights } = t.booking
  const [row] = await db
    .select({
      day: sum(sql`case when ${brakeAtMs} > ${nowMs - DAY_MS} then ${brakeNights} end`),
      week: sum(brakeNights),
    })
    .from(t.booking)
    .where(isOfBrake(t, hotelId, nowMs - 7 * DAY_MS))
  return row!
}

/** What the brake counts of a booking that nobody of the hotel has proven. */
export type WaveBooking = { code: string; isByMail: boolean; roomNights: number }

/**
 * Bookings that the brake counts since an instant, the newest first, those that nobody has proven before those proven by
 * mail. Whoever has stayed before is not among them.
 */
export async function listWave(
  { t, db }: Handle,
  hotelId: number,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<WaveBooking[]> {
  const { code, proof, brakeNights: roomNights, brakeAtMs, id } = t.booking
  const isByMail = sql<boolean>`${eq(proof, 'mail')}`.mapWith(Boolean)
  return await db
    .select({ code, isByMail, roomNights })
    .from(t.booking)
    .where(and(isOfBrake(t, hotelId, sinceMs), ne(proof, 'hotel')))
    .orderBy(asc(isByMail), desc(brakeAtMs), desc(id))
    .limit(limit)
}

/** Whether the brake counts anything of a hotel since an instant. */
export const hasBrakeNights = (
  handle: Handle,
  hotelId: number,
  sinceMs: number,
): Promise<boolean> => hasRow(handle, handle.t.booking, isOfBrake(handle.t, hotelId, sinceMs))

/** The next hotels by id, and whether the brake counts anything there since an instant. */
export async function listBrakeStates(
  { t, db }: Handle,
  sinceMs: number,
  { after, limit }: { after: { id: number } | undefined; limit: number },
): Promise<{ id: number; isTaken: boolean }[]> {
  const { id } = t.hotel
  const taken = db
    .select({ one: sql`1` })
    .from(t.booking)
    .where(isOfBrake(t, id, sinceMs))
  return await db
    .select({ id, isTaken: sql<boolean>`${exists(taken)}`.mapWith(Boolean) })
    .from(t.hotel)
    // No sandboxes, whose ids are below 0.
    .where(gt(id, after?.id ?? 0))
    .orderBy(asc(id))
    .limit(limit)
}

/** 0 of no rows; a number also where the engine answers text. */
const sum = (what: SQLWrapper) => sql<number>`coalesce(sum(${what}), 0)`.mapWith(Number)
