import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { AgencyNightMove } from '../../domain/agencies/agency-nights.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'

// Counters of what agencies draw of a night; each booking of an agency moves them in its own transaction.

/** Rooms that an agency draws of a night: of its live bookings, those of them in holds, and rooms kept back. */
export type AgencyNight = { date: CalendarDate; live: number; pending: number; keptBack: number }

const COUNTERS = ['live', 'pending', 'keptBack'] as const

/** Moves the counters of an agency's nights. The caller has locked the hotel. */
export async function moveAgencyNights(
  { t: { agencyNight }, db }: Tx,
  { hotelId, agencyId }: { hotelId: number; agencyId: number },
  moves: readonly AgencyNightMove[],
): Promise<void> {
  // An older version of the service did not move these counters; they must not fall below 0.
  const notNegative = (value: SQL) => sql`case when ${value} < 0 then 0 else ${value} end`
  // One statement for each kind of move: the nights of a stay nearly always move alike.
  const alike = Map.groupBy(moves, ({ live, pending, keptBack }) =>
    [live, pending, keptBack].join(),
  )
  for (const [, like] of alike) {
    const by = like[0]!
    const set = COUNTERS.map((name) => [name, notNegative(sql`${agencyNight[name]} + ${by[name]}`)])
    const first = Object.fromEntries(COUNTERS.map((name) => [name, Math.max(0, by[name])]))
    await db
      .insert(agencyNight)
      .values(like.map(({ roomCode, date }) => ({ hotelId, agencyId, roomCode, date, ...first })))
      .onConflictDoUpdate({
        target: [
          ...[agencyNight.hotelId, agencyNight.roomCode],
          ...[agencyNight.date, agencyNight.agencyId],
        ],
        set: Object.fromEntries(set),
      })
  }
}

/** Lists what an agency draws of some nights of a room type; nights of which it never drew anything are absent. */
export async function listAgencyNights(
  { t: { agencyNight }, db }: Handle,
  place: { hotelId: number; agencyId: number; roomCode: string },
  dates: readonly CalendarDate[],
): Promise<AgencyNight[]> {
  const { date, live, pending, keptBack } = agencyNight
  return await db
    .select({ date, live, pending, keptBack })
    .from(agencyNight)
    .where(
      and(
        eq(agencyNight.hotelId, place.hotelId),
        eq(agencyNight.roomCode, place.roomCode),
        inArray(date, [...dates]),
        eq(agencyNight.agencyId, place.agencyId),
      ),
    )
}

/**
 * Forgets the rooms that ended bookings kept back, on nights that were counted anew.
 *
 * @returns true if there were any
 */
export async function forgetKeptBack(
  { t: { agencyNight }, db }: Tx,
  hotelId: number,
  counted: readonly NightPlace[],
): Promise<boolean> {
  let isAny = false
  const byRoom = Map.groupBy(counted, ({ roomCode }) => roomCode)
  for (const [roomCode, nights] of byRoom)
    for await (const part of pacedChunks(nights)) {
      const dates = part.map(({ date }) => date)
      const rows = await db
        .update(agencyNight)
        .set({ keptBack: 0 })
        .where(
          and(
            eq(agencyNight.hotelId, hotelId),
            eq(agencyNight.roomCode, roomCode),
            inArray(agencyNight.date, dates),
            gt(agencyNight.keptBack, 0),
          ),
        )
        .returning({ date: agencyNight.date })
      if (rows.length > 0) isAny = true
    }
  return isAny
}
