import { expect, test } from 'bun:test'
import { addDay, book, sell } from '../support/bookings.ts'
import { patch } from '../support/http.ts'
import { find, hotelPage, STAY } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const RATE = {
  ...{ rateCode: 'NRF', name: 'Non-refundable', roomCodes: ['DBL'] },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}
/** Of 840,050: 739,244, which is nearest to 739,000. */
const PRICING = { type: 'derived', percentBp: -1_200, roundTo: 1_000 }

/** Alfa at 8,400.50 a night, with a rate made by its people that is rounded. */
async function start() {
  const service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { priceCents: 840_050 })
  const path = `/v1/panel/rates?hotel=alfa`
  const made = await manager.call('POST', path, { body: { ...RATE, pricing: PRICING } })
  expect(made.status).toBe(201)
  expect(made.body.pricing).toEqual(PRICING)
  return { service, manager }
}

const priceIn = ({ body }: any) => body.rooms[0].rates[0].days[0].priceCents

/** What the rate costs a night, by everything that says it. */
async function prices(service: TestService, panel: TestService['call']) {
  const query = `from=${NIGHT}&to=${NIGHT}&rateCode=NRF`
  const { body: page } = await hotelPage(service, 'alfa', STAY)
  const double = page.rooms.find(({ roomCode }: any) => roomCode === 'DBL')
  const [hit] = (await find(service, `city=alfa-city&${STAY}`)).body.items
  return {
    pull: priceIn(await service.alfa.call('GET', `/rates?${query}`)),
    panel: priceIn(await panel('GET', `/v1/panel/rates/days?${query}&hotel=alfa`)),
    page: double.rates.find(({ rateCode }: any) => rateCode === 'NRF').nightly[0].priceCents,
    search: hit.lowest.rateCode === 'NRF' ? hit.lowestTotalCents / 2 : 'another rate',
  }
}

test('a derived price is rounded alike in search, hotel page, pull, panel and booking, and the mapping tells to what (contract-rates, *Derived*)', async () => {
  const { service, manager } = await start()
  await using _ = service
  const all = (cents: number) => ({ pull: cents, panel: cents, page: cents, search: cents })
  expect(await prices(service, manager.call)).toEqual(all(739_000))
  const mapping = await service.alfa.call('GET', '/mapping')
  expect(mapping.body.rates[1].pricing).toEqual(PRICING)
  const booked = await book(service.call, { rateCode: 'NRF', expectedTotalCents: 1_478_000 })
  expect(booked.status).toBe(201)

  const body = { pricing: { ...PRICING, roundTo: 100 } }
  await manager.call('PATCH', '/v1/panel/rates/NRF?hotel=alfa', { body })
  // What a search keeps of the hotel is forgotten with the change; what was booked stands.
  expect(await prices(service, manager.call)).toEqual(all(739_200))
  await patch(service.alfa, [{ roomCode: 'DBL', date: NIGHT, priceCents: 840_350 }])
  // 739,508
  expect((await prices(service, manager.call)).pull).toBe(739_500)
  const code = booked.body.code
  const kept = await manager.call('GET', `/v1/panel/bookings/${code}?hotel=alfa`)
  expect(kept.body.totalPriceCents).toBe(1_478_000)
})

test('a price that is rounded to nothing is not bookable: no_price (contract-rates, *Derived*)', async () => {
  const { service, manager } = await start()
  await using _ = service
  for (const date of [NIGHT, addDay(NIGHT, 1)])
    await patch(service.alfa, [{ roomCode: 'DBL', date, priceCents: 4_900 }])
  const body = { pricing: { type: 'derived', roundTo: 10_000 } }
  await manager.call('PATCH', '/v1/panel/rates/NRF?hotel=alfa', { body })
  expect(await book(service.call, { rateCode: 'NRF' })).toBeProblem(409, 'no_price')
})
