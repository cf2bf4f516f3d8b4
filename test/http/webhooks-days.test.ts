import { expect, test } from 'bun:test'
import { createApiKey, endApiKey } from '../../src/service/accounts/api-keys.ts'
import { book, events, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 3, priceCents: 10_000 }
const DAYS = { events: ['availability.changed'] }

/** What is told of days, oldest first. */
const dayEvents = async (service: TestService) =>
  (await events(service)).filter(({ event }) => event === 'availability.changed')

test('a push is told as the days it left behind, as the pull shows them (contract §4)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL' }, { roomCode: 'SGL', basePriceCents: 7_000 }],
  })
  const { alfa } = service
  await addWebhook(alfa, DAYS)
  const { body } = await push(alfa, [
    { roomCode: 'SGL', date: '2027-04-02', available: 0, closed: true },
    { ...GOOD, available: 9 },
    { ...GOOD, date: '2027-03-31' },
    GOOD,
    { ...GOOD, roomCode: 'none' },
  ])
  const [event, ...more] = await dayEvents(service)
  expect(more).toEqual([])
  expect(event).toEqual({
    event: 'availability.changed',
    data: {
      pushId: body.pushId,
      actor: { type: 'key', id: alfa.keyId },
      days: [
        { ...GOOD, date: '2027-03-31', closed: false },
        { ...GOOD, closed: false },
        { roomCode: 'SGL', date: '2027-04-02', available: 0, priceCents: 7_000, closed: true },
      ],
    },
    id: event!.id,
    createdAt: '2027-03-10T09:00:00.000Z',
    hotelSlug: 'alfa',
  })
  const days = (await alfa.call('GET', `/availability?from=2027-03-31&to=2027-04-02`)).body.rooms
  for (const { roomCode, ...day } of event!.data.days)
    expect(days.find((each: any) => each.roomCode === roomCode).days).toContainEqual(day)
})

test('a day without a price of its own is told with that of its room type, or 0, as the pull shows it (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { manager } = await hireStaff(service)
  await addWebhook(alfa, DAYS)
  await push(alfa, [{ roomCode: 'DBL', date: DATE, available: 5, closed: true }])
  const body = { totalRooms: 3, basePriceCents: 5_000 }
  await manager.call('PATCH', '/v1/panel/rooms/DBL', { body })
  const days = (await dayEvents(service)).flatMap(({ data }) => data.days)
  expect(days).toMatchObject([
    { available: 5, priceCents: 0 },
    { available: 3, priceCents: 5_000 },
  ])
})

test('a push that changes nothing, is only tried or is held tells nothing', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [GOOD])
  await addWebhook(alfa, DAYS)
  await push(alfa, [GOOD])
  await push(alfa, [{ ...GOOD, available: 1 }], '?dryRun=true')
  await push(alfa, [{ ...GOOD, available: 1 }, {}], '?mode=atomic')
  expect(await dayEvents(service)).toEqual([])
})

test('no event is made for a hotel whose webhooks did not ask for days, nor after the last one that did (contract §4)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  await addWebhook(alfa)
  await addWebhook(bravo, DAYS)
  await sell(service)
  await book(service.call)
  expect(await dayEvents(service)).toEqual([])
  const { id } = await addWebhook(alfa, { ...DAYS, url: 'https://hooks.example.com/days' })
  await push(alfa, [GOOD])
  expect(await dayEvents(service)).toHaveLength(1)
  await alfa.call('DELETE', `/webhooks/${id}`)
  await push(alfa, [{ ...GOOD, available: 1 }])
  expect(await dayEvents(service)).toHaveLength(1)
})

test('bookings, cancellations and the panel are told, each in the transaction that made it (contract §4)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  const { manager } = await hireStaff(service)
  await sell(service)
  await addWebhook(alfa, DAYS)
  const { code } = (await book(call)).body
  await call('PATCH', `/v1/bookings/${code}`, {
    body: { ...asGuest(code), checkout: '2027-04-02' },
  })
  await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  const update = { ...GOOD, roomCode: 'SGL' }
  await manager.call('PUT', '/v1/panel/availability', { body: { updates: [update] } })
  await manager.call('PATCH', '/v1/panel/rooms/SGL', { body: { totalRooms: 1 } })
  // Sold out: nothing is taken and nothing told.
  await book(call, { rooms: 6, adults: 6 })

  const user = { type: 'user', id: manager.user.id }
  const made = { type: 'booking', id: code, by: 'guest', how: null }
  const booking = { ...made, how: 'manage_link' }
  const seen = (await dayEvents(service)).map(({ data: { actor, days } }) => [
    actor,
    days.map(({ date, available }: any) => [date, available]),
  ])
  expect(seen).toEqual([
    [
      made,
      [
        [DATE, 4],
        ['2027-04-02', 4],
      ],
    ],
    [booking, [['2027-04-02', 5]]],
    [booking, [[DATE, 5]]],
    [user, [[DATE, 3]]],
    [user, [[DATE, 1]]],
  ])
})

