import { expect, test } from 'bun:test'
import { updateFailure } from '../../src/store/webhooks/webhook-health.ts'
import { book, sell } from '../support/bookings.ts'
import { askMetrics } from '../support/metrics.ts'
import { breachesOf, type Document, operationsOf } from '../support/openapi.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook, attemptAll, deliveries, PUBLIC_URL, queueEvents } from '../support/webhooks.ts'

const SINCE = { since: '2027-03-01T00:00:00Z' }
const failed = { status: 503, error: 'status', detail: 'No.', answer: 'x' } as const

/** Alfa with a webhook and a delivery to it, and those who may and may not see it. */
async function hired(service: TestService) {
  const { alfa } = service
  const staff = await hireStaff(service)
  const webhook = await addWebhook(alfa)
  await sell(service)
  await book(service.call)
  await queueEvents(service)
  const [delivery] = (await deliveries(alfa, webhook.id)).body.items
  const { body } = await alfa.call('GET', `/webhooks/${webhook.id}`)
  return { ...staff, webhook: body, delivery }
}

/** Every call of something that is there, on the panel and, with another prefix, of a partner. */
const calls = (id: string, deliveryId: string): [string, string, unknown?][] => [
  ['GET', `/${id}`],
  ['PATCH', `/${id}`, { active: false, url: 'https://hooks.example.com/theirs' }],
  ['POST', `/${id}/test`],
  ['POST', `/${id}/rotate-secret`],
  ['GET', `/${id}/deliveries`],
  ['GET', `/${id}/deliveries/${deliveryId}`],
  ['POST', `/${id}/deliveries/${deliveryId}/redeliver`],
  ['POST', `/${id}/replay`, SINCE],
  ['DELETE', `/${id}`],
]

