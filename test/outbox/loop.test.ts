import { expect, test } from 'bun:test'
import { insertOutbox } from '../../src/store/webhooks/outbox.ts'
import { AHEAD, book, sell } from '../support/bookings.ts'
import { eventually } from '../support/http.ts'
import { courier, endpoint, startSending } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'

const OPEN_NOW = { world: { allowPrivateWebhooks: true, nowMs: Date.now } }
const POLL_MS = 1_000
const BOOKINGS = 15

test('an event is sent when it is committed, not when the outbox is looked at next (issue 4)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await sell(service, { from: AHEAD.checkin, available: BOOKINGS })
  await endpoint(service, service.alfa, receiver.url)
  await using _sending = startSending(service)
  const waits: number[] = []
  for (let count = 1; count <= BOOKINGS; count++) {
    const { status } = await book(service.call, AHEAD)
    expect(status).toBe(201)
    const committedMs = performance.now()
    await receiver.until(count)
    waits.push(performance.now() - committedMs)
    // Else the end of this exchange would find the next event.
    await eventually(async () => (await deliveries(service)).at(-1)!.state === 'delivered')
  }
  // The poll alone would take half a second on average.
  expect(waits.toSorted((a, b) => a - b)[Math.floor(BOOKINGS / 2)]).toBeLessThan(POLL_MS / 5)
})

test('the first look after a start waits for the first requests, but for no event that is committed', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await endpoint(service, service.alfa, receiver.url)
  const { store, alfa } = service
  await store.tx((tx) => insertOutbox(tx, eventOf(alfa.id, 'B1')))
  {
    await using _sending = startSending(service, { firstAfterMs: 20 })
    await receiver.until(1)
  }
  await using _sending = startSending(service, { firstAfterMs: 3_600_000 })
  await store.tx(async ({ t, db }) => {
    await db.insert(t.outbox).values(eventOf(alfa.id, 'B2'))
  })
  await store.tx((tx) => insertOutbox(tx, eventOf(alfa.id, 'B3')))
  await receiver.until(3)
})

test('what another process has written is found by the next look, within a second (issue 4)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await endpoint(service, service.alfa, receiver.url)
  await using _sending = startSending(service)
  const { store, alfa } = service
  await store.tx((tx) => insertOutbox(tx, eventOf(alfa.id, 'B1')))
  await eventually(async () => (await deliveries(service))[0]?.state === 'delivered')
  // Without the topic that wakes the sender, as from a process beside it.
  await store.tx(async ({ t, db }) => {
    await db.insert(t.outbox).values(eventOf(alfa.id, 'B2'))
  })
  await receiver.until(2, 5 * POLL_MS)
})

test('what is rolled back is never sent, though it shared a commit with what is (contract §3)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await endpoint(service, service.alfa, receiver.url)
  await using _sending = startSending(service)
  const { store, alfa } = service
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      store.tx(async (tx) => {
        await insertOutbox(tx, eventOf(alfa.id, `B${index}`))
        if (index % 2 === 0) throw new Error('sold out')
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  await receiver.until(20)
  const codes = receiver.received.map(({ body }) => JSON.parse(body).data.code)
  const committed = Array.from({ length: 20 }, (_, index) => `B${2 * index + 1}`)
  expect(codes.toSorted()).toEqual(committed.toSorted())
})

test('a stop waits for what is under way and writes it down; nothing new is begun (contract §10)', async () => {
  await using service = await startService(OPEN_NOW)
  const answer = Promise.withResolvers<Response>()
  await using receiver = startReceiver(() => answer.promise)
  await sell(service, { from: AHEAD.checkin })
  await endpoint(service, service.alfa, receiver.url)
  const sending = startSending(service)
  await book(service.call, AHEAD)
  await receiver.until(1)
  const stopped = sending.stop(10_000)
  await book(service.call, AHEAD)
  answer.resolve(new Response(null, { status: 204 }))
  await stopped
  expect(receiver.received).toHaveLength(1)
  expect(await deliveries(service)).toMatchObject([{ state: 'delivered' }, { state: 'pending' }])
})

test('what a stop cuts off is no attempt, and is sent at once by the next start (contract §10)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver(() => new Promise(() => {}))
  await sell(service, { from: AHEAD.checkin })
  await endpoint(service, service.alfa, receiver.url)
  const sending = startSending(service)
  await book(service.call, AHEAD)
  await receiver.until(1)
  await sending.stop(0)
  expect(await deliveries(service)).toMatchObject([{ state: 'pending', attempts: 0 }])

  receiver.answer(() => new Response(null, { status: 204 }))
  await courier(service).work()
  expect(receiver.received.map(({ headers }) => headers.get('x-service-attempt'))).toEqual([
    '1',
    '1',
  ])
  expect(await deliveries(service)).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a pass that cannot be written is made again, and what had ended meanwhile is not sent twice (issue 4)', async () => {
  await using service = await startService(OPEN_NOW)
  await using receiver = startReceiver()
  await sell(service, { from: AHEAD.checkin })
  await endpoint(service, service.alfa, receiver.url)
  const { store } = service
  let isFull = false
  // The worker writes in a way of its own.
  const writer = store.ofWorker
  const { tx } = writer
  writer.tx = (body) =>
    tx(async (handle) => {
      const answer = await body(handle)
      if (isFull) throw new Error('the disk is full')
      return answer
    })
  receiver.answer(() => {
    isFull = true
    return new Response(null, { status: 204 })
  })
  const failures: string[] = []
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (event: string) => void failures.push(event),
  }
  await using _sending = startSending(service, { log })
  await book(service.call, AHEAD)
  await eventually(() => failures.includes('outbox_pass_failed'))
  isFull = false
  await eventually(async () => (await deliveries(service))[0]?.state === 'delivered')
  expect(receiver.received).toHaveLength(1)
})

const deliveries = ({ store: { t, db } }: TestService) =>
  db.select().from(t.delivery).orderBy(t.delivery.seq)

function eventOf(hotelId: number, code: string) {
  const id = Bun.randomUUIDv7()
  const event = 'booking.confirmed' as const
  const body = JSON.stringify({ event, data: { code }, id })
  return { id, hotelId, event, bookingCode: code, revision: 1, body, createdAtMs: Date.now() }
}
