import { expect, test } from 'bun:test'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { note } from '../support/desk.ts'
import { asGuest } from '../support/manage.ts'
import { makeRate, setRateDay } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const ROOMS = [
  { roomCode: 'DBL', boards: ['RO', 'BB'], supplementsCents: { BB: 500 }, maxAdults: 4 },
  { roomCode: 'TWN', boards: ['RO'], maxAdults: 4 },
].map((room) => ({ ...room, maxOccupancy: 5 }))

/** Alfa with DBL at 100.00 and TWN at 80.00, a rate FLEX at 10 % less and OWN without a price. */
async function start(): Promise<TestService> {
  const service = await startService({ rooms: ROOMS })
  await sell(service)
  await sell(service, { roomCode: 'TWN', priceCents: 8_000 })
  await makeRate(service, {
    rateCode: 'FLEX',
    pricing: { type: 'derived', percentBp: -1_000 },
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  })
  return service
}

const change = (service: TestService, code: string, body: object) =>
  service.call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), ...body } })

test('another rate prices every night anew and brings its terms; the same one changes nothing (contract-rates, *Changes*)', async () => {
  await using service = await start()
  const { body } = await book(service.call)
  await sell(service, { priceCents: 12_000 })
  const same = await change(service, body.code, { rateCode: 'STD' })
  expect(same.body).toMatchObject({ revision: 1, totalPriceCents: 20_000 })
  const moved = await change(service, body.code, { rateCode: 'FLEX' })
  expect(moved.body).toMatchObject({
    rateCode: 'FLEX',
    totalPriceCents: 21_600,
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  })
  const longer = await change(service, body.code, { checkout: '2027-04-04' })
  expect(longer.body.nightly.map((each: { priceCents: number }) => each.priceCents)).toEqual([
    10_800, 10_800, 10_800,
  ])
})

test('a try answers the changed booking and leaves everything as it was (contract-rates, *Changes*)', async () => {
  await using service = await start()
  const { body } = await book(service.call)
  const tried = await change(service, body.code, { checkout: '2027-04-05', simulate: true })
  expect(tried.body).toMatchObject({ simulated: true, revision: 2, totalPriceCents: 40_000 })
  const { body: stands } = await service.call('GET', `/v1/bookings/${body.code}?email=${CARLA}`)
  expect(stands).toMatchObject({ revision: 1, checkout: '2027-04-03' })
  expect(await readAvailable(service)).toEqual([4, 4, 5, 5, 5, 5, 5, 5, 5, 5])
  expect(await events(service)).toHaveLength(1)
  const refused = await change(service, body.code, { checkin: '2026-01-01', simulate: true })
  expect(refused).toBeProblem(422, 'validation_failed')
})

test('a changed stay is held to the restrictions as they stand; board, fewer rooms, names and wishes to none (contract-rates, *Changes*)', async () => {
  await using service = await start()
  const { body } = await book(service.call, { rooms: 2 })
  await setRateDay(service, { date: '2027-04-01', minStay: 4 })
  for (const free of [
    { boardCode: 'BB' },
    { rooms: 1 },
    { specialRequests: 'late' },
    { guest: { firstName: 'Ada' } },
  ])
    expect((await change(service, body.code, free)).status).toBe(200)
  for (const held of [
    { checkout: '2027-04-04' },
    { checkout: '2027-04-02' },
    { rooms: 2 },
    { rateCode: 'FLEX' },
    { adults: 1 },
  ])
    expect(await change(service, body.code, held)).toBeProblem(409, 'min_stay')
  expect((await change(service, body.code, { checkout: '2027-04-05' })).status).toBe(200)
})

