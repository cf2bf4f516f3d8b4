import { expect, test } from 'bun:test'
import { bookGroup, events, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { makeExtra } from '../support/extras.ts'
import { makeRate } from '../support/rates.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
const quote = (call: Call, stays: object[]) =>
  call('POST', '/v1/quotes', { body: { hotelSlug: 'alfa', stays } })

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

test('a quote costs five requests of the general limit (contract-groups, *Asking*)', async () => {
  await using service = await startService({ publicRatePerMinute: 12 })
  await sell(service)
  const answers = []
  for (let asked = 0; asked < 3; asked++) answers.push((await quote(service.call, [stay])).status)
  expect(answers).toEqual([200, 200, 429])
  expect((await service.call('GET', '/v1/hotels/alfa')).status).toBe(200)
})
