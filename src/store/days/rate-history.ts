import type { RateChange } from '../../domain/days/fold-rates.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import { NO_RATE_DAY, type RateDay } from '../../domain/rates/rate.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { insertOf } from '../engine/prepared.ts'
import { changedColumns } from '../rates/rate-days.ts'
import type { HistoryEntry } from './history.ts'
import { listEntries } from './history-chain.ts'

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
  ({ t }) => t.rateDayHistory,
  ({ t, db }, columns, fill) => fill(db.insert(t.rateDayHistory, ...columns)),
)

/** Records a change of rates' days in their history. @param changeSeq number of the change, allocated before */
export async function insertRateHistory(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly RateChange[],
): Promise<void> {
  for await (const part of pacedChunks(changes, tx.dialect.bulk.rowsMax)) {
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
  const entries = await listEntries(handle, 'rate_day', where)
  return entries.map(({ row, head }) => {
    const { hotelId, roomCode, rateCode, date, changeSeq, before, prevSeq, ...after } = row
    const state = before === null ? null : { ...NO_RATE_DAY, ...JSON.parse(before) }
    return { ...head, before: state, after }
  })
}

/** A state in the history's form: fields at their default are left out, because the rows are many. */
function writeState(state: RateDay): string {
  const set: Partial<Record<keyof RateDay, unknown>> = {}
  for (const name of Object.keys(NO_RATE_DAY) as (keyof RateDay)[])
    if (state[name] !== NO_RATE_DAY[name]) set[name] = state[name]
  return JSON.stringify(set)
}
