import { and, asc, eq, gt, gte, inArray, isNotNull, lt, lte, min, ne, sql, sum } from 'drizzle-orm'
import { MEAN_DAYS } from '../../domain/strangers/strangers.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import { PRUNE_ROWS_MAX } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { countedNights } from './counts.ts'

// Rolling windows of room-nights for the rate limits on strangers.

/** Room-nights of one booking or change, with network and site: a row of the rolling windows of the rate limits. */
type Take = Omit<Tables['strangerTake']['$inferSelect'], 'id'>

const DAY_MS = 24 * 60 * 60 * 1_000

const insertRow = prepared(({ t: { strangerTake }, db }) =>
  db.insert(strangerTake).values(placeholders(strangerTake, 'id')).prepare(),
)

/** Stores room-nights of a booking or change. */
export async function insertTake(tx: Tx, take: Take): Promise<void> {
  await insertRow(tx).execute(take)
}

/**
 * Deletes the oldest rows that have left every window.
 *
 * @returns the number deleted; fewer than the maximum: none are left
 */
export async function deleteOldTakes({ t, db }: Tx, beforeMs: number): Promise<number> {
  const { id, atMs } = t.strangerTake
  // By id, which grows with time; an index of the time alone would cost a write for each booking.
  const oldest = db.select({ id, atMs }).from(t.strangerTake).orderBy(asc(id)).limit(PRUNE_ROWS_MAX)
  const first = oldest.as('oldest')
  const old = db.select({ id: first.id }).from(first).where(lt(first.atMs, beforeMs))
  const rows = await db.delete(t.strangerTake).where(inArray(id, old)).returning({ id })
  return rows.length
}

/** Marks a booking's room-nights as a released hold, which counts a fifth. */
export async function releaseTakes({ t: { strangerTake }, db }: Tx, code: string): Promise<void> {
  await db.update(strangerTake).set({ released: true }).where(eq(strangerTake.bookingCode, code))
}

/**
 * A rolling window of room-nights: of a network or a site, at one hotel or all. An address comes with its wider
 * network.
 */
export type TakeWindow = {
  by: { wideNetwork: string; network?: string } | { siteId: string }
  hotelId: number | null
  sinceMs: number
}

/** Weighted room-nights of a window, oldest first. */
export async function listTakes(
  { t, db }: Handle,
  { by, hotelId, sinceMs }: TakeWindow,
): Promise<{ atMs: number; nights: number }[]> {
  const { strangerTake: take } = t
  return await db
    .select({ atMs: take.atMs, nights: sql<number>`${countedNights(take)}`.mapWith(Number) })
    .from(take)
    .where(
      and(
        ...Object.entries(by).map(([name, value]) => eq(take[name as 'siteId'], value)),
        gt(take.atMs, sinceMs),
        hotelId === null ? undefined : eq(take.hotelId, hotelId),
      ),
    )
    .orderBy(asc(take.atMs))
}

/**
 * The instant at which every night with too many rooms held by strangers has lost one of these holds; undefined if none
 * ends.
 *
 * @param least number of held rooms from which a night has too many
 */
export async function findNextHoldEnd(
  { t: { booking, day }, db }: Handle,
  { hotelId, from, to }: { hotelId: number; from: string; to: string },
  least: number,
): Promise<number | undefined> {
  const full = db
    .select({ date: day.date })
    .from(day)
    .where(and(eq(day.hotelId, hotelId), sql`${day.date} between ${from} and ${to}`))
    .groupBy(day.date)
    .having(gte(sum(day.heldByStrangers), sql`${least}`))
    .as('full_night')
  const ends = db
    .select({ atMs: min(booking.holdExpiresAtMs).as('at_ms') })
    .from(full)
    .innerJoin(
      booking,
      and(
        eq(booking.hotelId, hotelId),
        // Literal text: a parameter would keep the planner from the partial index.
        sql`${booking.status} = 'pending'`,
        isNotNull(booking.holdExpiresAtMs),
        ne(booking.proof, 'hotel'),
        lte(booking.checkin, full.date),
        gt(booking.checkout, full.date),
      ),
    )
    .groupBy(full.date)
    .as('night_end')
  const [row] = await db.select({ atMs: sql`max(${ends.atMs})`.mapWith(Number) }).from(ends)
  return row?.atMs ?? undefined
}

/**
 * Mean room-nights a day that count for a hotel's brake, over `MEAN_DAYS` days before an instant, and the hotel's
 * creation.
 */
export async function findMeanDay(
  { t: { booking, hotel }, db }: Handle,
  { hotelId, untilMs }: { hotelId: number; untilMs: number },
): Promise<{ meanDay: number; createdAtMs: number }> {
  const nights = db
    .select({ nights: sum(booking.brakeNights) })
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        gt(booking.brakeAtMs, untilMs - MEAN_DAYS * DAY_MS),
        lte(booking.brakeAtMs, untilMs),
        sql`${booking.brakeNights} > 0`,
      ),
    )
  const [row] = await db
    .select({
      createdAtMs: hotel.createdAtMs,
      nights: sql<number>`coalesce((${nights}), 0)`.mapWith(Number),
    })
    .from(hotel)
    .where(eq(hotel.id, hotelId))
  return { meanDay: row!.nights / MEAN_DAYS, createdAtMs: row!.createdAtMs }
}

/** The largest number of rooms, on sale or live, that each room type of a hotel had on a night of a range. */
export async function listMostRooms(
  { t: { day }, db }: Handle,
  { hotelId, from, to }: { hotelId: number; from: string; to: string },
): Promise<Map<string, number>> {
  const { roomCode, available, live, date } = day
  const rows = await db
    .select({ roomCode, most: sql<number>`max(${available} + ${live})`.mapWith(Number) })
    .from(day)
    .where(and(eq(day.hotelId, hotelId), sql`${date} between ${from} and ${to}`))
    .groupBy(roomCode)
  return new Map(rows.map((row) => [row.roomCode, row.most]))
}
