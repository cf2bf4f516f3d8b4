import { expect, test } from 'bun:test'
import { readAvailable, sell } from '../support/bookings.ts'
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
