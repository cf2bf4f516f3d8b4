import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { sell } from '../support/bookings.ts'
import { eventually, pull, push, recordLog } from '../support/http.ts'
import { startReceiver } from '../support/receiver.ts'
import { count } from '../support/retention.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel } from '../support/service.ts'
import { addWebhook, deliveries, startSending, startSendingService } from '../support/webhooks.ts'

const DATE = '2027-04-01'

const fault = (sandbox: TestHotel, body: Record<string, unknown>) =>
  sandbox.call('POST', '/sandbox/faults', { body: { times: 1, ...body } })

const availableOn = async (hotel: TestHotel) =>
  (await pull(hotel, DATE)).body.rooms[0].days[0].available

test.each([
  [429, 'rate_limited', true],
  [500, 'internal', false],
  [503, 'unavailable', true],
] as const)(
  'an answer goes wrong with %d so many times, and nothing is done (contract §2, Sandbox)',
  async (status, code, tells) => {
    const { log, events } = recordLog()
    await using service = await startService({ log })
    await sell(service)
    const sandbox = await openSandbox(service)
    const made = await fault(sandbox, { operation: 'pushAvailability', status, times: 2 })
    expect(made.body).toMatchObject({
      test: true,
      operation: 'pushAvailability',
      status,
      times: 2,
      remaining: 2,
    })

    const day = { roomCode: 'DBL', date: DATE, available: 9 }
    for (const left of [1, 0]) {
      const answer = await push(sandbox, [day])
      expect(answer).toBeProblem(status, code)
      expect(answer.body).toMatchObject({ test: true, onPurpose: true })
      expect(answer.headers.has('retry-after')).toBe(tells)
      const { items } = (await sandbox.call('GET', '/sandbox/faults')).body
      expect(items.map(({ remaining }: { remaining: number }) => remaining)).toEqual(
        left ? [left] : [],
      )
    }
    expect(await availableOn(sandbox)).toBe(5)
    expect((await push(sandbox, [day])).status).toBe(200)
    expect(await availableOn(sandbox)).toBe(9)
    // Nobody is woken for what was asked for.
    expect(events.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
    expect(service.context.counts.problems).toEqual({ '4xx': 0, '5xx': 0 })
  },
)

test('a fault of every operation spares those of the sandbox, and the hotel itself (contract §2, Sandbox)', async () => {
  await using service = await startService({ log: recordLog().log })
  const sandbox = await openSandbox(service)
  const other = await openSandbox(service, service.bravo)
  const { id } = (await fault(sandbox, { status: 503, times: 100 })).body

  for (const path of ['/hotel', '/changes', '/limits'])
    expect(await sandbox.call('GET', path)).toBeProblem(503, 'unavailable')
  for (const hotel of [service.alfa, service.bravo, other])
    expect((await hotel.call('GET', '/hotel')).status).toBe(200)
  expect(await other.call('DELETE', `/sandbox/faults/${id}`)).toBeProblem(404, 'not_found')
  expect((await other.call('GET', '/sandbox/faults')).body.items).toEqual([])
  expect((await sandbox.call('DELETE', `/sandbox/faults/${id}`)).status).toBe(204)
  expect((await sandbox.call('GET', '/hotel')).status).toBe(200)
  expect(await sandbox.call('DELETE', `/sandbox/faults/${id}`)).toBeProblem(404, 'not_found')
})

test('a dropped answer is of what was done; its connection is closed (contract §2, Sandbox)', async () => {
  await using service = await startService({ listen: true })
  await sell(service)
  const sandbox = await openSandbox(service)
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${service.url}/v1/partner${path}`, {
      method,
      // On a connection that was used before it would ask again by itself.
      keepalive: false,
      headers: { authorization: `Bearer ${sandbox.secret}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const read = async (asked: Promise<Response>) => await (await asked).text()
  await fault(sandbox, { operation: 'pushAvailability', drop: true })
  const updates = [{ roomCode: 'DBL', date: DATE, available: 9 }]

  await expect(read(ask('PUT', '/availability', { updates }))).rejects.toThrow()
  await eventually(async () => (await availableOn(sandbox)) === 9)
  const again = await ask('PUT', '/availability', { updates })
  expect(await again.json()).toMatchObject({ applied: 0, unchanged: 1 })

  await fault(sandbox, { operation: 'getHotel', status: 500, drop: true })
  await expect(read(ask('GET', '/hotel'))).rejects.toThrow()
  await eventually(async () => (await count(service, 'sandbox_fault')) === 0)
})

test('a late answer is of what was done at once (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  await fault(sandbox, { operation: 'pushAvailability', delayMs: 300 })
  const startMs = performance.now()
  const pushing = push(sandbox, [{ roomCode: 'DBL', date: DATE, available: 9 }])
  await eventually(async () => (await availableOn(sandbox)) === 9)
  const answer = await pushing

  expect(answer.status).toBe(200)
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(295)
})

test.each([
  [{}, '', 'required'],
  [{ status: 404 }, '/status', undefined],
  [{ status: 503, times: 101 }, '/times', undefined],
  [{ status: 503, times: 0 }, '/times', undefined],
  [{ delayMs: 30_001 }, '/delayMs', undefined],
  [{ webhooks: 'lose' }, '/webhooks', undefined],
  [{ webhooks: 'fail', drop: true }, '/drop', 'conflicting_fields'],
  [{ webhooks: 'fail', operation: 'getHotel' }, '/operation', 'conflicting_fields'],
  [{ operation: 'getHotell', status: 503 }, '/operation', 'unknown_value'],
  [{ operation: 'resetSandbox', status: 503 }, '/operation', 'unknown_value'],
])('the fault %j is refused at %p', async (body, path, code) => {
  await using service = await startService()
  const sandbox = await openSandbox(service)
  const answer = await fault(sandbox, body)

  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].path).toBe(path)
  if (code) expect(answer.body.errors[0].code).toBe(code)
  if (path === '/webhooks') expect(answer.body.detail).toStartWith('Must be one of "duplicate", ')
})

