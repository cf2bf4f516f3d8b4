import { and, asc, between, eq, inArray } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/date.ts'
import type { PlacedRateDay } from '../../domain/rate.ts'
import { type Handle, invalidate, type Tx } from '../engine.ts'

/** A stored day of a rate with its place. */
export type RateDayRow = PlacedRateDay

/** The topic of the days of a hotel's rates, restrictions of `STD` among them; see `Store.version`. */
export const rateDaysTopic = (hotelId: number) => `rate_days:${hotelId}`

/**
 * Marks days of a hotel's rates as changed; to be called after writing them, in the same transaction, with the rows as they
 * are stored now: search keeps them in memory and puts these in their places.
 */
export function invalidateRateDays(tx: Tx, hotelId: number, rows: readonly RateDayRow[]): void {
  invalidate(tx, rateDaysTopic(hotelId))
  tx.rateDays.push({ hotelId, rows })
}

/** Stored days of some rates for some room types, by room code, rate code and date; `from` and `to` included. */
export async function listRateDays(
  { t: { rateDay }, db }: Handle,
  where: {
    hotelId: number
    roomCodes: readonly string[]
    rateCodes: readonly string[]
    from: CalendarDate
    to: CalendarDate
  },
): Promise<RateDayRow[]> {
  const { hotelId, roomCodes, rateCodes, from, to } = where
  if (roomCodes.length === 0 || rateCodes.length === 0) return []
  const rows = await db
    .select()
    .from(rateDay)
    .where(
      and(
        eq(rateDay.hotelId, hotelId),
        inArray(rateDay.roomCode, [...roomCodes]),
        inArray(rateDay.rateCode, [...rateCodes]),
        between(rateDay.date, from, to),
      ),
    )
    .orderBy(asc(rateDay.roomCode), asc(rateDay.rateCode), asc(rateDay.date))
  return rows.map(({ hotelId: _, ...row }) => row)
}