test('days ahead are asked of a change that takes a night or a room anew or names another rate, of no other, and of nobody in house (contract-groups, *What a PMS needs of a booking*)', async () => {
  await using service = await start()
  const { body } = await book(service.call, { rooms: 2, checkout: '2027-04-05' })
  await setRateDay(service, { date: '2027-04-01', minAdvanceDays: 30 })
  await setRateDay(service, { date: '2027-04-02', maxAdvanceDays: 10 })
  for (const free of [{ adults: 3 }, { checkout: '2027-04-04' }, { rooms: 1 }])
    expect((await change(service, body.code, free)).status).toBe(200)
  for (const held of [{ checkout: '2027-04-05' }, { rooms: 2 }, { rateCode: 'FLEX' }]) {
    const refused = await change(service, body.code, held)
    expect(refused).toBeProblem(409, 'min_advance')
    expect(refused.body.dates).toEqual(['2027-04-01'])
  }
  // The new arrival day has bounds of its own.
  expect((await change(service, body.code, { checkin: '2027-04-02' })).status).toBe(200)
  const longer = { checkout: '2027-04-05' }
  expect(await change(service, body.code, longer)).toBeProblem(409, 'max_advance')
  // Ten days before, the bound is met.
  service.clock.nowMs = Date.parse('2027-03-23T09:00:00Z')
  expect((await change(service, body.code, longer)).status).toBe(200)
  await setRateDay(service, { date: '2027-04-02', minAdvanceDays: 30 })
  service.clock.nowMs = Date.parse('2027-04-03T09:00:00Z')
  expect((await change(service, body.code, { checkout: '2027-04-06' })).status).toBe(200)
})

test('a guest whom the desk has checked in is asked for no days ahead on the check-in day, either (contract-groups, *What a PMS needs of a booking*)', async () => {
  await using service = await start()
  const { code } = (await book(service.call)).body
  await setRateDay(service, { date: '2027-04-01', minAdvanceDays: 1 })
  service.clock.nowMs = Date.parse('2027-04-01T15:00:00Z')
  const longer = { checkout: '2027-04-04' }
  expect(await change(service, code, longer)).toBeProblem(409, 'min_advance')
  const { manager } = await hireStaff(service)
  expect((await note(manager, code, { arrivedAt: '2027-04-01T14:30:00Z' })).status).toBe(200)
  expect((await change(service, code, longer)).status).toBe(200)
})

test('days ahead are counted from the hotel’s date: over midnight there one more stay is too late (contract-groups, *What a PMS needs of a booking*)', async () => {
  await using service = await start()
  await setRateDay(service, { date: '2027-04-01', minAdvanceDays: 22, maxAdvanceDays: 22 })
  // In Istanbul it is still 10 March.
  service.clock.nowMs = Date.parse('2027-03-10T20:59:59Z')
  const { body } = await book(service.call, { hold: true })
  expect(body.status).toBe('pending')
  service.clock.advance(1_000)
  expect(await book(service.call)).toBeProblem(409, 'min_advance')
  // What is held was booked in time.
  const path = `/v1/bookings/${body.code}/confirm`
  expect((await service.call('POST', path, { body: asGuest(body.code) })).status).toBe(200)
  service.clock.nowMs = Date.parse('2027-03-09T20:59:59Z')
  expect(await book(service.call)).toBeProblem(409, 'max_advance')
})

test('the hotel’s people with override, and admins, are asked for no restriction; it is in the history (contract-rates, *Changes*)', async () => {
  await using service = await start()
  const { body } = await book(service.call)
  await setRateDay(service, { date: '2027-04-01', minStay: 4 })
  const hotelIds = [service.alfa.id]
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds })
  const { call: admin } = await signIn(service, 'admin')
  const path = `/v1/bookings/${body.code}`
  const longer = { checkout: '2027-04-04' }
  const asGuest = await change(service, body.code, { ...longer, override: true })
  expect(asGuest).toBeProblem(403, 'forbidden')
  expect(await manager('PATCH', path, { body: longer })).toBeProblem(409, 'min_stay')
  const done = await manager('PATCH', path, { body: { ...longer, override: true } })
  expect(done.body).toMatchObject({ checkout: '2027-04-04' })
  const { body: trail } = await manager('GET', `/v1/panel/bookings/${body.code}`)
  expect(trail.revisions[0]).toMatchObject({ revision: 2, override: true })
  expect(trail.revisions[1].override).toBeUndefined()
  const byAdmin = await admin('PATCH', path, { body: { checkout: '2027-04-03' } })
  expect(byAdmin.status).toBe(200)
})

