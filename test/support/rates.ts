import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { NO_PENALTY, NO_RATE_DAY, type Rate, STD } from '../../src/domain/rates/rate.ts'
import type { NewRate } from '../../src/domain/rates/rate-rules.ts'
import { changeRate, createRate } from '../../src/service/rates/rates.ts'
import { reviseHotel } from '../../src/store/catalog/catalog.ts'
import { invalidateRateDays, type RateDayRow } from '../../src/store/rates/rate-days.ts'
import { noteRatesUsed } from '../../src/store/rates/rates.ts'
import type { TestService } from './service.ts'

const ACTOR = { type: 'user', id: 'u1' } as const

/**
 * Makes a rate at Alfa, or at the hotel of a slug: unless said otherwise of every room type, derived at the price of
 * `STD`, without a penalty, public and on sale. Of `STD` it changes what is given.
 */
export async function makeRate(
  { deps, context }: Pick<TestService, 'deps' | 'context'>,
  { rateCode, ...given }: Partial<NewRate> & Pick<NewRate, 'rateCode'>,
  hotelSlug = 'alfa',
): Promise<Rate> {
  if (rateCode === STD)
    return (await changeRate(deps, ACTOR, { hotel: hotelSlug, rateCode }, given)).rate
  const { rooms } = (await context.hotelOfSlug(hotelSlug))!
  const { rate } = await createRate(deps, ACTOR, hotelSlug, {
    rateCode,
    name: `Rate ${rateCode}`,
    boardCode: null,
    roomCodes: rooms.map(({ roomCode }) => roomCode),
    pricing: { type: 'derived' },
    guests: null,
    cancellation: NO_PENALTY,
    public: true,
    active: true,
    ...given,
  })
  return rate
}

/** Sets a day of a rate of Alfa's DBL to the state that a push leaves. */
export async function setRateDay(
  { store, alfa }: Pick<TestService, 'store' | 'alfa'>,
  {
    date,
    rateCode = STD,
    roomCode = 'DBL',
    ...given
  }: Partial<Omit<RateDayRow, 'date'>> & { date: string },
): Promise<void> {
  await store.tx(async (tx) => {
    const day = { ...NO_RATE_DAY, ...given }
    const place = { hotelId: alfa.id, roomCode, rateCode, date: date as CalendarDate }
    const { rateDay } = tx.t
    await tx.db
      .insert(rateDay)
      .values({ ...place, ...day })
      .onConflictDoUpdate({
        target: [rateDay.hotelId, rateDay.roomCode, rateDay.rateCode, rateDay.date],
        set: day,
      })
    invalidateRateDays(tx, alfa.id, [{ ...place, ...day }])
    if (await noteRatesUsed(tx, alfa.id)) await reviseHotel(tx, alfa.id)
  })
}
