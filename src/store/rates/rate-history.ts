import { and, desc, eq, lt } from 'drizzle-orm'
import type { NightPlace } from '../../domain/availability.ts'
import type { RateChange } from '../../domain/fold-rates.ts'
import { NO_RATE_DAY, type RateDay } from '../../domain/rate.ts'
import type { HistoryEntry } from '../availability/history.ts'
import type { Handle, Tx } from '../engine.ts'
import { paced } from '../pace.ts'
import { valuesOf } from './rate-days.ts'

const COLUMNS = ['hotelId', 'roomCode', 'rateCode', 'date', 'changeSeq', 'before'] as const

/** Records what a change of a hotel did to days of rates. @param changeSeq the change, which stands already */
export async function insertRateHistory(
  { t, db }: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly RateChange[],
): Promise<void> {
  for await (const part of paced(changes))
    await db.insert(t.rateDayHistory, ...COLUMNS, ...valuesOf(part)).values(
      part.map(({ roomCode, rateCode, date, before, after }) => ({
        hotelId,
        roomCode,
        rateCode,
        date,
        changeSeq,
        before: before && writeState(before),
        priceCents: after.priceCents,
        closed: after.closed,
        minStay: after.minStay,
        minStayThrough: after.minStayThrough,
        maxStay: after.maxStay,
        closedToArrival: after.closedToArrival,
        closedToDeparture: after.closedToDeparture,
      })),
    )
}

/** What happened to one day of a rate, newest first. */
export async function listRateHistory(
  { t, db }: Handle,
  where: NightPlace & {
    hotelId: number
    rateCode: string
    limit: number
    beforeSeq?: number | undefined
  },
): Promise<HistoryEntry<RateDay>[]> {
  const { hotelId, roomCode, rateCode, date, changeSeq } = t.rateDayHistory
  const rows = await db
    .select()
    .from(t.rateDayHistory)
    .innerJoin(t.change, eq(t.change.seq, changeSeq))
    .leftJoin(t.apiKey, and(eq(t.change.actorType, 'key'), eq(t.apiKey.id, t.change.actorId)))
    .leftJoin(t.user, and(eq(t.change.actorType, 'user'), eq(t.user.id, t.change.actorId)))
    .where(
      and(
        eq(hotelId, where.hotelId),
        eq(roomCode, where.roomCode),
        eq(rateCode, where.rateCode),
        eq(date, where.date),
        where.beforeSeq === undefined ? undefined : lt(changeSeq, where.beforeSeq),
      ),
    )
    .orderBy(desc(changeSeq))
    .limit(where.limit)
  return rows.map(({ rate_day_history: row, change, api_key: key, user }) => {
    const { hotelId, roomCode, rateCode, date, changeSeq, before, ...after } = row
    return {
      seq: changeSeq,
      before: before === null ? null : { ...NO_RATE_DAY, ...JSON.parse(before) },
      after,
      actor: { type: change.actorType, id: change.actorId, name: key?.name ?? null },
      userName: user?.name ?? null,
      pushId: change.pushId,
      atMs: change.atMs,
    }
  })
}

/** A state as the history has it: what is as in a day that nothing was set of is left out, for its rows are many. */
function writeState(state: RateDay): string {
  const set: Partial<Record<keyof RateDay, unknown>> = {}
  for (const name of Object.keys(NO_RATE_DAY) as (keyof RateDay)[])
    if (state[name] !== NO_RATE_DAY[name]) set[name] = state[name]
  return JSON.stringify(set)
}
