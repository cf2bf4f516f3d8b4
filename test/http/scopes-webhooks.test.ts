import { expect, test } from 'bun:test'
import type { Scope } from '../../src/domain/accounts/scope.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook, deliveries, PUBLIC_URL, queueEvents } from '../support/webhooks.ts'

const OTHER = 'https://other.example.com/'
const DAYS = { events: ['availability.changed'] }
const BOOKINGS = { events: ['booking.confirmed'] }

const holding = (service: TestService, ...scopes: Scope[]): Promise<TestHotel> =>
  withAnotherKey(service, service.alfa, { scopes: ['webhooks', ...scopes] })

test.each<[Scope, object, object | undefined]>([
  ['availability:read', DAYS, BOOKINGS],
  ['bookings:read', BOOKINGS, DAYS],
  ['availability:read', DAYS, {}],
  ['bookings:read', {}, { events: ['booking.confirmed', 'availability.changed'] }],
])(
  'a key with %s has webhooks made of %p, not of %p (contract §8)',
  async (scope, readable, foreign) => {
    await using service = await startService()
    const key = await holding(service, scope)
    const make = (url: string, more = {}) =>
      key.call('POST', '/webhooks', { body: { url, ...more } })

    const refused = await make(PUBLIC_URL, foreign)
    expect(refused).toBeProblem(403, 'scope_missing')
    expect(refused.body.scopes).not.toContain(scope)
    const made = await make(PUBLIC_URL, readable)
    expect(made.status).toBe(201)
    const change = await key.call('PATCH', `/webhooks/${made.body.id}`, {
      body: { events: ['booking.confirmed', 'availability.changed'] },
    })
    expect(change).toBeProblem(403, 'scope_missing')
    expect((await key.call('GET', `/webhooks/${made.body.id}`)).body.events).toEqual(
      made.body.events,
    )
  },
)

test('a webhook of events that a key may not read is not shown to it, nor changed, tested or redirected by it (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  await sell(service)
  const { id } = await addWebhook(alfa)
  await book(service.call)
  await queueEvents(service)
  const [delivery] = (await deliveries(alfa, id)).body.items
  const key = await holding(service, 'availability:read')
  const own = await addWebhook(key, { url: OTHER, ...DAYS })
  const body = { url: 'https://thief.example.com/' }

  for (const [method, path, init] of [
    ['GET', '', {}],
    ['PATCH', '', { body }],
    ['PATCH', '', { body: { ...body, ...DAYS } }],
    ['DELETE', '', {}],
    ['POST', '/test', {}],
    ['POST', '/rotate-secret', {}],
    ['POST', '/replay', { body: { since: '2027-03-01T00:00:00Z' } }],
    ['GET', '/deliveries', {}],
    ['GET', `/deliveries/${delivery.id}`, {}],
    ['POST', `/deliveries/${delivery.id}/redeliver`, {}],
  ] as const) {
    const refused = await key.call(method, `/webhooks/${id}${path}`, init)
    expect([method, path, refused.status]).toEqual([method, path, 403])
    expect(refused).toBeProblem(403, 'scope_missing')
    expect(refused.text).not.toContain('whsec_')
  }
  const listed = (await key.call('GET', '/webhooks')).body.items
  expect(listed.map((each: { id: string }) => each.id)).toEqual([own.id])
  expect((await alfa.call('GET', `/webhooks/${id}`)).body.url).toBe(PUBLIC_URL)
  expect((await alfa.call('GET', '/webhooks')).body.items).toHaveLength(2)
})

test('what a webhook was told of before its events were changed stays out of reach of a key that may not read it (contract §8)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const key = await holding(service, 'availability:read')
  const { id } = await addWebhook(service.alfa)
  await book(service.call)
  await queueEvents(service)
  const [waiting] = (await deliveries(service.alfa, id)).body.items
  await manager.call('PATCH', `/v1/panel/webhooks/${id}`, { body: DAYS })

  expect((await key.call('GET', `/webhooks/${id}`)).status).toBe(200)
  const path = `/webhooks/${id}/deliveries/${waiting.id}`
  expect(await key.call('GET', path)).toBeProblem(403, 'scope_missing')
  expect(await key.call('POST', `${path}/redeliver`)).toBeProblem(403, 'scope_missing')
  const moved = await key.call('PATCH', `/webhooks/${id}`, { body: { url: OTHER } })
  expect(moved).toBeProblem(403, 'scope_missing')

  expect(
    (await service.alfa.call('PATCH', `/webhooks/${id}`, { body: { url: OTHER } })).status,
  ).toBe(200)
  expect((await key.call('PATCH', `/webhooks/${id}`, { body: { active: false } })).status).toBe(200)
})

test('a webhook of days is moved by a key that reads days, whatever waits of them (contract §8)', async () => {
  await using service = await startService()
  const key = await holding(service, 'availability:read')
  const { id } = await addWebhook(key, DAYS)
  await push(service.alfa, [{ roomCode: 'DBL', date: '2027-04-01', available: 3, priceCents: 1 }])
  await queueEvents(service)
  expect((await deliveries(key, id)).body.items).toHaveLength(1)

  expect((await key.call('PATCH', `/webhooks/${id}`, { body: { url: OTHER } })).status).toBe(200)
})
