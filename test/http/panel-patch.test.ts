import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { daysOf, patch, pull } from '../support/http.ts'
import { addRates, storedRateDays } from '../support/rate-days.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const NEXT = '2027-04-02'
const OWN = { roomCode: 'DBL', rateCode: 'OWN', date: NIGHT }

/** Alfa's manager at a rate of own prices and one that follows `STD`, both of the double room. */
async function scene() {
  const service = await startService()
  const { store, alfa } = service
  await addRates(
    service,
    alfa,
    { rateCode: 'OWN' },
    { rateCode: 'LESS', pricing: { type: 'derived', percentBp: -1_000 } },
  )
  await sell(service, { nights: 2 })
  const { manager } = await hireStaff(service)
  const set = (...updates: object[]) =>
    manager.call('PATCH', '/v1/panel/availability', { body: { updates } })
  const prices = async () =>
    (await storedRateDays(store, alfa.id, { rateCode: 'OWN' })).map(({ priceCents }) => priceCents)
  return { service, set, prices, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

const changed = (field: string, of: object) => ({
  ...{ path: `/updates/0/${field}`, code: 'price_changed' },
  ...of,
})

test('a price of a rate that somebody else changed meanwhile is refused as the day’s is, and changes nothing', async () => {
  await using scened = await scene()
  const { set, prices } = scened
  const first = { ...OWN, priceCents: 12_000, expectedPriceCents: 0 }
  expect((await set(first)).body).toMatchObject({ applied: 1 })
  const again = await set({ ...first, priceCents: 13_000, minStay: 3 })
  expect(again).toBeProblem(422, 'validation_failed')
  expect(again.body).toMatchObject({
    applied: 0,
    errors: [changed('expectedPriceCents', { roomCode: 'DBL', date: NIGHT })],
  })
  expect(await prices()).toEqual([12_000])
  expect((await set({ ...first, priceCents: 13_000, expectedPriceCents: 12_000 })).status).toBe(200)
  expect(await prices()).toEqual([13_000])
})

test('elements for one day of a rate go one after the other: the second expects what the first has set', async () => {
  await using scened = await scene()
  const { set, prices } = scened
  const raise = (from: number, priceCents: number) => ({
    ...OWN,
    ...{ priceCents, expectedPriceCents: from },
  })
  const { status, body } = await set(raise(0, 100), raise(100, 200), raise(100, 300))
  expect(status).toBe(207)
  expect(body).toMatchObject({ applied: 2, rejected: 1, errors: [{ index: 2 }] })
  expect(await prices()).toEqual([200])
})

test('of a range those days are refused whose price is another; a price is taken away from who has seen it alone', async () => {
  await using scened = await scene()
  const { set, prices } = scened
  await set({ ...OWN, priceCents: 9_900 })
  const { date: _, ...place } = OWN
  const range = { ...place, dateFrom: NIGHT, dateTo: NEXT, priceCents: 8_000 }
  const { status, body } = await set({ ...range, expectedPriceCents: 9_900 })
  expect([status, body.errors]).toMatchObject([
    207,
    [{ code: 'price_changed', dates: [NEXT], failed: 1 }],
  ])
  expect(await prices()).toEqual([8_000])
  expect((await set({ ...OWN, priceCents: null, expectedPriceCents: 9_900 })).status).toBe(422)
  expect(await prices()).toEqual([8_000])
  expect((await set({ ...OWN, priceCents: null, expectedPriceCents: 8_000 })).status).toBe(200)
  expect(await prices()).toEqual([null])
})

test('a PATCH of the day’s own price is guarded, too', async () => {
  await using scened = await scene()
  const { set, service } = scened
  const [before]: any[] = daysOf(await pull(service.alfa, NIGHT), 'DBL')
  const day = { roomCode: 'DBL', date: NIGHT, priceCents: before.priceCents + 100 }
  const answer = await set({ ...day, expectedPriceCents: before.priceCents + 1 })
  expect(answer.body.errors).toMatchObject([changed('expectedPriceCents', {})])
  expect(daysOf(await pull(service.alfa, NIGHT), 'DBL')).toEqual([before])
  expect((await set({ ...day, expectedPriceCents: before.priceCents })).status).toBe(200)
})

test('what is expected stands beside a price, and with the hotel’s people alone', async () => {
  await using scened = await scene()
  const { set, prices, service } = scened
  const alone = await set({ ...OWN, closed: true, expectedPriceCents: 1 })
  expect(alone.body.errors).toMatchObject([{ field: 'priceCents', code: 'required' }])
  const derived = { ...OWN, rateCode: 'LESS', priceCents: 5, expectedPriceCents: 1 }
  expect((await set(derived)).body.errors).toMatchObject([{ code: 'price_derived' }])
  const partner = await patch(service.alfa, [{ ...OWN, priceCents: 5, expectedPriceCents: 0 }])
  expect(partner).toBeProblem(422, 'validation_failed')
  expect(partner.body.errors).toMatchObject([
    { field: 'expectedPriceCents', code: 'unknown_field' },
  ])
  expect(await prices()).toEqual([])
})
