import type { Rate } from '../../src/domain/rates/rate.ts'
import { reviseHotel } from '../../src/store/catalog/catalog.ts'
import { noteRatesUsed, upsertRate } from '../../src/store/rates/rates.ts'
import { putRateDays } from './rate-rows.ts'
import { FIRST, type RatedHotel, ROOMS } from './rated-world.ts'
import { addCity, addHotel, putDays } from './search.ts'
import type { TestService } from './service.ts'

/** Makes hotels with their rates, days and rates' days in the city `izmir`, named h0, h1 and on. @returns their ids */
export async function buildHotels(
  service: TestService,
  hotels: readonly RatedHotel[],
): Promise<number[]> {
  const cityId = await addCity(service, 'izmir')
  const ids: number[] = []
  for (const [index, { rooms, rates, days, rateDays }] of hotels.entries()) {
    const hotelId = await addHotel(service, { cityId, slug: `h${index}`, rooms })
    ids.push(hotelId)
    for (const rate of rates) await putRate(service, hotelId, rate)
    for (const [at, roomCode] of ROOMS.entries()) {
      const some = days[at]!.map((day) => day ?? undefined)
      await putDays(service, hotelId, roomCode, some, FIRST)
      for (const [of, { rateCode }] of rates.entries()) {
        const set = rateDays[at]![of]!.map((day) => day ?? undefined)
        await putRateDays(service, { hotelId, roomCode, rateCode }, set, FIRST)
      }
    }
  }
  return ids
}

/** Makes a rate of a hotel, or changes it. */
export const putRate = ({ store }: TestService, hotelId: number, rate: Rate) =>
  store.tx(async (tx) => {
    await upsertRate(tx, hotelId, rate)
    await noteRatesUsed(tx, hotelId)
    await reviseHotel(tx, hotelId)
  })
