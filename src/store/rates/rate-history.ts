import type { RateChange } from '../../domain/fold-rates.ts'
import type { Tx } from '../engine.ts'
import { paced } from '../pace.ts'

/** Records what a change of a hotel did to days of rates. @param changeSeq the change, which stands already */
export async function insertRateHistory(
  { t, db }: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly RateChange[],
): Promise<void> {
  for await (const part of paced(changes))
    await db.insert(t.rateDayHistory).values(
      part.map(({ roomCode, rateCode, date, before, after }) => ({
        hotelId,
        roomCode,
        rateCode,
        date,
        changeSeq,
        before: before && JSON.stringify(before),
        ...after,
      })),
    )
}
