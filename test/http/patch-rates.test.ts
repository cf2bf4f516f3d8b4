import { expect, test } from 'bun:test'
import { NO_RATE_DAY, RESTRICTIONS } from '../../src/domain/rates/rate.ts'
import { addDay, sell } from '../support/bookings.ts'
import { daysOf, patch, pull, push } from '../support/http.ts'
import { addRates, storedRateDays } from '../support/rate-days.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const PLACE = { roomCode: 'DBL', date: NIGHT }
const OWN = { ...PLACE, rateCode: 'OWN' }
const LESS = { ...PLACE, rateCode: 'LESS' }

/** Alfa with a rate of own prices and a derived one, both sold with the double room alone. */
async function start() {
  const service = await startService()
  await addRates(
    service,
    service.alfa,
    { rateCode: 'OWN' },
    { rateCode: 'LESS', pricing: { type: 'derived', percentBp: -1_000 } },
    { rateCode: 'OFF', active: false },
  )
  return service
}
const daysOfRate = ({ store, alfa }: TestService, rateCode: string) =>
  storedRateDays(store, alfa.id, { rateCode })
const usesRates = async ({ context, alfa }: TestService) =>
  (await context.hotelOf(alfa.id)).hotel.usesRates
const dayOf = async ({ alfa }: TestService) => daysOf(await pull(alfa, NIGHT), 'DBL')[0]!

test('a weekend price of a rate over a year is one element; the days of the room type stay as they are (contract-rates)', async () => {
  await using service = await start()
  await sell(service, { available: 4 })
  const before = await pull(service.alfa, NIGHT, '2028-03-30')
  const { status, body } = await patch(service.alfa, [
    {
      ...{ roomCode: 'DBL', rateCode: 'OWN', dateFrom: NIGHT, dateTo: '2028-03-30' },
      ...{ weekdays: ['fri', 'sat'], priceCents: 15_900 },
    },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ received: 104, applied: 104, unchanged: 0, days: 104, warnings: [] })
  const days = await daysOfRate(service, 'OWN')
  expect(days).toHaveLength(104)
  // A Friday.
  expect(days[0]).toEqual({ ...NO_RATE_DAY, date: '2027-04-02' as never, priceCents: 15_900 })
  expect((await pull(service.alfa, NIGHT, '2028-03-30')).body).toEqual(before.body)
})

test('of STD a price is the day’s and a restriction the rate’s, in one element or two (contract-rates)', async () => {
  await using service = await startService()
  await sell(service, { available: 4 })
  const one = await patch(service.alfa, [
    { ...PLACE, priceCents: 12_300, minStay: 2, closedToArrival: true, rateCode: 'STD' },
  ])
  expect(one.body).toMatchObject({ received: 1, applied: 1 })
  expect(await dayOf(service)).toMatchObject({ available: 4, priceCents: 12_300, closed: false })
  expect(await daysOfRate(service, 'STD')).toEqual([
    { ...NO_RATE_DAY, date: NIGHT as never, minStay: 2, closedToArrival: true },
  ])
  const same = await patch(service.alfa, [{ ...PLACE, priceCents: 12_300, minStay: 2 }])
  expect(same.body).toMatchObject({ applied: 0, unchanged: 1 })
  const either = await patch(service.alfa, [{ ...PLACE, priceCents: 12_300, maxStay: 7 }])
  expect(either.body).toMatchObject({ applied: 1, unchanged: 0 })
})

test('a restriction alone makes no day; what restricts nothing is none (contract-rates)', async () => {
  await using service = await startService()
  const none = {
    ...{ minStay: 1, minStayThrough: 1, maxStay: 0, closedToArrival: false },
    ...{ minAdvanceDays: 0, maxAdvanceDays: 730 },
  }
  const idle = await patch(service.alfa, [{ ...PLACE, ...none, closedToDeparture: false }])
  expect(idle.body).toMatchObject({ applied: 0, unchanged: 1 })
  expect(await usesRates(service)).toBe(false)
  expect(await daysOfRate(service, 'STD')).toEqual([])
  const set = await patch(service.alfa, [{ ...PLACE, minStay: 3 }])
  expect(set.body).toMatchObject({ applied: 1, warnings: [] })
  expect(await usesRates(service)).toBe(true)
  // As it is shown that was never pushed.
  expect(await dayOf(service)).toMatchObject({ available: 0, closed: true })
  await patch(service.alfa, [{ ...PLACE, ...none }])
  expect(await daysOfRate(service, 'STD')).toEqual([{ ...NO_RATE_DAY, date: NIGHT as never }])
})

