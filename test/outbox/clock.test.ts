import { expect, test } from 'bun:test'
import { RETRY_JITTER } from '../../src/domain/kernel/retry.ts'
import type { Exchange } from '../../src/outbox/deliver.ts'
import { testWebhook } from '../../src/service/webhooks/webhook-deliveries.ts'
import { findHotel } from '../../src/store/catalog/catalog.ts'
import { book, sell } from '../support/bookings.ts'
import { courier, endpoint } from '../support/outbox.ts'
import { until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BOOKINGS = 12
/** One that fails again and again is left alone for a moment. */
const MOMENT_MS = 200

/** A service with deliveries of which each has failed a number of times of its own: 0, 1, 2, 3, 0 … */
async function waiting() {
  const service = await startService({ world: { allowPrivateWebhooks: true } })
  const receiver = startReceiver(() => new Response(null, { status: 503 }))
  await sell(service, { available: 20 })
  await endpoint(service, service.alfa, receiver.url)
  const sending = courier(service, { random: Math.random })
  for (let index = 0; index < BOOKINGS; index++) {
    await book(service.call)
    await sending.after(MOMENT_MS)
    for (const waitMs of [5_000, 60_000, 300_000].slice(0, index % 4))
      await sending.after(waitMs * (1 + RETRY_JITTER) + MOMENT_MS)
  }
  // All that has come due while others were in the way.
  for (let index = 0; index < BOOKINGS; index++) await sending.after(MOMENT_MS)
  return {
    ...{ service, receiver, ...sending },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** When each delivery is due, by the wall clock. */
async function dues({ store }: TestService): Promise<number[]> {
  const { t, db } = store
  const rows = await db
    .select({ dueAtMs: t.delivery.dueAtMs })
    .from(t.delivery)
    .orderBy(t.delivery.seq)
  return rows.map(({ dueAtMs }) => dueAtMs!)
}

test('a clock that is set back moves no due time: what was to come at an instant comes at it (issue 11)', async () => {
  await using world = await waiting()
  const { service, receiver, work, after } = world
  const before = await dues(service)
  const count = receiver.received.length
  const first = Math.min(...before)
  expect(first).toBeGreaterThan(service.clock.nowMs)

  service.clock.nowMs -= HOUR_MS
  await work()
  expect(await dues(service)).toEqual(before)
  await after(first - service.clock.nowMs - 1)
  expect(receiver.received).toHaveLength(count)
  await after(1)
  expect(receiver.received).toHaveLength(count + 1)
})

test('a clock that is set ahead brings what has come due meanwhile, each once and one after another (issue 11)', async () => {
  await using world = await waiting()
  const { service, receiver, after } = world
  const count = receiver.received.length
  const before = await dues(service)
  service.clock.nowMs += DAY_MS
  for (let index = 0; index < 2 * BOOKINGS; index++) await after(MOMENT_MS)
  const ids = receiver.received.slice(count).map(({ headers }) => headers.get('webhook-id'))
  expect(ids).toHaveLength(before.length)
  expect(new Set(ids).size).toBe(before.length)
  expect(Math.min(...(await dues(service)))).toBeGreaterThan(service.clock.nowMs)
})

/** A delivery that failed once while the clock was set at one of its readings. */
async function failOnce(stepMs: number, reading: number) {
  await using service = await startService({ world: { allowPrivateWebhooks: true } })
  const { clock, store } = service
  await sell(service)
  await endpoint(service, service.alfa, 'https://receiver.example/hook')
  let readings = 0
  const failed = { status: 503, error: 'status', detail: null, answer: null, retryAfter: null }
  const { work, pass } = courier(service, {
    nowMs() {
      if (++readings === reading) clock.nowMs += stepMs
      return clock.nowMs
    },
    send: async () => failed as Exchange,
  })
  await book(service.call)
  await work()
  const inWork = readings
  for (let count = 0; count < 3; count++) await pass()
  const attempts = await store.db.select().from(store.t.attempt)
  return { attempts, dueAtMs: await dues(service), nowMs: clock.nowMs, readings: inWork }
}

test.each([
  ['an hour back', -HOUR_MS],
  ['four seconds ahead', 4_000],
])(
  'a clock that is set %s at whatever moment of an attempt moves its retry once at most (issue 11)',
  async (_, stepMs) => {
    const { readings } = await failOnce(0, 0)
    expect(readings).toBeGreaterThan(5)
    for (let reading = 1; reading <= readings; reading++) {
      const { attempts, dueAtMs, nowMs } = await failOnce(stepMs, reading)
      const waitsMs = dueAtMs.map((dueMs) => dueMs - nowMs)
      // Set back between being queued and begun, it comes when the clock is there again.
      if (attempts.length === 0) expect(waitsMs).toEqual([-stepMs])
      // Else five seconds after the end by the clock of before or after, as the attempt says.
      else {
        expect([[5_000], [5_000 - stepMs]]).toContainEqual(waitsMs)
        expect(attempts.map(({ nextAtMs }) => nextAtMs)).toEqual(dueAtMs)
      }
    }
  },
  // A service for each reading, on a machine that may be busy.
  60_000,
)

test('an attempt under way is not begun again because the clock was set ahead (contract §4)', async () => {
  await using service = await startService({ world: { allowPrivateWebhooks: true } })
  const hanging = Promise.withResolvers<Exchange>()
  let sent = 0
  const send = () => {
    sent++
    return hanging.promise
  }
  await sell(service)
  await endpoint(service, service.alfa, 'https://receiver.example/hook')
  const { pass, work } = courier(service, { send })
  await book(service.call)
  await pass()
  await until('it is sent', () => sent === 1)
  service.clock.nowMs += DAY_MS
  await pass()
  expect(sent).toBe(1)
  hanging.resolve({ status: 200, error: null, detail: null, answer: null, retryAfter: null })
  await work()
  const { t, db } = service.store
  expect(sent).toBe(1)
  expect(await db.select().from(t.delivery)).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('what is asked for while the clock is behind is sent at once (issue 11)', async () => {
  await using world = await waiting()
  const { service, receiver, work } = world
  const { deps, store, alfa, clock } = service
  const [webhook] = await store.db.select().from(store.t.webhook)
  const count = receiver.received.length
  clock.nowMs -= HOUR_MS
  await testWebhook(deps, (await findHotel(store, alfa.id))!, webhook!)
  await work()
  const events = receiver.received.slice(count).map(({ headers }) => headers.get('x-service-event'))
  expect(events).toEqual(['ping'])
})

test('an endpoint is not taken for dead because the clock was set during an exchange (contract §4)', async () => {
  await using service = await startService({ world: { allowPrivateWebhooks: true } })
  await using receiver = startReceiver(() => {
    // As when a machine starts with a wrong clock, finds no network, and then asks for the time.
    service.clock.nowMs += 400 * DAY_MS
    return new Response(null, { status: 503 })
  })
  await sell(service)
  await endpoint(service, service.alfa, receiver.url)
  const { work, after } = courier(service)
  await book(service.call)
  await work()
  receiver.answer(() => new Response(null, { status: 503 }))
  await after(5_500)
  expect(receiver.received).toHaveLength(2)
  const { t, db } = service.store
  expect(await db.select().from(t.webhook)).toMatchObject([{ active: true, offReason: null }])
})
