import { expect, test } from 'bun:test'
import type { Settlement } from '../../src/store/webhooks/delivery-claims.ts'
import { DELIVERIES_LOOKED_AT_MAX } from '../../src/store/webhooks/delivery-lists.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

const failed: Partial<Settlement> = {
  status: 503,
  error: 'status',
  detail: 'The receiver answered 503.',
  answer: 'Be right back',
  durationMs: 42,
  headers: '{"webhook-id":"e1"}',
}
const at = ({ clock }: TestService, laterMs = 0) => new Date(clock.nowMs + laterMs).toISOString()

/** Alfa with a webhook, rooms on sale, and as many bookings as asked for, queued for it. */
async function told(service: TestService, bookings = 1) {
  const webhook = await addWebhook(service.alfa)
  await sell(service, { available: 5_000 })
  const codes: string[] = []
  for (let count = 0; count < bookings; count++) codes.push((await book(service.call)).body.code)
  await queueEvents(service)
  return { id: webhook.id as string, path: `/webhooks/${webhook.id}`, codes }
}
const cancel = ({ call }: TestService, code: string) =>
  call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
const list = async ({ alfa }: TestService, id: string, query = '') =>
  (await deliveries(alfa, id, query)).body.items as Record<string, any>[]

test('a delivery is listed with each attempt: when, how long, what was answered, when next (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const { id, path, codes } = await told(service)
  await attemptAll(service, id, { ...failed, nextAtMs: clock.nowMs + 5_000 })
  clock.advance(5_000)
  await attemptAll(service, id)

  const [first, second] = [at(service, -5_000), at(service)]
  const listed = await list(service, id)
  const attempts = [
    {
      number: 1,
      at: first,
      durationMs: 42,
      status: 503,
      error: 'status',
      detail: 'The receiver answered 503.',
      nextAttemptAt: second,
    },
    {
      number: 2,
      at: second,
      durationMs: 1,
      status: 204,
      error: null,
      detail: null,
      nextAttemptAt: null,
    },
  ]
  expect(listed).toEqual([
    {
      id: listed[0]!.id,
      eventId: listed[0]!.eventId,
      event: 'booking.confirmed',
      bookingCode: codes[0],
      revision: 1,
      cause: 'event',
      state: 'delivered',
      createdAt: first,
      nextAttemptAt: null,
      finishedAt: second,
      attempts,
    },
  ])

  const { body } = await alfa.call('GET', `${path}/deliveries/${listed[0]!.id}`)
  const [one, two] = attempts
  const whole = [
    { ...one, headers: { 'webhook-id': 'e1' }, answer: 'Be right back' },
    { ...two, headers: {}, answer: null },
  ]
  expect(body).toEqual({ ...listed[0], attempts: whole, body: body.body })
  const [event] = await service.store.db.select().from(service.store.t.outbox)
  expect(body.body).toBe(event!.body)
  expect(JSON.parse(body.body)).toMatchObject({ event: 'booking.confirmed', id: body.eventId })
})

test('deliveries go newest first, by state, event and booking, page by page (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const { id, codes } = await told(service, 7)
  await attemptAll(service, id)
  await cancel(service, codes[2]!)
  await cancel(service, codes[4]!)
  await queueEvents(service)
  await attemptAll(service, id, { ...failed, nextAtMs: clock.nowMs + 5_000 })

  const all = await list(service, id)
  expect(all.map(({ bookingCode, revision }) => [bookingCode, revision])).toEqual([
    [codes[4], 2],
    [codes[2], 2],
    ...codes.toReversed().map((code) => [code, 1]),
  ])
  const only = async (query: string) => (await list(service, id, query)).map((each) => each.id)
  const ids = (those: Record<string, any>[]) => those.map((each) => each.id)
  expect(await only('?state=pending')).toEqual(ids(all.slice(0, 2)))
  expect(await only('?state=delivered')).toEqual(ids(all.slice(2)))
  expect(await only('?state=failed')).toEqual([])
  expect(await only('?event=booking.cancelled')).toEqual(ids(all.slice(0, 2)))
  const ofBooking = ids(all.filter(({ bookingCode }) => bookingCode === codes[2]))
  expect(await only(`?bookingCode=${codes[2]!.toLowerCase()}`)).toEqual(ofBooking)
  expect(ofBooking).toHaveLength(2)
  expect(await only(`?bookingCode=${codes[2]}&state=pending`)).toEqual(ofBooking.slice(0, 1))
  expect(await only('?bookingCode=ZZZZZZZZZZ')).toEqual([])

  for (const filter of ['', '&state=delivered', '&event=booking.confirmed']) {
    const walked: string[] = []
    let cursor = ''
    for (;;) {
      const { body } = await deliveries(alfa, id, `?limit=2${filter}${cursor}`)
      expect(body.items.length).toBeLessThanOrEqual(2)
      walked.push(...ids(body.items))
      if (body.nextCursor === null) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(walked).toEqual(ids(filter === '' ? all : all.slice(2)))
  }
})

