import { NO_RATE_DAY, type RateDay } from '../../src/domain/rates/rate.ts'
import { invalidateRateDays, type RateDayRow } from '../../src/store/rates/rate-days.ts'
import { addDay } from './bookings.ts'
import type { TestService } from './service.ts'
import { date } from './store.ts'

/** Writes days of a rate for a room type, one after another from a date on, as they shall stand; undefined leaves one as it is. */
export async function putRateDays(
  { store }: Pick<TestService, 'store'>,
  place: { hotelId: number; roomCode?: string; rateCode: string },
  days: readonly (Partial<RateDay> | undefined)[],
  from = '2027-04-01',
): Promise<void> {
  const { hotelId, rateCode, roomCode = 'DBL' } = place
  const rows = days.flatMap((day, index): RateDayRow[] => {
    const on = date(addDay(from, index))
    return day ? [{ roomCode, rateCode, date: on, ...NO_RATE_DAY, ...day }] : []
  })
  await store.tx(async (tx) => {
    const { rateDay } = tx.t
    const target = [rateDay.hotelId, rateDay.roomCode, rateDay.rateCode, rateDay.date]
    for (const row of rows)
      await tx.db
        .insert(rateDay)
        .values({ hotelId, ...row })
        .onConflictDoUpdate({ target, set: row })
    invalidateRateDays(tx, hotelId, rows)
  })
}