test('at most 20 faults stand, and a reset ends them (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const sandbox = await openSandbox(service)
  for (let number = 0; number < 20; number++)
    expect((await fault(sandbox, { drop: true })).status).toBe(201)
  expect((await fault(sandbox, { drop: true })).body.errors[0].code).toBe('too_many')
  await sandbox.call('POST', '/sandbox/reset')

  expect((await sandbox.call('GET', '/sandbox/faults')).body.items).toEqual([])
  expect((await sandbox.call('GET', '/hotel')).status).toBe(200)
})

test('faults that many requests meet at once happen as often as was asked for (contract §2, Sandbox)', async () => {
  await using service = await startService({ log: recordLog().log })
  const sandbox = await openSandbox(service)
  await fault(sandbox, { status: 503, times: 7 })
  const answers = await Promise.all(Array.from({ length: 30 }, () => sandbox.call('GET', '/hotel')))

  expect(answers.filter(({ status }) => status === 503)).toHaveLength(7)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(23)
})

/** A sandbox with an endpoint at a receiver. */
async function startHooked() {
  const service = await startSendingService()
  const receiver = startReceiver()
  await sell(service)
  const sandbox = await openSandbox(service)
  const events = ['booking.confirmed', 'booking.modified', 'booking.cancelled']
  const { id, secret } = await addWebhook(sandbox, { url: receiver.url, events })
  const sending = startSending(service)
  return {
    ...{ service, receiver, sandbox, id, secret },
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

test('duplicate: a delivery arrives twice under one id, the next one once (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { receiver, sandbox } = hooked
  await fault(sandbox, { webhooks: 'duplicate' })
  await bookTest(sandbox)
  const [one, two] = await receiver.until(2)
  expect(one!.headers.get('webhook-id')).toBe(two!.headers.get('webhook-id'))
  expect(one!.body).toBe(two!.body)
  await bookTest(sandbox)
  await receiver.until(3)
  await Bun.sleep(100)
  expect(receiver.received).toHaveLength(3)
})

test('bad_signature: a forged delivery comes first, and the true one when it was refused (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { receiver, sandbox, service, secret, id } = hooked
  const isTrue = ({ headers, body }: { headers: Headers; body: string }) =>
    headers.get('x-service-signature') === createHmac('sha256', secret).update(body).digest('hex')
  receiver.answer((got) => new Response(null, { status: isTrue(got) ? 204 : 401 }))
  await fault(sandbox, { webhooks: 'bad_signature' })
  await bookTest(sandbox)
  await receiver.until(1)
  await eventually(async () => (await deliveries(sandbox, id)).body.items[0].attempts.length === 1)
  service.clock.advance(10_000)
  const [forged, truly] = await receiver.until(2)

  expect([isTrue(forged!), isTrue(truly!)]).toEqual([false, true])
})

test('fail: nothing arrives at this attempt, all of it at the next (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { receiver, sandbox, service, id } = hooked
  await fault(sandbox, { webhooks: 'fail' })
  await bookTest(sandbox)
  await eventually(async () => (await deliveries(sandbox, id)).body.items[0]?.attempts.length === 1)
  expect(receiver.received).toEqual([])
  service.clock.advance(10_000)
  const [got] = await receiver.until(1)

  expect(got!.headers.get('x-service-attempt')).toBe('2')
})

test('delay: a delivery comes late, and what follows of its booking after it (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { receiver, sandbox, service } = hooked
  await fault(sandbox, { webhooks: 'delay' })
  const { code } = (await bookTest(sandbox)).body
  await eventually(async () => (await count(service, 'sandbox_fault')) === 0)
  await sandbox.call('POST', `/sandbox/bookings/${code}/cancel`)
  await Bun.sleep(100)
  expect(receiver.received).toEqual([])
  service.clock.advance(10_001)
  const got = await receiver.until(2)

  expect(got.map(({ body }) => JSON.parse(body).event)).toEqual([
    'booking.confirmed',
    'booking.cancelled',
  ])
  expect(got[0]!.headers.get('x-service-attempt')).toBe('1')
})

test('reorder: a later revision of the booking overtakes it (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { receiver, sandbox, service } = hooked
  await fault(sandbox, { webhooks: 'reorder' })
  const { code } = (await bookTest(sandbox)).body
  await eventually(async () => (await count(service, 'sandbox_fault')) === 0)
  await sandbox.call('POST', `/sandbox/bookings/${code}/cancel`)
  await receiver.until(1)
  service.clock.advance(10_001)
  const got = await receiver.until(2)

  expect(got.map(({ body }) => JSON.parse(body).data.revision)).toEqual([2, 1])
})

test('faults of deliveries are those of the sandbox alone, and a ping has none (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { receiver, sandbox, service, id } = hooked
  await fault(sandbox, { webhooks: 'fail', times: 100 })
  await using other = startReceiver()
  await addWebhook(service.alfa, { url: other.url, events: ['booking.confirmed'] })
  await service.call('POST', '/v1/bookings', {
    body: {
      ...{ hotelSlug: 'alfa', roomCode: 'DBL', checkin: DATE, checkout: '2027-04-02' },
      guest: { firstName: 'A', lastName: 'B', email: 'a@example.com' },
    },
  })
  await other.until(1)
  expect((await sandbox.call('POST', `/webhooks/${id}/test`)).body.state).toBe('delivered')

  expect(receiver.received).toHaveLength(1)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: 'ping', test: true })
})
