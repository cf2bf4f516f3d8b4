import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { book, sell } from '../support/bookings.ts'
import { eventually } from '../support/http.ts'
import { startReceiver } from '../support/receiver.ts'
import { addWebhook, deliveries, startSending, startSendingService } from '../support/webhooks.ts'

test('a test sends ping to this one webhook and answers what came of it (contract §2)', async () => {
  await using service = await startSendingService()
  await using receiver = startReceiver(() => new Response('welcome', { status: 202 }))
  await using other = startReceiver()
  await using _ = startSending(service)
  const { alfa } = service
  const { id, secret } = await addWebhook(alfa, { url: receiver.url })
  await addWebhook(alfa, { url: other.url })

  const { status, body, headers } = await alfa.call('POST', `/webhooks/${id}/test`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    event: 'ping',
    cause: 'test',
    state: 'delivered',
    bookingCode: null,
  })
  expect(body.attempts).toMatchObject([
    { number: 1, status: 202, error: null, answer: 'welcome', nextAttemptAt: null },
  ])
  expect(headers.get('location')).toBe(`/v1/partner/webhooks/${id}/deliveries/${body.id}`)
  expect((await alfa.call('GET', `/webhooks/${id}/deliveries/${body.id}`)).body).toEqual(body)

  expect(other.received).toEqual([])
  const [got, ...more] = receiver.received
  expect(more).toEqual([])
  expect(got!.body).toBe(body.body)
  expect(JSON.parse(got!.body)).toEqual({
    event: 'ping',
    data: { webhookId: id },
    id: body.eventId,
    createdAt: '2027-03-10T09:00:00.000Z',
    hotelSlug: 'alfa',
  })
  const digest = createHmac('sha256', secret).update(got!.body).digest('hex')
  expect(got!.headers.get('x-service-signature')).toBe(digest)
  expect(body.attempts[0].headers['x-service-signature']).toBe(digest)
  expect((await alfa.call('GET', `/webhooks/${id}`)).body.pending).toBe(0)
})

test('a test of a webhook that is off is sent, once, and says what went wrong (contract §2)', async () => {
  await using service = await startSendingService()
  await using receiver = startReceiver(() => new Response('<h1>Oops</h1>', { status: 500 }))
  await using _ = startSending(service)
  const { alfa } = service
  const { id } = await addWebhook(alfa, { url: receiver.url, active: false })
  const { status, body } = await alfa.call('POST', `/webhooks/${id}/test`)
  expect(status).toBe(200)
  expect(body.state).toBe('failed')
  expect(body.attempts).toMatchObject([
    { status: 500, error: 'status', answer: '<h1>Oops</h1>', nextAttemptAt: null },
  ])
  expect(receiver.received).toHaveLength(1)
  // It is a question of somebody's, no failure that counts.
  expect((await alfa.call('GET', `/webhooks/${id}`)).body.failingSince).toBeNull()
})

test('a test that reaches nobody says why', async () => {
  await using service = await startSendingService()
  const gone = startReceiver()
  await gone[Symbol.asyncDispose]()
  await using _ = startSending(service)
  const { id } = await addWebhook(service.alfa, { url: gone.url })
  const { body } = await service.alfa.call('POST', `/webhooks/${id}/test`)
  expect(body).toMatchObject({
    state: 'failed',
    attempts: [{ status: null, error: 'refused', answer: null }],
  })
})

test('a test that has not ended when nobody may wait any more answers 202 with the delivery (contract §2)', async () => {
  const stopping = new AbortController()
  await using service = await startSendingService({ stopping: stopping.signal })
  const { alfa, store } = service
  const { id } = await addWebhook(alfa, { url: 'http://127.0.0.1:9999/' })
  const asked = alfa.call('POST', `/webhooks/${id}/test`)
  await eventually(async () => (await store.db.select().from(store.t.delivery)).length === 1)
  stopping.abort()
  const { status, body } = await asked
  expect(status).toBe(202)
  expect(body).toMatchObject({ event: 'ping', state: 'pending', attempts: [] })
})

test('who goes away while a test runs is waited for no longer', async () => {
  await using service = await startSendingService({ listen: true })
  const { alfa, store, url } = service
  const { id } = await addWebhook(alfa, { url: 'http://127.0.0.1:9999/' })
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${alfa.secret}` }
  let listeners = 0
  const { subscribe } = store
  store.subscribe = (topic, listener) => {
    const unsubscribe = subscribe(topic, listener)
    listeners++
    return () => {
      listeners--
      unsubscribe()
    }
  }
  const init = { method: 'POST', headers, signal: leaving.signal }
  const asked = fetch(`${url}/v1/partner/webhooks/${id}/test`, init).catch(() => 'left')
  await eventually(() => listeners === 1)
  leaving.abort()
  expect(await asked).toBe('left')
  await eventually(() => listeners === 0)
})

test('a booking arrives signed; what is asked for again arrives with the same webhook-id and body (contract §4)', async () => {
  await using service = await startSendingService()
  await using receiver = startReceiver()
  await using _ = startSending(service)
  const { alfa, clock } = service
  // The library looks at the age of what it verifies.
  clock.nowMs = Date.now()
  const { id, secret } = await addWebhook(alfa, { url: receiver.url })
  const from = new Date(clock.nowMs + 7 * 86_400_000).toISOString().slice(0, 10)
  await sell(service, { from })
  const checkout = new Date(clock.nowMs + 8 * 86_400_000).toISOString().slice(0, 10)
  const { code } = (await book(service.call, { checkin: from, checkout })).body
  await receiver.until(1)
  const listed = async () => (await deliveries(alfa, id)).body.items
  await eventually(async () => (await listed())[0].state === 'delivered')
  const [first] = await listed()
  const path = `/webhooks/${id}`
  await alfa.call('POST', `${path}/deliveries/${first.id}/redeliver`)
  await receiver.until(2)
  await eventually(async () => (await listed())[0].state === 'delivered')
  await alfa.call('POST', `${path}/rotate-secret`)
  const since = new Date(clock.nowMs - 1_000).toISOString()
  await alfa.call('POST', `${path}/replay`, { body: { since } })
  await receiver.until(3)

  const [one, two, three] = receiver.received
  for (const { headers, body } of [one!, two!, three!]) {
    expect(headers.get('webhook-id')).toBe(first.eventId)
    expect(body).toBe(one!.body)
    // By the secret before the present one, too, while the rotation overlaps.
    expect(new Webhook(secret).verify(body, Object.fromEntries(headers))).toMatchObject({
      data: { code, guest: { lastName: 'Çelik' } },
    })
  }
  expect(three!.headers.get('webhook-signature')!.split(' ')).toHaveLength(2)
  await eventually(async () => (await listed()).every((each: any) => each.state === 'delivered'))
  expect((await listed()).map((each: any) => each.cause)).toEqual(['replay', 'redelivery', 'event'])
})
