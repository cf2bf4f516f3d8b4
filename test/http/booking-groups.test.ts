import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { readAvailable, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const ROOMS = [
  { roomCode: 'DBL', totalRooms: 5, boards: ['RO'] },
  { roomCode: 'SUI', totalRooms: 2, boards: ['RO'] },
]
const dates = { checkin: '2027-04-01', checkout: '2027-04-03' }
const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
const DOUBLE = { roomCode: 'DBL', ...dates, adults: 2 }
const SUITE = { roomCode: 'SUI', ...dates, adults: 2, childAges: [4] }

type Group = { code: string; manageToken: string }
const statusesOf = ({ bookings }: { bookings: { status: string }[] }) =>
  bookings.map(({ status }) => status)

const place = (
  { call }: Pick<TestService, 'call'>,
  stays: object[],
  more: Record<string, unknown> = {},
) => call('POST', '/v1/booking-groups', { body: { hotelSlug: 'alfa', guest, stays, ...more } })

test('a reservation of two stays is two bookings with one code, sums and token (contract-groups, *Several rooms*)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  await sell(service, { roomCode: 'SUI', available: 2 })
  const { status, body: group, headers } = await place(service, [DOUBLE, SUITE])
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/v1/booking-groups/${group.code}`)
  expect(group.bookings.map((each: { group: object }) => each.group)).toEqual([
    { code: group.code, position: 1 },
    { code: group.code, position: 2 },
  ])
  const [one, two] = group.bookings
  expect(group.totalPriceCents).toBe(one.totalPriceCents + two.totalPriceCents)
  expect(group.payableCents).toBe(group.totalPriceCents)
  expect(one.code).not.toBe(group.code)

  const header = { 'x-service-manage-token': group.manageToken }
  const path = `/v1/booking-groups/${group.code}`
  const { manageToken: _, ...record } = group
  expect((await service.call('GET', path, { headers: header })).body).toEqual(record)
  const lone = await service.call('GET', `/v1/bookings/${two.code}`, { headers: header })
  expect(lone.body).toEqual(two)
  const read = await service.call('GET', `${path}?email=carla@example.com`)
  expect([read.status, read.body.bookings[0].payment]).toEqual([200, null])
  expect(await service.call('GET', `${path}?email=other@example.com`)).toBeProblem(404, 'not_found')
  expect(await service.call('GET', `/v1/booking-groups/${one.code}`)).toBeProblem(404, 'not_found')
})

test('a refusal names every stay that fails, and nothing is kept (contract-groups, *Several rooms*)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const before = await readAvailable(service)
  const refused = await place(service, [
    DOUBLE,
    { ...DOUBLE, rooms: 5, adults: 5 },
    { ...DOUBLE, roomCode: 'NONE' },
    SUITE,
  ])
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors.map(({ path, code }: Record<string, string>) => [path, code])).toEqual(
    [
      ['/stays/1/checkin', 'sold_out'],
      ['/stays/2/roomCode', 'unknown_room'],
      ['/stays/3/checkin', 'closed_for_sale'],
    ],
  )
  expect(await readAvailable(service)).toEqual(before)
  const admin = await signIn(service, 'admin')
  expect((await admin.call('GET', '/v1/bookings')).body.items).toEqual([])
})

const cancel = ({ call }: Pick<TestService, 'call'>, group: Group, body: object = {}) =>
  call('POST', `/v1/booking-groups/${group.code}/cancel`, {
    body: { manageToken: group.manageToken, ...body },
  })

test('a held group is confirmed and expires as a whole; none of its holds is confirmed alone (contract-groups)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const held = (await place(service, [DOUBLE, DOUBLE], { hold: true })).body
  expect(held.holdUntil).toBe(held.bookings[1].holdUntil)
  const { manageToken } = held
  const lone = `/v1/bookings/${held.bookings[0].code}/confirm`
  const refused = await service.call('POST', lone, { body: { manageToken } })
  expect(refused).toBeProblem(409, 'confirm_the_group')
  const path = `/v1/booking-groups/${held.code}/confirm`
  for (const _ of ['first', 'again']) {
    const { status, body } = await service.call('POST', path, { body: { manageToken } })
    expect([status, statusesOf(body), body.holdUntil]).toEqual([
      200,
      ['confirmed', 'confirmed'],
      null,
    ])
  }

  const other = (await place(service, [DOUBLE, DOUBLE], { hold: true })).body
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([1, 1])
  service.clock.nowMs += 16 * 60_000
  await expireHolds(service.deps)
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([3, 3])
  const late = await service.call('POST', `/v1/booking-groups/${other.code}/confirm`, {
    body: { manageToken: other.manageToken },
  })
  expect(late).toBeProblem(409, 'transition_invalid')
})

test('a group is cancelled as a whole for the penalty that was simulated, or not at all (contract-groups)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  await sell(service)
  const group = (await place(service, [DOUBLE, { ...DOUBLE, rooms: 2 }, DOUBLE])).body
  const { manageToken } = group
  const first = `/v1/bookings/${group.bookings[0].code}/cancel`
  expect((await service.call('POST', first, { body: { manageToken } })).status).toBe(200)

  const simulated = await cancel(service, group, { simulate: true })
  const { penaltyCents, payableCents } = simulated.body
  expect([simulated.status, penaltyCents, payableCents]).toEqual([200, 30_000, 30_000])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([2, 2])
  const wrong = await cancel(service, group, { expectedPenaltyCents: 40_000 })
  expect(wrong).toBeProblem(409, 'penalty_changed')
  const expected = { expectedPenaltyCents: 30_000, expectedPayableCents: payableCents }
  const { body } = await cancel(service, group, expected)
  expect([statusesOf(body), body.totalPriceCents, body.penaltyCents, body.payableCents]).toEqual([
    ['cancelled', 'cancelled', 'cancelled'],
    ...[0, 40_000, 40_000],
  ])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([5, 5])
  expect((await cancel(service, group)).body).toEqual(body)
  // Sent again after a lost answer.
  expect((await cancel(service, group, expected)).body).toEqual(body)
})

test('a booking of a group keeps the e-mail of the group; its names may differ (contract-access)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const { bookings, manageToken } = (await place(service, [DOUBLE, DOUBLE])).body
  const change = (guest: object) =>
    service.call('PATCH', `/v1/bookings/${bookings[1].code}`, { body: { manageToken, guest } })
  const refused = await change({ email: 'other@example.com' })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors[0]).toMatchObject({ path: '/guest/email', code: 'change_the_group' })
  expect((await change({ firstName: 'Ada' })).status).toBe(200)
})

test('a refusal names guests, ages, room types and days that fail, of every stay (contract-groups, *Several rooms*)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const name = { firstName: 'Ada', lastName: 'Yılmaz' }
  const placesOf = ({ body }: { body: { errors: { path: string; code: string }[] } }) =>
    body.errors.map(({ path, code }) => [path, code])
  const named = { ...DOUBLE, guestNames: [name, name] }
  const refused = await place(service, [named, { ...DOUBLE, roomCode: 'NOPE' }, SUITE])
  expect(placesOf(refused)).toEqual([
    ['/stays/0/guestNames', 'too_many'],
    ['/stays/1/roomCode', 'unknown_room'],
    ['/stays/2/checkin', 'closed_for_sale'],
  ])
  const aged = { ...DOUBLE, children: 2, childAges: [3] }
  expect(placesOf(await place(service, [aged, DOUBLE, aged]))).toEqual([
    ['/stays/0/childAges', 'ages_mismatch'],
    ['/stays/2/childAges', 'ages_mismatch'],
  ])
})
