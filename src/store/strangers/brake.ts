import { and, asc, desc, eq, exists, gt, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { BrakeBounds } from '../../domain/strangers/strangers.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Bookings of a hotel that count for the brake (a limit on strangers' demand) since an instant; index `booking_brake`
 * covers it.
 */
const isOfBrake = (
  { booking }: Tables,
  hotelId: number | SQLWrapper,
  sinceMs: number | SQLWrapper,
) =>
  and(eq(booking.hotelId, hotelId), sql`${booking.brakeNights} > 0`, gt(booking.brakeAtMs, sinceMs))

/** Room-nights that count for a hotel's brake in 24 hours and in 7 days. */
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

/** A booking that the hotel has not proven, with its room-nights in the brake. */
export type WaveBooking = { code: string; isByMail: boolean; roomNights: number }

/**
 * Bookings that count for the brake since an instant: unproven ones before those proven by mail, each newest first.
 * Guests who stayed before do not count.
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

/** True if any booking of a hotel counts for the brake since an instant. */
export const hasBrakeNights = (
  handle: Handle,
  hotelId: number,
  sinceMs: number,
): Promise<boolean> => hasRow(handle, handle.t.booking, isOfBrake(handle.t, hotelId, sinceMs))

/** The next hotels by id; `isTaken` is true if a booking counts for their brake since an instant. */
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

/** Writes the proof of a booking and its share in the brake. */
export async function updateProof(
  { t: { booking }, db }: Tx,
  { id, proof, provenByStay, brakeNights, brakeAtMs }: Booking,
): Promise<void> {
  await db
    .update(booking)
    .set({ proof, provenByStay, brakeNights, brakeAtMs })
    .where(eq(booking.id, id))
}

/** Sum of a column: 0 without rows, and a number even if the engine answers with text. */
const sum = (what: SQLWrapper) => sql<number>`coalesce(sum(${what}), 0)`.mapWith(Number)