test('a cursor of deliveries goes on in its own list alone; unknown words are refused', async () => {
  await using service = await startService()
  const { alfa } = service
  const { id } = await told(service, 2)
  const other = await addWebhook(alfa, { url: 'https://hooks.example.com/other' })
  const { nextCursor } = (await deliveries(alfa, id, '?limit=1')).body
  const ask = (of: string, query: string) => deliveries(alfa, of, query)
  expect((await ask(id, `?limit=1&cursor=${nextCursor}`)).body.items).toHaveLength(1)
  for (const [of, query, place] of [
    [other.id, `?cursor=${nextCursor}`, '?cursor'],
    [id, `?state=pending&cursor=${nextCursor}`, '?cursor'],
    [id, '?state=lost', '?state'],
    [id, '?event=bookingXconfirmed', '?event'],
    [id, '?limit=101', '?limit'],
    [id, '?x=1', '?x'],
  ]) {
    const answer = await ask(of, query)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0].path).toBe(place)
  }
})

test('what is rare in a long list is found page by page, none of which looks at more than it may', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const { id } = await told(service)
  await attemptAll(service, id, failed)
  const [row] = await store.db.select().from(store.t.delivery)
  const { seq, id: _, ...like } = row!
  await store.tx(async (tx) => {
    for (let start = 0; start <= DELIVERIES_LOOKED_AT_MAX; start += 500) {
      const rows = Array.from({ length: 500 }, (_, each) => ({
        ...like,
        id: `${start} ${each}`,
        state: 'delivered' as const,
      }))
      await tx.db.insert(tx.t.delivery).values(rows)
    }
  })
  const first = (await deliveries(alfa, id, '?state=failed')).body
  expect(first.items).toEqual([])
  const second = (await deliveries(alfa, id, `?state=failed&cursor=${first.nextCursor}`)).body
  expect(second.items).toMatchObject([{ id: row!.id, state: 'failed' }])
  expect(second.nextCursor).toBeNull()
})

test('what waits for its next attempt is due at once when it is asked for again, and nothing is added (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const { id, path } = await told(service)
  await attemptAll(service, id, { ...failed, nextAtMs: clock.nowMs + 3_600_000 })
  const [waiting] = await list(service, id)
  clock.advance(1_000)
  const again = await alfa.call('POST', `${path}/deliveries/${waiting!.id}/redeliver`)
  expect(again.status).toBe(202)
  expect(again.headers.get('location')).toBe(`/v1/partner${path}/deliveries/${waiting!.id}`)
  expect(again.body).toEqual({ ...waiting, nextAttemptAt: at(service) })
  expect(await list(service, id)).toEqual([again.body])
})

test('what waits for an earlier delivery of its booking stays behind it: that one is due at once (contract §4)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const { id, path, codes } = await told(service)
  await attemptAll(service, id, { ...failed, nextAtMs: clock.nowMs + 3_600_000 })
  await cancel(service, codes[0]!)
  await queueEvents(service)
  const [cancelled] = await list(service, id)
  const again = await alfa.call('POST', `${path}/deliveries/${cancelled!.id}/redeliver`)
  expect(again.body).toEqual(cancelled)
  const due = (await list(service, id)).map(({ nextAttemptAt }) => nextAttemptAt)
  expect(due).toEqual([null, at(service)])
})

test('of a finished delivery there is another of the same event, given up or not; the first one stays (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { id, path } = await told(service)
  await attemptAll(service, id, failed)
  const [first] = await list(service, id)
  expect(first).toMatchObject({ state: 'failed', nextAttemptAt: null })
  for (const cause of ['once', 'twice']) {
    const again = await alfa.call('POST', `${path}/deliveries/${first!.id}/redeliver`)
    expect([cause, again.status]).toEqual([cause, 202])
    const { eventId, event, bookingCode, revision } = first!
    expect(again.body).toMatchObject({ eventId, event, bookingCode, revision })
    expect(again.body).toMatchObject({ cause: 'redelivery', state: 'pending', attempts: [] })
    expect(again.headers.get('location')).toEndWith(`/deliveries/${again.body.id}`)
  }
  expect(await list(service, id)).toHaveLength(3)
  // One by one, for they are of one booking.
  expect(await attemptAll(service, id)).toBe(1)
  expect(await attemptAll(service, id)).toBe(1)
  expect((await list(service, id))[2]).toEqual(first!)
})

test('an attempt that is under way is neither shown as one to come nor made twice', async () => {
  await using service = await startService()
  const { alfa, store, clock } = service
  const { id, path } = await told(service)
  const leasedUntilMs = clock.nowMs + 30_000
  await store.tx((tx) => tx.db.update(tx.t.delivery).set({ dueAtMs: leasedUntilMs, leasedUntilMs }))
  const [underWay] = await list(service, id)
  expect(underWay).toMatchObject({ state: 'pending', nextAttemptAt: null })
  await alfa.call('POST', `${path}/deliveries/${underWay!.id}/redeliver`)
  const [row] = await store.db.select().from(store.t.delivery)
  expect(row).toMatchObject({ dueAtMs: leasedUntilMs, leasedUntilMs })
})

test("another webhook's delivery is 404 for this one, in the same hotel too (contract §6)", async () => {
  await using service = await startService()
  const { alfa } = service
  const { id } = await told(service)
  const other = await addWebhook(alfa, { url: 'https://hooks.example.com/other' })
  const [delivery] = await list(service, id)
  const path = `/webhooks/${other.id}/deliveries/${delivery!.id}`
  expect(await alfa.call('GET', path)).toBeProblem(404, 'not_found')
  expect(await alfa.call('POST', `${path}/redeliver`)).toBeProblem(404, 'not_found')
})