test('a manager has in the panel what the partner has, as documented, and says whose key a webhook belongs to (contract §5)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const { alfa, bravo } = service
  const { manager } = await hireStaff(service)
  const document = (await service.call('GET', '/openapi.json')).body as Document
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body }
    const answer = await manager.call(method, `/v1/panel/webhooks${path}`, init)
    const [, , , , ...rest] = `/v1/panel/webhooks${path}`.split('/')
    const named = rest.map((part, at) => ['{id}', part, '{deliveryId}', part][at])
    const name = `${method} ${['/v1/panel/webhooks', ...named].join('/')}`
    const operation = operationsOf(document).get(name)!
    expect([name, breachesOf(document, operation, answer)]).toEqual([name, []])
    return answer
  }
  const made = await call('POST', '', { url: PUBLIC_URL, apiKeyId: alfa.keyId })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/v1/panel/webhooks/${made.body.id}?hotel=alfa`)
  const { secret, ...webhook } = made.body
  expect(webhook.apiKeyId).toBe(alfa.keyId)
  expect((await call('GET', '')).body).toEqual({ items: [webhook], nextCursor: null })
  // To a partner the hotel's people are ids.
  const createdBy = { ...webhook.createdBy, name: null }
  expect((await alfa.call('GET', '/webhooks')).body.items).toEqual([{ ...webhook, createdBy }])
  expect((await call('PATCH', `/${webhook.id}`, { apiKeyId: null })).body.apiKeyId).toBeNull()

  await sell(service)
  await book(service.call)
  await queueEvents(service)
  await attemptAll(service, webhook.id, { ...failed, nextAtMs: service.clock.nowMs })
  const [delivery] = (await deliveries(alfa, webhook.id)).body.items
  const statuses: number[] = []
  for (const [method, path, body] of calls(webhook.id, delivery.id))
    statuses.push((await call(method, path, body)).status)
  expect(statuses).toEqual([200, 200, 202, 200, 200, 200, 202, 202, 204])

  for (const apiKeyId of [bravo.keyId, 'none']) {
    const refused = await call('POST', '', { url: PUBLIC_URL, apiKeyId })
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: '/apiKeyId', code: 'unknown_key' }])
  }
})

test("Bravo can neither see, change, test, rotate, replay, redeliver nor delete Alfa's, as partner or in the panel (contract §6)", async () => {
  await using service = await startService()
  const { alfa, bravo, store } = service
  const { webhook, delivery, bravoManager, chief } = await hired(service)
  const own = await addWebhook(bravo)
  const before = await store.db.select().from(store.t.delivery)
  const secrets = await store.db.select().from(store.t.webhook)

  for (const [method, path, body] of calls(webhook.id, delivery.id)) {
    const init = body === undefined ? {} : { body }
    const foreign = [
      await bravo.call(method, `/webhooks${path}`, init),
      await bravoManager.call(method, `/v1/panel/webhooks${path}`, init),
      await chief.call(method, `/v1/panel/webhooks${path}?hotel=bravo`, init),
      await bravoManager.call(method, `/v1/panel/webhooks${path}?hotel=alfa`, init),
    ]
    const nowhere = path.replace(webhook.id, 'none')
    const none = await bravo.call(method, `/webhooks${nowhere}`, init)
    for (const answer of foreign) {
      expect([method, path, answer.status]).toEqual([method, path, 404])
      expect(answer).toBeProblem(404, 'not_found')
    }
    expect({ ...foreign[0]!.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
    // Nor through a webhook of its own.
    if (!path.includes(delivery.id)) continue
    const mixed = path.replace(webhook.id, own.id)
    expect(await bravo.call(method, `/webhooks${mixed}`, init)).toBeProblem(404, 'not_found')
  }
  expect((await bravo.call('GET', '/webhooks')).body.items.map((each: any) => each.id)).toEqual([
    own.id,
  ])
  expect(await store.db.select().from(store.t.delivery)).toEqual(before)
  expect(await store.db.select().from(store.t.webhook)).toEqual(secrets)
  expect((await alfa.call('GET', `/webhooks/${webhook.id}`)).body).toEqual(webhook)
})

test('guests and agencies have no webhooks, nobody reads any without signing in (contract §5)', async () => {
  await using service = await startService()
  const { webhook, delivery, guest, agent, nobody, admin } = await hired(service)
  for (const [method, path, body] of calls(webhook.id, delivery.id)) {
    const init = body === undefined ? {} : { body }
    const url = `/v1/panel/webhooks${path}?hotel=alfa`
    expect(await guest.call(method, url, init)).toBeProblem(403, 'forbidden')
    expect(await agent.call(method, url, init)).toBeProblem(403, 'forbidden')
    expect(await nobody(method, url, init)).toBeProblem(401, 'unauthenticated')
  }
  const unnamed = await admin.call('GET', '/v1/panel/webhooks')
  expect(unnamed).toBeProblem(422, 'validation_failed')
})

test('the dashboard tells the backlog and is alarmed by webhooks that fail or were switched off, not by hand (contract §5)', async () => {
  await using service = await startService()
  const { alfa, bravo, store, clock } = service
  const { manager, bravoManager } = await hireStaff(service)
  const figures = async (who = manager) => (await who.call('GET', '/v1/panel/dashboard')).body
  const none = { pending: 0, oldestPendingAt: null, failing: 0, switchedOff: 0 }
  expect((await figures()).webhooks).toEqual({ endpoints: 0, ...none })

  const { id } = await addWebhook(alfa)
  const off = { url: 'https://hooks.example.com/off', active: false }
  await addWebhook(alfa, off)
  await addWebhook(bravo)
  await sell(service)
  await book(service.call)
  const madeAt = new Date(clock.nowMs).toISOString()
  await queueEvents(service)
  clock.advance(60_000)
  await book(service.call)
  await queueEvents(service)
  const waiting = { endpoints: 2, pending: 4, oldestPendingAt: madeAt, failing: 0, switchedOff: 0 }
  expect((await figures()).webhooks).toEqual(waiting)
  expect((await figures(bravoManager)).webhooks).toEqual({ endpoints: 1, ...none })

  const { nowMs: atMs } = clock
  await store.tx((tx) => updateFailure(tx, id, { atMs, isGone: false }))
  expect((await figures()).webhooks).toMatchObject({ failing: 1, switchedOff: 0 })
  const metrics = async () => (await askMetrics(service.call)).text
  expect(await metrics()).toContain('roomwire_webhooks{state="failing"} 1\n')
  await store.tx((tx) => updateFailure(tx, id, { atMs, isGone: true }))
  expect((await figures()).webhooks).toMatchObject({ failing: 0, switchedOff: 1 })
  const text = await metrics()
  expect(text).toContain('roomwire_webhook_deliveries_pending 4\n')
  for (const [state, count] of Object.entries({ on: 1, failing: 0, switched_off: 1, off: 1 }))
    expect(text).toContain(`roomwire_webhooks{state="${state}"} ${count}\n`)

  await alfa.call('PATCH', `/webhooks/${id}`, { body: { active: true } })
  await attemptAll(service, id)
  expect((await figures()).webhooks).toEqual({ ...waiting, pending: 2 })
})
