import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { addRates } from '../support/rate-days.ts'
import { addCity, addHotel, find, putDays } from '../support/search.ts'
import { startService } from '../support/service.ts'

const ROOMS = Array.from({ length: 9 }, (_, at) => `R${at}`)
const RATES = Array.from({ length: 50 }, (_, at) => `Q${at + 10}`)
const CHECKIN = '2027-04-01'

test('a hotel with very many rates is priced in several turns of the event loop, to the same total (house-style §2)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'here')
  const rooms = ROOMS.map((roomCode) => ({ roomCode }))
  const id = await addHotel(service, { cityId, slug: 'large', rooms })
  const derived = { roomCodes: ROOMS, pricing: { type: 'derived' as const } }
  await addRates(service, { id }, ...RATES.map((rateCode) => ({ rateCode, ...derived })))
  for (const [at, roomCode] of ROOMS.entries()) {
    const night = { available: 5, priceCents: 10_000 - at, closed: false }
    await putDays(service, id, roomCode, Array(90).fill(night), CHECKIN)
  }
  /** What is found, and how often other work had its turn meanwhile. */
  const found = async (nights: number) => {
    let turns = 0
    const turn = () => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const stay = `checkin=${CHECKIN}&checkout=${addDay(CHECKIN, nights)}`
    const [hit] = (await find(service, `city=here&${stay}`)).body.items
    clearImmediate(next)
    expect(hit).toMatchObject({
      ...{ fromTotalCents: 9_992 * nights, lowestTotalCents: 9_992 * nights },
      lowest: { roomCode: 'R8', rateCode: 'STD' },
    })
    return turns
  }

  // With all days in memory nothing but the prices takes turns. Those of the same stay are kept.
  await found(90)
  const turnsOfOne = await found(1)
  expect(await found(89)).toBeGreaterThanOrEqual(turnsOfOne + 2)
})
