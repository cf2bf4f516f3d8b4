import { expect, test } from 'bun:test'
import { RETRY_JITTER } from '../../src/domain/retry.ts'
import { testWebhook } from '../../src/service/webhook-deliveries.ts'
import { findHotel } from '../../src/store/catalog.ts'
import { book, sell } from '../support/bookings.ts'
import { courier, endpoint } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

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

/** How long each delivery has to wait yet, by the wall clock. */
async function waits({ service }: Awaited<ReturnType<typeof waiting>>): Promise<number[]> {
  const { t, db } = service.store
  const rows = await db
    .select({ dueAtMs: t.delivery.dueAtMs })
    .from(t.delivery)
    .orderBy(t.delivery.seq)
  return rows.map(({ dueAtMs }) => dueAtMs! - service.clock.nowMs)
}

test.each([
  ['a day ahead', DAY_MS],
  ['an hour back', -HOUR_MS],
])(
  'a clock that is set %s neither floods nor stalls: every retry keeps its wait (issue 4)',
  async (_, byMs) => {
    await using world = await waiting()
    const { service, receiver, work, after } = world
    const before = await waits(world)
    const count = receiver.received.length
    expect(Math.min(...before)).toBeGreaterThan(0)

    service.clock.nowMs += byMs
    await work()
    expect(receiver.received).toHaveLength(count)
    expect(await waits(world)).toEqual(before)

    await after(Math.min(...before) - 1)
    expect(receiver.received).toHaveLength(count)
    await after(1)
    expect(receiver.received).toHaveLength(count + 1)
  },
)

test('what is asked for before anybody has noticed that the clock was set is sent at once (issue 4)', async () => {
  await using world = await waiting()
  const { service, receiver, work } = world
  const { deps, store, alfa, clock } = service
  const [webhook] = await store.db.select().from(store.t.webhook)
  const count = receiver.received.length
  clock.nowMs += DAY_MS
  await testWebhook(deps, (await findHotel(store, alfa.id))!, webhook!.id)
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
