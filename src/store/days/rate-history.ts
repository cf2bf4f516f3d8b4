import { and, desc, eq, inArray } from 'drizzle-orm'
import type { RateChange } from '../../domain/days/fold-rates.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import { NO_RATE_DAY, type RateDay } from '../../domain/rates/rate.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { insertOf } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import { changedColumns } from '../rates/rate-days.ts'
import { actorOf, isActorKey, publicActor } from './actors.ts'
import type { HistoryEntry } from './history.ts'
import { listChain } from './history-chain.ts'

const COLUMNS = [
  'hotelId',
  'roomCode',
  'rateCode',
  'date',
  'changeSeq',
  'before',
  'prevSeq',
] as const

const insertHistory = insertOf<(typeof COLUMNS)[number] | keyof RateDay>(
  ({ t, db }, columns, rows) => db.insert(t.rateDayHistory, ...columns).values(rows),
)

/** Records a change of rates' days in their history. @param changeSeq number of the change, allocated before */
export async function insertRateHistory(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly RateChange[],
): Promise<void> {
  for await (const part of pacedChunks(changes)) {
    const rows = part.map(({ roomCode, rateCode, date, before, after }) => ({
      ...after,
      hotelId,
      roomCode,
      rateCode,
      date,
      changeSeq,
      before: before && writeState(before),
      prevSeq: before?.lastSeq,
    }))
    await insertHistory(tx, [...COLUMNS, ...changedColumns(part)], rows)
  }
}

/** The history of one rate's day, newest first. */
export async function listRateHistory(
  handle: Handle,
  where: NightPlace & {
    hotelId: number
    rateCode: string
    limit: number
    beforeSeq?: number | undefined
  },
): Promise<HistoryEntry<RateDay>[]> {
  const { t, db } = handle
  const { hotelId, roomCode, rateCode, date, changeSeq } = t.rateDayHistory
  const seqs = await listChain(handle, 'rate_day', where, where)
  if (seqs.length === 0) return []
  const rows = await db
    .select()
    .from(t.rateDayHistory)
    .innerJoin(t.change, eq(t.change.seq, changeSeq))
    .leftJoin(t.apiKey, isActorKey(t, t.change))
    .leftJoin(t.user, and(eq(t.change.actorType, 'user'), eq(t.user.id, t.change.actorId)))
    .where(
      and(
        eq(hotelId, where.hotelId),
        eq(roomCode, where.roomCode),
        eq(rateCode, where.rateCode),
        eq(date, where.date),
        inArray(changeSeq, padIds(seqs)),
      ),
    )
    .orderBy(desc(changeSeq))
  return rows.map(({ rate_day_history: row, change, api_key: key, user }) => {
    const { hotelId, roomCode, rateCode, date, changeSeq, before, prevSeq, ...after } = row
    return {
      seq: changeSeq,
      before: before === null ? null : { ...NO_RATE_DAY, ...JSON.parse(before) },
      after,
      actor: publicActor(actorOf(change, key?.vendorId), key?.name),
      userName: user?.name ?? null,
      pushId: change.pushId,
      atMs: change.atMs,
    }
  })
}

/** A state in the history's form: fields at their default are left out, because the rows are many. */
function writeState(state: RateDay): string {
  const set: Partial<Record<keyof RateDay, unknown>> = {}
  for (const name of Object.keys(NO_RATE_DAY) as (keyof RateDay)[])
    if (state[name] !== NO_RATE_DAY[name]) set[name] = state[name]
  return JSON.stringify(set)
}