test('guests moved by the hotel to another room type keep the price of the nights they keep; by themselves they do not (contract-rates, *Changes*)', async () => {
  await using service = await start()
  const { body } = await book(service.call)
  const { call: admin } = await signIn(service, 'admin')
  const asked = { roomCode: 'TWN', checkout: '2027-04-04' }
  const tried = await change(service, body.code, { ...asked, simulate: true })
  expect(tried.body.totalPriceCents).toBe(24_000)
  const moved = await admin('PATCH', `/v1/bookings/${body.code}`, { body: asked })
  expect(moved.body).toMatchObject({ roomCode: 'TWN', totalPriceCents: 10_000 + 10_000 + 8_000 })
})

test('a new rate or room type keeps the board, a rate’s own goes first, and one not sold there is refused (contract-rates, *Changes*)', async () => {
  await using service = await start()
  await makeRate(service, { rateCode: 'BED', boardCode: 'BB' })
  const { body } = await book(service.call)
  const withBoard = await change(service, body.code, { rateCode: 'BED' })
  expect(withBoard.body).toMatchObject({ boardCode: 'BB', totalPriceCents: 20_000 })
  const kept = await change(service, body.code, { rateCode: 'STD' })
  expect(kept.body).toMatchObject({ boardCode: 'BB', totalPriceCents: 21_000 })
  const refused = await change(service, body.code, { roomCode: 'TWN' })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ path: '/boardCode', code: 'unknown_board' }])
})

test('a night anew of a rate switched off is closed_for_sale; what is kept stands (contract-rates, *Changes*)', async () => {
  await using service = await start()
  const { body } = await book(service.call, { rateCode: 'FLEX', checkout: '2027-04-04' })
  const { call: admin } = await signIn(service, 'admin')
  const off = { body: { active: false } }
  expect((await admin('PATCH', '/v1/admin/hotels/alfa/rates/FLEX', off)).status).toBe(200)
  const longer = await change(service, body.code, { checkout: '2027-04-05' })
  expect(longer).toBeProblem(409, 'closed_for_sale')
  expect(longer.body.dates).toEqual(['2027-04-04'])
  expect((await change(service, body.code, { checkout: '2027-04-03' })).status).toBe(200)
})

test('of a stay that has begun rate and party stay; the hotel’s people change them with override; who leaves early is held to no restriction (contract-rates, *In house*)', async () => {
  await using service = await start()
  const { body } = await book(service.call, { checkout: '2027-04-05' })
  const hotelIds = [service.alfa.id]
  await makeRate(service, { rateCode: 'BED', boardCode: 'BB' })
  await setRateDay(service, { date: '2027-04-01', minStay: 4 })
  await setRateDay(service, { date: '2027-04-03', closedToDeparture: true })
  service.clock.nowMs = Date.parse('2027-04-02T09:00:00Z')
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds })
  for (const [field, value] of [
    ['rateCode', 'FLEX'],
    ['rateCode', 'BED'],
    ['adults', 1],
    ['children', 1],
    ['childAges', [3]],
  ] as const) {
    const refused = await change(service, body.code, { [field]: value })
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors[0]).toMatchObject({ path: `/${field}`, code: 'night_passed' })
  }
  const path = `/v1/bookings/${body.code}`
  const fewer = await manager('PATCH', path, { body: { adults: 1, override: true } })
  expect(fewer.body.adults).toBe(1)
  expect(await change(service, body.code, { checkout: '2027-04-06' })).toMatchObject({
    status: 200,
  })
  expect((await change(service, body.code, { checkout: '2027-04-03' })).status).toBe(200)
})
