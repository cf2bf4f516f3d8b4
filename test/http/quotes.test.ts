import { expect, test } from 'bun:test'
import { book, bookGroup, events, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { makeExtra } from '../support/extras.ts'
import { makeRate } from '../support/rates.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
const quote = (call: Call, stays: object[], more: object = {}) =>
  call('POST', '/v1/quotes', { body: { hotelSlug: 'alfa', stays, ...more } })

/** All that a quote might leave behind. */
const traces = async (service: TestService) => [
  await readAvailable(service),
  await latest(service.alfa),
  await events(service),
]

test('a quote has the sums of the reservation that would be placed, and keeps nothing (contract-groups, *Asking*)', async () => {
  await using service = await startService()
  await sell(service)
  await makeExtra(service, { code: 'DINNER', per: 'guest_night', priceCents: 1_500 })
  const stays = [
    { ...stay, extras: [{ code: 'DINNER', quantity: 1 }] },
    { ...stay, rooms: 2 },
  ]
  const before = await traces(service)
  const asked = await quote(service.call, stays)
  expect(asked.status, asked.text).toBe(200)
  expect(asked.body).toMatchObject({
    ...{ hotelSlug: 'alfa', totalPriceCents: 60_000, extrasTotalCents: 6_000 },
    payableCents: 66_000,
    stays: [
      { roomCode: 'DBL', rooms: 1, totalPriceCents: 20_000, extrasTotalCents: 6_000 },
      { rooms: 2, totalPriceCents: 40_000, payableCents: 40_000 },
    ],
  })
  expect(await traces(service)).toEqual(before)
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const { payableCents: expectedPayableCents } = asked.body
  const body = { hotelSlug: 'alfa', guest, stays, expectedPayableCents }
  const placed = await service.call('POST', '/v1/booking-groups', { body })
  expect(placed.status, placed.text).toBe(201)
  for (const field of ['totalPriceCents', 'taxes', 'netCents', 'payableCents'])
    expect(placed.body[field]).toEqual(asked.body[field])
})

test('a quote is refused as the placing would be, with every place (contract-groups, *Asking*)', async () => {
  await using service = await startService()
  await sell(service, { available: 2 })
  const refused = await quote(service.call, [{ ...stay, rooms: 2 }, stay])
  expect(refused).toBeProblem(409, 'sold_out')
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual([
    '/stays/1/checkin',
  ])
  const flawed = await quote(service.call, [stay, { ...stay, roomCode: 'NONE' }])
  expect(flawed).toBeProblem(422, 'validation_failed')
  expect(flawed.body.errors[0].path).toBe('/stays/1/roomCode')
})

test('a rate that is not public is quoted to the hotel’s people alone, and a key of a booking replays none (contract-groups)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  await makeRate(service, { rateCode: 'STAFF', public: false })
  const stays = [{ ...stay, rateCode: 'STAFF' }]
  expect((await quote(manager.call, stays)).status).toBe(200)
  expect(await quote(service.call, stays)).toBeProblem(422, 'validation_failed')
  expect((await bookGroup(service.call)).status).toBe(201)
  const headers = { 'idempotency-key': 'quoted-once' }
  const body = { hotelSlug: 'alfa', stays: [stay] }
  const first = await service.call('POST', '/v1/quotes', { body, headers })
  const next = { hotelSlug: 'alfa', stays: [{ ...stay, rooms: 2 }] }
  const second = await service.call('POST', '/v1/quotes', { body: next, headers })
  expect(second.body.totalPriceCents).toBe(2 * first.body.totalPriceCents)
})

test('a quote tells an agency its commission and what is left of its credit, which judges it; others learn of neither (contract-agencies, *Credit*)', async () => {
  await using service = await startService()
  const { agent, echoAgent, manager } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { commissionBp: 1_500, creditLimitCents: 40_000 })
  const collect = { payment: { collect: 'agency' } }
  const asked = await quote(agent.call, [stay, stay], collect)
  expect(asked.body).toMatchObject({
    ...{ payableCents: 40_000, creditLeftCents: 40_000 },
    stays: Array(2).fill({ commissionBp: 1_500, commissionCents: 3_000 }),
  })
  const refused = await quote(agent.call, [stay, stay, stay], collect)
  expect(refused).toBeProblem(409, 'credit_exceeded')
  expect(refused.body.leftCents).toBe(40_000)
  const paid = await quote(agent.call, [stay, stay, stay])
  expect([paid.status, paid.body.creditLeftCents]).toEqual([200, 40_000])

  expect((await book(agent.call, collect)).status).toBe(201)
  expect((await quote(agent.call, [stay])).body.creditLeftCents).toBe(23_000)
  await putTerms(manager, { creditLimitCents: null })
  expect((await quote(agent.call, [stay])).body.creditLeftCents).toBeNull()
  expect((await quote(echoAgent.call, [stay])).body.creditLeftCents).toBe(0)
  for (const { call } of [manager, service]) {
    const { body } = await quote(call, [stay])
    expect(body).not.toHaveProperty('creditLeftCents')
    expect(body.stays[0]).toMatchObject({ commissionBp: null, commissionCents: null })
    expect((await quote(call, [stay], collect)).status).toBeWithin(400, 500)
  }
})

test('a quote of an option is refused as the option would be (contract-groups, *Options*)', async () => {
  await using service = await startService()
  const { agent } = await hireStaff(service)
  await sell(service)
  const holdUntil = new Date(service.clock.nowMs + 3_600_000).toISOString()
  expect(await quote(agent.call, [stay], { holdUntil })).toBeProblem(422, 'validation_failed')
  expect(await quote(service.call, [stay], { holdUntil })).toBeProblem(403, 'forbidden')
  expect((await quote(agent.call, [stay], { hold: true })).status).toBe(200)
})

test('a quote costs five requests of the general limit (contract-groups, *Asking*)', async () => {
  await using service = await startService({ publicRatePerMinute: 12 })
  await sell(service)
  const answers = []
  for (let asked = 0; asked < 3; asked++) answers.push((await quote(service.call, [stay])).status)
  expect(answers).toEqual([200, 200, 429])
  expect((await service.call('GET', '/v1/hotels/alfa')).status).toBe(200)
})
