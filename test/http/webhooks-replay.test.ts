import { expect, test } from 'bun:test'
import { insertOutbox, type OutboxEvent } from '../../src/store/webhooks/outbox.ts'
import { NOW_MS, startService, type TestService } from '../support/service.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

const HOUR_MS = 3_600_000
const text = (atMs: number) => new Date(atMs).toISOString()

/** Keeps events as if they had happened, each told already; the first is the oldest. */
async function happen(
  { store, alfa }: TestService,
  events: (Partial<OutboxEvent> & { id: string; atMs: number })[],
): Promise<void> {
  await store.tx(async (tx) => {
    for (const { atMs, ...event } of events)
      await insertOutbox(tx, {
        hotelId: alfa.id,
        event: 'booking.confirmed',
        bookingCode: null,
        revision: null,
        body: '{}',
        createdAtMs: atMs,
        queuedAtMs: atMs,
        ...event,
      })
  })
}
const replay = ({ alfa }: TestService, id: string, sinceMs: number) =>
  alfa.call('POST', `/webhooks/${id}/replay`, { body: { since: text(sinceMs) } })

/** Ids of the events queued for a webhook, in the order they will be sent in. */
async function queuedEvents({ alfa }: TestService, id: string): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  do {
    const { body } = await deliveries(alfa, id, `?limit=100${cursor}`)
    ids.unshift(...body.items.map((each: any) => each.eventId).reverse())
    cursor = body.nextCursor && `&cursor=${body.nextCursor}`
  } while (cursor)
  return ids
}

test('a replay sends what happened since an instant, that instant included, in its order (contract §2)', async () => {
  await using service = await startService()
  const { id } = await addWebhook(service.alfa)
  await happen(service, [
    { id: 'a', atMs: NOW_MS - 3 * HOUR_MS },
    { id: 'b', atMs: NOW_MS - 2 * HOUR_MS },
    { id: 'c', atMs: NOW_MS - HOUR_MS, event: 'booking.cancelled' },
    { id: 'd', atMs: NOW_MS - HOUR_MS },
  ])
  const answer = await replay(service, id, NOW_MS - 2 * HOUR_MS)
  expect(answer.status).toBe(202)
  const since = text(NOW_MS - 2 * HOUR_MS)
  expect(answer.body).toEqual({ queued: 3, since, from: since })
  expect(await queuedEvents(service, id)).toEqual(['b', 'c', 'd'])
  const { items } = (await deliveries(service.alfa, id)).body
  for (const { cause } of items) expect(cause).toBe('replay')
  // Whatever else is said of an instant: another zone, no fraction.
  const body = { since: '2027-03-10T11:00:00+03:00' }
  const again = await service.alfa.call('POST', `/webhooks/${id}/replay`, { body })
  expect(again.body.since).toBe('2027-03-10T08:00:00.000Z')
})

test('what is on its way to the webhook is not sent twice; what has ended is (contract §2)', async () => {
  await using service = await startService()
  const { id } = await addWebhook(service.alfa)
  await happen(service, [
    { id: 'a', atMs: NOW_MS },
    { id: 'b', atMs: NOW_MS },
  ])
  await replay(service, id, NOW_MS)
  expect((await replay(service, id, NOW_MS)).body.queued).toBe(0)
  await attemptAll(service, id)
  expect((await replay(service, id, NOW_MS)).body.queued).toBe(2)
  // Nor what nobody has queued yet: the sender is about to.
  await happen(service, [{ id: 'c', atMs: NOW_MS, queuedAtMs: undefined as never }])
  expect((await replay(service, id, NOW_MS)).body.queued).toBe(0)
  await queueEvents(service)
  expect(await queuedEvents(service, id)).toEqual(['a', 'b', 'a', 'b', 'c'])
})

test('only events of the hotel that the webhook wants now: no other hotel’s, no ping, no echo of its own key (contract §4)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const events = ['booking.confirmed', 'availability.changed']
  const { id } = await addWebhook(alfa, { events })
  const days = { event: 'availability.changed', atMs: NOW_MS } as const
  await happen(service, [
    { id: 'mine', atMs: NOW_MS },
    { id: 'bravo', atMs: NOW_MS, hotelId: bravo.id },
    { id: 'ping', atMs: NOW_MS, event: 'ping' },
    { id: 'cancelled', atMs: NOW_MS, event: 'booking.cancelled' },
    { ...days, id: 'echo', causeKeyId: alfa.keyId },
    { ...days, id: 'panel' },
    { ...days, id: 'other key', causeKeyId: 'another' },
  ])
  expect((await replay(service, id, NOW_MS)).body.queued).toBe(3)
  expect(await queuedEvents(service, id)).toEqual(['mine', 'panel', 'other key'])
})

test('a long replay keeps the order they happened in, also when the clock was set back meanwhile', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const { id } = await addWebhook(alfa)
  const order = Array.from({ length: 1_203 }, (_, index) => `e${index}`)
  // The clock goes back an hour in the middle, and stands still for many.
  const atMs = (index: number) =>
    NOW_MS - 2 * HOUR_MS + (index < 600 ? HOUR_MS + index : Math.floor(index / 300))
  await happen(
    service,
    order.map((name, index) => ({
      id: name,
      atMs: atMs(index),
      bookingCode: `B${index % 7}`,
      revision: index,
    })),
  )
  const { body } = await replay(service, id, NOW_MS - 3 * HOUR_MS)
  expect(body.queued).toBe(order.length)
  expect(await queuedEvents(service, id)).toEqual(order)
  // Of each booking one may go, the others wait for it.
  const rows = await store.db.select().from(store.t.delivery)
  expect(rows.filter(({ dueAtMs }) => dueAtMs !== null)).toHaveLength(7)
})

test('others write while a long replay is queued', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const { id } = await addWebhook(alfa)
  const events = Array.from({ length: 3_000 }, (_, each) => ({ id: `e${each}`, atMs: NOW_MS }))
  await happen(service, events)
  let isOver = false
  const replayed = replay(service, id, NOW_MS).finally(() => {
    isOver = true
  })
  let written = 0
  while (!isOver) {
    await store.tx((tx) => tx.db.select().from(tx.t.meta))
    written++
  }
  expect((await replayed).body.queued).toBe(3_000)
  expect(written).toBeGreaterThan(6)
})

test('events are replayed for 90 days: an earlier instant is told where it began (contract §2)', async () => {
  await using service = await startService()
  const { id } = await addWebhook(service.alfa)
  const keptMs = NOW_MS - 90 * 24 * HOUR_MS
  await happen(service, [
    { id: 'too old', atMs: keptMs - 1 },
    { id: 'kept', atMs: keptMs },
  ])
  const { body } = await replay(service, id, keptMs - 24 * HOUR_MS)
  expect(body).toEqual({ queued: 1, since: text(keptMs - 24 * HOUR_MS), from: text(keptMs) })
  expect(await queuedEvents(service, id)).toEqual(['kept'])
})

test.each([
  [{ since: text(NOW_MS + 1) }, 'in_future'],
  [{ since: '2027-03-10' }, 'wrong_format'],
  [{ since: '2027-13-10T00:00:00Z' }, 'wrong_format'],
  [{ since: '2027-02-30T00:00:00Z' }, 'wrong_format'],
  [{ since: 7 }, 'wrong_type'],
  [{}, 'required'],
])('a replay since %j is refused as %s', async (body, code) => {
  await using service = await startService()
  const { id } = await addWebhook(service.alfa)
  const answer = await service.alfa.call('POST', `/webhooks/${id}/replay`, { body })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([{ path: '/since', code }])
})