test('price and flag of another rate are its own, and so is a restriction until it is null again (contract-rates)', async () => {
  await using service = await start()
  await sell(service, { available: 4 })
  const day = await dayOf(service)
  await patch(service.alfa, [
    { ...OWN, priceCents: 9_900, closed: true, minStay: 1 },
    { ...LESS, minStay: 1, closedToArrival: false },
  ])
  expect(await dayOf(service)).toEqual(day)
  const [own] = await daysOfRate(service, 'OWN')
  expect(own).toMatchObject({ priceCents: 9_900, closed: true, minStay: 1, maxStay: null })
  const [less] = await daysOfRate(service, 'LESS')
  expect(less).toMatchObject({ priceCents: null, minStay: 1, closedToArrival: false })
  const { body } = await patch(service.alfa, [
    { ...OWN, priceCents: null },
    { ...LESS, minStay: null },
    { ...LESS, closedToDeparture: null },
  ])
  expect(body).toMatchObject({ applied: 2, unchanged: 1, rejected: 0 })
  expect((await daysOfRate(service, 'OWN'))[0]).toMatchObject({ priceCents: null, closed: true })
  expect((await daysOfRate(service, 'LESS'))[0]).toMatchObject({ minStay: null })
})

test.each([
  [{ ...OWN, available: 1 }, 'available', 'conflicting_fields'],
  [{ ...OWN, availableBy: 1 }, 'availableBy', 'conflicting_fields'],
  [{ ...LESS, allotment: 1 }, 'allotment', 'conflicting_fields'],
  [{ ...LESS, priceCents: 1 }, 'priceCents', 'price_derived'],
  [{ ...LESS, priceCents: null }, 'priceCents', 'price_derived'],
  [{ ...OWN, priceCents: 0 }, 'priceCents', 'out_of_range'],
  [{ ...OWN, priceCents: -1 }, 'priceCents', 'out_of_range'],
  [{ ...OWN, closed: null }, 'closed', 'null_refused'],
  [{ ...OWN, minStay: null }, 'minStay', 'null_not_allowed'],
  [{ ...OWN, closedToArrival: null }, 'closedToArrival', 'null_not_allowed'],
  [{ ...PLACE, maxStay: null }, 'maxStay', 'null_not_allowed'],
  [{ ...PLACE, rateCode: 'STD', priceCents: null }, 'priceCents', 'null_not_allowed'],
  [{ ...PLACE, priceCents: null }, 'priceCents', 'null_not_allowed'],
  [{ ...OWN, minStay: 0 }, 'minStay', 'out_of_range'],
  [{ ...OWN, minStay: 91 }, 'minStay', 'out_of_range'],
  [{ ...PLACE, minStayThrough: 0 }, 'minStayThrough', 'out_of_range'],
  [{ ...PLACE, maxStay: 91 }, 'maxStay', 'out_of_range'],
  [{ ...PLACE, maxStay: -1 }, 'maxStay', 'out_of_range'],
  [{ ...PLACE, minAdvanceDays: 731 }, 'minAdvanceDays', 'out_of_range'],
  [{ ...PLACE, maxAdvanceDays: -1 }, 'maxAdvanceDays', 'out_of_range'],
  [{ ...PLACE, maxAdvanceDays: null }, 'maxAdvanceDays', 'null_not_allowed'],
  [{ ...PLACE, minStay: 1.5 }, 'minStay', 'wrong_type'],
  [{ ...PLACE, closedToArrival: 'yes' }, 'closedToArrival', 'wrong_type'],
  [{ ...OWN }, null, 'required'],
  [{ ...OWN, rateCode: '', closed: true }, 'rateCode', 'wrong_length'],
  [{ ...OWN, rateCode: null, closed: true }, 'rateCode', 'null_refused'],
  [{ ...OWN, rateCode: 'GONE', closed: true }, 'rateCode', 'unknown_rate'],
  [{ ...OWN, roomCode: 'SGL', closed: true }, 'rateCode', 'unknown_rate'],
  [{ ...OWN, roomCode: 'DBX', closed: true }, 'roomCode', 'unknown_room'],
])('%p is refused at %p as %s (contract-rates)', async (element, field, code) => {
  await using service = await start()
  const good = { ...OWN, date: addDay(NIGHT, 1), closed: true }
  const { status, body } = await patch(service.alfa, [element, good], { key: 'once' })
  expect(status).toBe(207)
  expect(body).toMatchObject({ received: 2, rejected: 1, applied: 1 })
  expect(body.errors).toMatchObject([{ index: 0, field, code }])
  expect(await daysOfRate(service, 'OWN')).toHaveLength(1)
})

