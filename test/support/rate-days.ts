import { type Rate, STANDARD } from '../../src/domain/rates/rate.ts'
import { reviseHotel } from '../../src/store/catalog/catalog.ts'
import type { Handle } from '../../src/store/engine/engine.ts'
import { listRateDays, type RateDayRow } from '../../src/store/rates/rate-days.ts'
import { noteRatesUsed, upsertRate } from '../../src/store/rates/rates.ts'
import type { TestHotel, TestService } from './service.ts'

/** A rate with everything a test does not care about: it has prices of its own and is sold with the double room. */
export const rate = (given: Partial<Rate> & { rateCode: string }): Rate => ({
  ...STANDARD,
  name: `Rate ${given.rateCode}`,
  roomCodes: ['DBL'],
  pricing: { type: 'own' },
  ...given,
})

/** Gives a hotel some rates. */
export const addRates = (
  { store }: Pick<TestService, 'store'>,
  { id }: Pick<TestHotel, 'id'>,
  ...rates: (Partial<Rate> & { rateCode: string })[]
): Promise<void> =>
  store.tx(async (tx) => {
    for (const each of rates) await upsertRate(tx, id, rate(each))
    await noteRatesUsed(tx, id)
    await reviseHotel(tx, id)
  })

/** The stored days of a rate for a room type, by date. */
export async function storedRateDays(
  store: Handle,
  hotelId: number,
  { roomCode = 'DBL', rateCode }: { roomCode?: string; rateCode: string },
): Promise<Omit<RateDayRow, 'roomCode' | 'rateCode'>[]> {
  const span = { from: '2000-01-01', to: '2100-01-01' } as Pick<
    Parameters<typeof listRateDays>[1],
    'from' | 'to'
  >
  const block = { hotelId, roomCodes: [roomCode], rateCodes: [rateCode], ...span }
  const rows = await listRateDays(store, block)
  return rows.map(({ roomCode, rateCode, ...row }) => row)
}
