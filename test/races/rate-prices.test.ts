import { expect, test } from 'bun:test'
import { addRates, storedRateDays } from '../support/rate-days.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const PLACE = { roomCode: 'DBL', rateCode: 'OWN', date: '2027-04-01' }

test('of those who set the price of a rate in the place of the same one, one does at a time, and nobody writes over another', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa, store } = service
  await addRates(service, alfa, { rateCode: 'OWN' })
  const { manager, chief } = await hireStaff(service)
  const query = `?hotel=${alfa.slug}`
  const set = async (who: typeof manager, priceCents: number, expectedPriceCents: number) => {
    const body = { updates: [{ ...PLACE, priceCents, expectedPriceCents }] }
    return await who.call('PATCH', `/v1/panel/availability${query}`, { body })
  }
  let price = 0
  for (let round = 1; round <= 12; round++) {
    const asked = Array.from({ length: 8 }, (_, at) => round * 1_000 + at)
    const answers = await Promise.all(
      asked.map((cents, at) => set(at % 2 ? chief : manager, cents, price)),
    )
    const won = asked.filter((_, at) => answers[at]!.status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect(body.errors).toMatchObject([{ code: 'price_changed' }])
    price = won[0]!
    const [day] = await storedRateDays(store, alfa.id, { rateCode: 'OWN' })
    expect(day!.priceCents).toBe(price)
  }
})
