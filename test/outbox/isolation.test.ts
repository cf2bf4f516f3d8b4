import { expect, test } from 'bun:test'
import { insertOutbox } from '../../src/store/webhooks/outbox.ts'
import { insertWebhook } from '../../src/store/webhooks/webhooks.ts'
import { courier, startSending } from '../support/outbox.ts'
import { until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { webhookRow } from '../support/webhook-rows.ts'

const HEALTHY = 19
const EVENTS = 200
const MANY = 100
/** One exchange that hangs (contract §4), twice over. */
const TWICE_MS = 20_000

test(`beside an endpoint that hangs ${HEALTHY} others get ${EVENTS} events each before its first attempts have ended twice over (contract §4)`, async () => {
  await using service = await startService({
    world: { allowPrivateWebhooks: true, nowMs: Date.now },
  })
  await using hanging = startReceiver(() => new Promise(() => {}))
  await using healthy = startReceiver()
  await addEndpoint(service, hanging.url)
  for (let index = 0; index < HEALTHY; index++)
    await addEndpoint(service, `${healthy.url}/${index}`)
  await queueEvents(service)
  await using _sending = startSending(service)
  const received = await healthy.until(HEALTHY * EVENTS, TWICE_MS)

  // One, to see whether it answers; then one at a time, each of which takes its ten seconds.
  expect(hanging.received.length).toBeWithin(1, 4)
  const told = Map.groupBy(received, ({ path }) => path)
  expect(told.size).toBe(HEALTHY)
  for (const those of told.values())
    expect(new Set(those.map(({ headers }) => headers.get('webhook-id'))).size).toBe(EVENTS)
}, 60_000)

test('no endpoint keeps slots from the others that it has no use for: one event goes to 100 hosts at once (contract §4)', async () => {
  await using service = await startService({ world: { allowPrivateWebhooks: true } })
  for (let index = 0; index < MANY; index++)
    await addEndpoint(service, `http://hook-${index}.example/`)
  await queueEvents(service, 1)
  const asked = new Set<string>()
  const { pass, stop } = courier(service, {
    send: ({ url }, signal) => {
      asked.add(url)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    },
  })
  await pass()
  await until('all are asked', () => asked.size === MANY)
  await stop(0)
})

/** More endpoints than a hotel may register. */
async function addEndpoint({ deps, store, alfa }: TestService, url: string): Promise<void> {
  const atMs = deps.nowMs()
  const times = { createdAtMs: atMs, updatedAtMs: atMs }
  const webhook = webhookRow(alfa, { id: deps.newId(), url, ...times })
  const secret = await deps.vault.seal(deps.newWebhookSecret())
  await store.tx((tx) => insertWebhook(tx, webhook, secret))
}

async function queueEvents({ deps, store, alfa }: TestService, events = EVENTS): Promise<void> {
  await store.tx(async (tx) => {
    for (let index = 0; index < events; index++) {
      const id = deps.newId()
      const event = 'booking.confirmed' as const
      const body = JSON.stringify({ event, id, data: { note: 'x'.repeat(500) } })
      const rest = { hotelId: alfa.id, bookingCode: `B${index}`, revision: 1, body }
      await insertOutbox(tx, { id, event, ...rest, createdAtMs: deps.nowMs() })
    }
  })
}
