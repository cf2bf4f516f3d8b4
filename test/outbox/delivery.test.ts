import { expect, test } from 'bun:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { changeWebhook, rotateSecret } from '../../src/service/webhooks/change-webhook.ts'
import { AHEAD, addDay, book, CARLA, sell } from '../support/bookings.ts'
import { recordLog } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { courier, endpoint, MANAGER, startSending } from '../support/outbox.ts'
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'

const DAY_MS = 86_400_000
const NAMES = { firstName: 'Çağla Şükrü', lastName: 'Ødegård-日本 🛎', email: CARLA }
const OPEN = { world: { allowPrivateWebhooks: true } }
/** By the true clock: the public libraries refuse what is not of these minutes. */
const OPEN_NOW = { world: { allowPrivateWebhooks: true, nowMs: Date.now } }

/** A booking that is confirmed, changed and cancelled. @returns its code */
async function threeEvents({ call }: TestService): Promise<string> {
  const { body } = await book(call, { ...AHEAD, guest: NAMES })
  const path = `/v1/bookings/${body.code}`
  const changed = await call('PATCH', path, {
    body: { ...asGuest(body.code), specialRequests: 'Ýki çay' },
  })
  const cancelled = await call('POST', `${path}/cancel`, { body: asGuest(body.code) })
  expect([changed.status, cancelled.status]).toEqual([200, 200])
  return body.code
}

/** What openssl makes of the raw body, keyed by the secret as shown. */
function openssl(body: string, secret: string): string {
  const command = ['openssl', 'dgst', '-sha256', '-hmac', secret, '-r']
  const { stdout } = Bun.spawnSync(command, { stdin: Buffer.from(body) })
  return stdout.toString().split(' ')[0]!
}

/** Whether the public libraries take a request for one that this secret has signed. */
function isVerified({ headers, body }: ReceivedRequest, secret: string): boolean {
  try {
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)])
      library.verify(body, Object.fromEntries(headers))
    return true
  } catch {
    return false
  }
}

test('a receiver verifies all it gets with openssl and the public libraries, and reads every name as it was written (specification §6)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await sell(service, { from: AHEAD.checkin })
  const { secret } = await endpoint(service, service.alfa, receiver.url)
  await using _sending = startSending(service)
  const code = await threeEvents(service)

  const received = await receiver.until(3)
  for (const request of received) {
    const { headers, body } = request
    expect(headers.get('x-service-signature')).toBe(openssl(body, secret))
    expect(isVerified(request, secret)).toBe(true)
    const flipped = body.replace('Ødegård', 'Ødegärd')
    expect(openssl(flipped, secret)).not.toBe(headers.get('x-service-signature')!)
    expect(isVerified({ ...request, body: flipped }, secret)).toBe(false)

    const { event, id, data, hotelSlug } = JSON.parse(body)
    expect([headers.get('x-service-event'), headers.get('webhook-id')]).toEqual([event, id])
    expect([hotelSlug, data.code, data.guest]).toMatchObject(['alfa', code, NAMES])
    expect(headers.get('x-service-attempt')).toBe('1')
    expect(headers.get('content-type')).toBe('application/json')
  }
  expect(received.map(({ headers }) => headers.get('x-service-event'))).toEqual([
    'booking.confirmed',
    'booking.modified',
    'booking.cancelled',
  ])
})

test('for 24 hours after a rotation both secrets verify, from then on only the new one (contract §4)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await sell(service, { from: AHEAD.checkin })
  const { webhook, secret: former } = await endpoint(service, service.alfa, receiver.url)
  const { secret } = await rotateSecret(service.deps, MANAGER, webhook)
  let laterMs = 0
  const { work } = courier(service, { nowMs: () => Date.now() + laterMs })

  await book(service.call, AHEAD)
  await work()
  const [during] = receiver.received as [ReceivedRequest]
  expect([isVerified(during, secret), isVerified(during, former)]).toEqual([true, true])
  expect(during.headers.get('x-service-signature')).toBe(openssl(during.body, secret))

  laterMs = DAY_MS + 1_000
  await book(service.call, AHEAD)
  await work()
  const { headers, body } = receiver.received[1]!
  const at = new Date(Number(headers.get('webhook-timestamp')) * 1_000)
  const sign = new StandardWebhook(secret).sign(headers.get('webhook-id')!, at, body)
  expect(headers.get('webhook-signature')).toBe(sign)
})