test('more than 500 days come as several events of one push, in order, each day once (contract §4)', async () => {
  await using service = await startService()
  const { alfa } = service
  await addWebhook(alfa, DAYS)
  const dates = Array.from({ length: 700 }, (_, day) =>
    new Date(Date.parse('2027-03-10') + day * 86_400_000).toISOString().slice(0, 10),
  )
  const updates = ['DBL', 'SGL'].flatMap((roomCode) =>
    dates.map((date) => ({ ...GOOD, roomCode, date })),
  )
  const { body } = await push(alfa, updates.toReversed())
  expect(body.applied).toBe(1_400)
  const parts = await dayEvents(service)
  expect(parts.map(({ data }) => data.days.length)).toEqual([500, 500, 400])
  expect(new Set(parts.map(({ id }) => id)).size).toBe(3)
  for (const { data } of parts) expect(data.pushId).toBe(body.pushId)
  const days = parts.flatMap(({ data }) => data.days)
  expect(days.map(({ closed, ...day }) => day)).toEqual(updates)
})

test('a push is echoed to no webhook of its own key, nor to one of no key; all hear of the rest (contract §4)', async () => {
  await using service = await startService()
  const { alfa, deps, call } = service
  const { manager } = await hireStaff(service)
  const { key, secret } = await createApiKey(deps, { hotelId: alfa.id, name: 'second' })
  const second = { headers: { authorization: `Bearer ${secret}` } }
  const make = (body: Record<string, unknown>) => ({ body: { ...DAYS, ...body } })
  const own = await addWebhook(alfa, { ...DAYS, url: 'https://hooks.example.com/own' })
  const theirs = (
    await call('POST', '/v1/partner/webhooks', {
      ...second,
      ...make({ url: 'https://hooks.example.com/theirs' }),
    })
  ).body
  const panel = make({ url: 'https://hooks.example.com/nobody' })
  const nobodys = (await manager.call('POST', '/v1/panel/webhooks', panel)).body
  expect([own.apiKeyId, theirs.apiKeyId, nobodys.apiKeyId]).toEqual([alfa.keyId, key.id, null])

  const heard = async () => {
    await queueEvents(service)
    const all = await Promise.all(
      [own, theirs, nobodys].map(async ({ id }) => (await deliveries(alfa, id)).body.items.length),
    )
    return all
  }
  await push(alfa, [GOOD])
  expect(await heard()).toEqual([0, 1, 0])
  const updates = [{ ...GOOD, available: 2 }]
  await call('PUT', '/v1/partner/availability', { ...second, body: { updates } })
  expect(await heard()).toEqual([1, 1, 0])
  await manager.call('PUT', '/v1/panel/availability', { body: { updates: [GOOD] } })
  expect(await heard()).toEqual([2, 2, 1])
  await book(call, { checkout: '2027-04-02' })
  expect(await heard()).toEqual([3, 3, 2])
})

test('an endpoint outlives its key, and the pushes of the key that comes in its place are not echoed (contract §4)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  const { id } = await addWebhook(alfa, DAYS)
  const { secret } = await createApiKey(deps, { hotelId: alfa.id, name: 'next' })
  await endApiKey(deps, { id: alfa.keyId, hotelId: alfa.id })
  const next = { headers: { authorization: `Bearer ${secret}` } }

  const pushed = await alfa.call('PUT', '/availability', { body: { updates: [GOOD] }, ...next })
  expect(pushed.body.applied).toBe(1)
  await queueEvents(service)
  expect((await alfa.call('GET', `/webhooks/${id}/deliveries`, next)).body.items).toEqual([])
  expect((await alfa.call('GET', `/webhooks/${id}`, next)).body).toMatchObject({
    active: true,
    apiKeyId: null,
  })
})
