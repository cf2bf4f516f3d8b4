import { expect, test } from 'bun:test'
import type { Terms } from '../../src/domain/rates/rate.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const FIRST: Terms = { freeUntilDays: 3, penalty: 'first_night' }

/** Alfa at 100.01 a night, and a rate T of some terms. */
async function start(cancellation: Terms): Promise<TestService> {
  const service = await startService()
  await sell(service, { priceCents: 10_001 })
  await makeRate(service, { rateCode: 'T', cancellation })
  return service
}

const at = (service: TestService, date: string) => {
  service.clock.nowMs = Date.parse(`${date}T09:00:00Z`)
}
const cancel = (service: TestService, code: string, more: object = {}) =>
  service.call('POST', `/v1/bookings/${code}/cancel`, { body: { ...asGuest(code), ...more } })

test.each<[string, Terms, string, number]>([
  ['free on the last free day', FIRST, '2027-03-29', 0],
  ['the first night of all rooms after it', FIRST, '2027-03-30', 20_002],
  [
    'a part of the total, halves up',
    { freeUntilDays: 0, penalty: 'percent', percentBp: 1_250 },
    '2027-04-02',
    20_002,
  ],
  ['never free', { freeUntilDays: null, penalty: 'percent', percentBp: 1 }, '2027-03-10', 4],
  ['all of it', { freeUntilDays: 30, penalty: 'all' }, '2027-03-10', 40_004],
  ['nothing', { freeUntilDays: 0, penalty: 'none' }, '2027-04-01', 0],
  [
    'the night begun, where the terms ask for less',
    { freeUntilDays: 0, penalty: 'none' },
    '2027-04-02',
    20_002,
  ],
])('a guest who cancels pays %s (contract-rates, *Penalties*)', async (_, terms, date, cents) => {
  await using service = await start(terms)
  const { body } = await book(service.call, { rateCode: 'T', rooms: 2 })
  at(service, date)
  const tried = await cancel(service, body.code, { simulate: true })
  expect(tried.body).toMatchObject({ simulated: true, penaltyCents: cents })
  for (const expectedPenaltyCents of cents > 0 ? [cents + 1, cents - 1] : [cents + 1]) {
    const changed = await cancel(service, body.code, { expectedPenaltyCents })
    expect(changed).toBeProblem(409, 'penalty_changed')
    expect(changed.body.penaltyCents).toBe(cents)
  }
  const done = await cancel(service, body.code, { expectedPenaltyCents: cents })
  expect(done.body).toMatchObject({ status: 'cancelled', penaltyCents: cents })
})

test('a hold costs nothing, the hotel asks for nothing unless it charges, and only it may (contract-rates, *Penalties*)', async () => {
  await using service = await start({ freeUntilDays: null, penalty: 'all' })
  const hold = await book(service.call, { rateCode: 'T', hold: true })
  expect((await cancel(service, hold.body.code)).body.penaltyCents).toBe(0)
  const hotelIds = [service.alfa.id]
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds })
  for (const [charge, penaltyCents] of [
    [false, 0],
    [true, 20_002],
  ] as const) {
    const { body } = await book(service.call, { rateCode: 'T' })
    expect(await cancel(service, body.code, { charge: true })).toBeProblem(403, 'forbidden')
    const path = `/v1/bookings/${body.code}/cancel`
    expect((await manager('POST', path, { body: { charge } })).body).toMatchObject({ penaltyCents })
  }
})

test('while a penalty is owed a guest drops no night and no room and pays no less; the hotel may do it (contract-rates, *Penalties*)', async () => {
  await using service = await start(FIRST)
  await makeRate(service, { rateCode: 'CHEAP', pricing: { type: 'derived', percentBp: -5_000 } })
  await makeRate(service, { rateCode: 'FREE' })
  const { body } = await book(service.call, { rateCode: 'T', rooms: 2 })
  const change = (more: object, call = service.call) =>
    call('PATCH', `/v1/bookings/${body.code}`, { body: { ...asGuest(body.code), ...more } })
  at(service, '2027-03-30')
  for (const less of [
    { checkout: '2027-04-02' },
    { rooms: 1 },
    { checkin: '2027-04-05', checkout: '2027-04-07' },
    { rateCode: 'CHEAP' },
    { rateCode: 'FREE' },
  ]) {
    const refused = await change(less)
    expect(refused).toBeProblem(409, 'terms_forbid_change')
    expect(refused.body.penaltyCents).toBe(20_002)
  }
  expect((await change({ checkout: '2027-04-04' })).status).toBe(200)
  const hotelIds = [service.alfa.id]
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds })
  expect((await change({ checkout: '2027-04-03' }, manager)).status).toBe(200)
})

test('a no-show costs at least the first night; who comes after all pays nothing but the stay (contract-rates, *Penalties*)', async () => {
  await using service = await start({ freeUntilDays: 0, penalty: 'none' })
  const { body } = await book(service.call, { rateCode: 'T' })
  at(service, '2027-04-01')
  const hotelIds = [service.alfa.id]
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds })
  const path = `/v1/panel/bookings/${body.code}`
  const gone = await manager('POST', `${path}/no-show`, { body: { force: true } })
  expect(gone.body).toMatchObject({ status: 'no_show', penaltyCents: 10_001 })
  const back = await manager('POST', `${path}/reinstate`)
  expect(back.body).toMatchObject({ status: 'confirmed', penaltyCents: null })
})

test('a penalty counts in revenue, ADR and commission (contract-rates, *Penalties*)', async () => {
  await using service = await start({ freeUntilDays: null, penalty: 'percent', percentBp: 5_000 })
  const agencyId = await addAgency(service)
  const { call: agency } = await signIn(service, 'agency_user', { agencyId })
  const hotelIds = [service.alfa.id]
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds })
  const { body } = await book(agency, { rateCode: 'T' })
  await book(agency, { rateCode: 'STD' })
  const figures = async () =>
    (await manager('GET', '/v1/panel/dashboard?from=2027-04-01&to=2027-04-02')).body
  expect(await figures()).toMatchObject({ roomNightsSold: 4, revenueCents: 40_004 })
  const path = `/v1/bookings/${body.code}/cancel`
  expect((await agency('POST', path)).body.penaltyCents).toBe(10_001)
  expect(await figures()).toMatchObject({
    roomNightsSold: 2,
    revenueCents: 30_003,
    adrCents: 15_002,
  })
  const nights = await manager('GET', '/v1/panel/dashboard/days?from=2027-04-01&to=2027-04-02')
  expect(nights.body.items.map((each: { revenueCents: number }) => each.revenueCents)).toEqual([
    20_002, 10_001,
  ])
  const { body: acenta } = await agency('GET', '/v1/acenta/dashboard')
  expect(acenta.totals).toEqual([
    { currency: 'EUR', bookings: 1, revenueCents: 30_003, commissionCents: 3_000 },
  ])
  const { body: list } = await agency('GET', '/v1/acenta/bookings')
  const ended = list.items.find(({ code }: { code: string }) => code === body.code)
  expect(ended).toMatchObject({ penaltyCents: 10_001, commissionCents: 1_000 })
  const back = await manager('POST', `/v1/panel/bookings/${body.code}/reinstate`)
  expect(back.status).toBe(200)
  expect((await agency('GET', '/v1/acenta/dashboard')).body.totals[0].commissionCents).toBe(4_000)
})