test('every attempt is the same message with the same id, numbered, and is on record (contract §4)', async () => {
  await using service = await startService(OPEN)
  await using receiver = startReceiver((_, count) =>
    count === 3 ? new Response('at last') : new Response('not now', { status: 500 + count }),
  )
  await sell(service)
  await endpoint(service, service.alfa, receiver.url)
  const { work, after } = courier(service)
  await book(service.call)
  const startMs = service.clock.nowMs
  await work()
  await after(5_000)
  await after(60_000)

  const { received } = receiver
  expect(received.map(({ headers }) => headers.get('x-service-attempt'))).toEqual(['1', '2', '3'])
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  const { t, db } = service.store
  const waited = { error: 'status', answer: 'not now' } as const
  expect(await db.select().from(t.attempt).orderBy(t.attempt.number)).toMatchObject([
    { number: 1, ...waited, status: 501, atMs: startMs, nextAtMs: startMs + 5_000 },
    { number: 2, ...waited, status: 502, atMs: startMs + 5_000, nextAtMs: startMs + 65_000 },
    { number: 3, error: null, answer: 'at last', status: 200, nextAtMs: null },
  ])
  const [row] = await db.select().from(t.attempt).orderBy(t.attempt.number)
  expect(JSON.parse(row!.headers)).toMatchObject({
    'x-service-signature': received[0]!.headers.get('x-service-signature')!,
  })
  expect(await db.select().from(t.delivery)).toMatchObject([{ state: 'delivered', attempts: 3 }])
})

test('410 switches the endpoint off at once, with an alarm; switched on again it gets all that has waited (contract §4)', async () => {
  await using service = await startService(OPEN)
  await using receiver = startReceiver(() => new Response(null, { status: 410 }))
  await sell(service)
  const { webhook } = await endpoint(service, service.alfa, receiver.url)
  const { log, events } = recordLog()
  const { work, after } = courier(service, { log })
  await book(service.call)
  await work()
  await book(service.call)
  await after(2 * DAY_MS)
  expect(receiver.received).toHaveLength(1)
  expect(events).toMatchObject([
    { level: 'warn', event: 'webhook_switched_off', facts: { reason: 'gone' } },
  ])

  receiver.answer(() => new Response(null, { status: 204 }))
  await changeWebhook(service.deps, MANAGER, webhook, { active: true })
  await work()
  expect(receiver.taken).toHaveLength(2)
})

test('an endpoint that has failed for five days is switched off, and one that took something in between is not (contract §4)', async () => {
  await using service = await startService(OPEN)
  await using failing = startReceiver(() => new Response(null, { status: 500 }))
  await using wavering = startReceiver(
    (_, count) => new Response(null, { status: count === 4 ? 200 : 500 }),
  )
  await sell(service, { from: '2027-04-01', nights: 10 })
  await endpoint(service, service.alfa, failing.url)
  await endpoint(service, service.alfa, wavering.url)
  const { work, after } = courier(service)
  for (let day = 0; day <= 5; day++) {
    await book(service.call, {
      checkin: addDay('2027-04-01', day),
      checkout: addDay('2027-04-02', day),
    })
    await work()
    await after(DAY_MS)
  }
  const { t, db } = service.store
  const rows = await db.select().from(t.webhook).orderBy(t.webhook.createdAtMs, t.webhook.id)
  const state = new Map(rows.map(({ url, active, offReason }) => [url, { active, offReason }]))
  expect(state.get(failing.url)).toEqual({ active: false, offReason: 'failing' })
  expect(state.get(wavering.url)).toEqual({ active: true, offReason: null })
})

test('a name that was public at registration and is private at sending gets nothing (contract §4)', async () => {
  await using service = await startService()
  await using canary = startReceiver()
  await sell(service)
  const { port } = new URL(canary.url)
  service.deps.resolve = async () => ['93.184.215.14']
  await endpoint(service, service.alfa, `https://rebinding.example:${port}/hook`)
  service.deps.resolve = async () => ['127.0.0.1']
  const { work } = courier(service)
  await book(service.call)
  await work()

  const { t, db } = service.store
  expect(await db.select().from(t.attempt)).toMatchObject([
    { error: 'unreachable', status: null, detail: expect.not.stringContaining('127.0.0.1') },
  ])
  expect(canary.received).toEqual([])
})