test('an unknown rate is told the nearest; one that is not sold with the room type, which (contract-rates)', async () => {
  await using service = await start()
  const { body } = await patch(service.alfa, [
    { ...OWN, rateCode: 'own', closed: true },
    { ...OWN, roomCode: 'SGL', closed: true },
  ])
  expect(body.errors).toMatchObject([
    {
      message: 'This hotel has no rate "own"; the nearest code is "OWN".',
      values: { given: 'own', nearest: 'OWN' },
    },
    { message: 'Rate "OWN" is not sold with room type "SGL".' },
  ])
  const next = await patch(service.bravo, [{ ...OWN, closed: true }])
  expect(next.body.errors).toMatchObject([{ code: 'unknown_rate', values: { nearest: 'STD' } }])
})

test('a rate that is switched off may be pushed to (contract-rates)', async () => {
  await using service = await start()
  const { body } = await patch(service.alfa, [{ ...PLACE, rateCode: 'OFF', priceCents: 7_000 }])
  expect(body).toMatchObject({ applied: 1, warnings: [] })
})

test('an element whose day is refused leaves its restriction out, too; atomic and a dry run write nothing (contract-counts)', async () => {
  await using service = await start()
  const mixed = [
    { ...PLACE, available: 2, minStay: 3 },
    { ...OWN, minStay: 3 },
  ]
  const partial = await patch(service.alfa, mixed)
  expect(partial.body).toMatchObject({ applied: 1, rejected: 1 })
  expect(partial.body.errors).toMatchObject([{ index: 0, code: 'price_required' }])
  expect(await daysOfRate(service, 'STD')).toEqual([])
  const bad = [
    { ...OWN, minStay: 5 },
    { ...OWN, minStay: 0 },
  ]
  const atomic = await patch(service.alfa, bad, { query: '?mode=atomic' })
  expect(atomic).toBeProblem(422, 'validation_failed')
  expect(atomic.body).toMatchObject({ received: 2, applied: 0, rejected: 2 })
  const dry = await patch(service.alfa, [{ ...OWN, minStay: 6 }], { query: '?dryRun=true' })
  expect(dry.body).toMatchObject({ dryRun: true, applied: 1 })
  expect(await daysOfRate(service, 'OWN')).toMatchObject([{ minStay: 3 }])
})

test('a dry run of the first restriction leaves the hotel one that has none', async () => {
  await using service = await startService()
  await patch(service.alfa, [{ ...PLACE, minStay: 2 }], { query: '?dryRun=true' })
  expect(await usesRates(service)).toBe(false)
})

test('a push of rates under an Idempotency-Key is done once (contract-counts)', async () => {
  await using service = await start()
  const first = await patch(service.alfa, [{ ...OWN, priceCents: 100 }], { key: 'k1' })
  await patch(service.alfa, [{ ...OWN, priceCents: 200 }])
  const again = await patch(service.alfa, [{ ...OWN, priceCents: 100 }], { key: 'k1' })
  expect(again.body).toEqual(first.body)
  expect(await daysOfRate(service, 'OWN')).toMatchObject([{ priceCents: 200 }])
})

test('days of a rate count as days of fair use (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 300 })
  await addRates(service, service.alfa, { rateCode: 'OWN' })
  const left = async () => (await service.alfa.call('GET', '/limits')).body.pushedDays.remaining
  const before = await left()
  await patch(service.alfa, [
    { roomCode: 'DBL', rateCode: 'OWN', dateFrom: NIGHT, dateTo: addDay(NIGHT, 99), minStay: 2 },
  ])
  expect(before - (await left())).toBe(100)
})

test('PUT takes the five fields alone, in the panel too (specification §2.3)', async () => {
  await using service = await start()
  const { manager } = await hireStaff(service)
  for (const field of [...RESTRICTIONS, 'rateCode']) {
    const element = { ...PLACE, available: 0, [field]: field === 'rateCode' ? 'STD' : 1 }
    const expected = [{ field, code: 'unknown_field' }]
    expect((await push(service.alfa, [element])).body.errors).toMatchObject(expected)
    const body = { updates: [element] }
    const panel = await manager.call('PUT', '/v1/panel/availability', { body })
    expect(panel.body.errors).toMatchObject(expected)
  }
})

test('the panel changes days of rates the same way (contract-rates, Routes)', async () => {
  await using service = await start()
  const { manager, bravoManager } = await hireStaff(service)
  const body = { updates: [{ ...OWN, priceCents: 8_800, minStay: 2 }] }
  const path = '/v1/panel/availability?hotel=alfa'
  const { status, body: report } = await manager.call('PATCH', path, { body })
  expect([status, report.applied]).toEqual([200, 1])
  expect(await daysOfRate(service, 'OWN')).toMatchObject([{ priceCents: 8_800, minStay: 2 }])
  expect(await bravoManager.call('PATCH', path, { body })).toBeProblem(404, 'not_found')
})
