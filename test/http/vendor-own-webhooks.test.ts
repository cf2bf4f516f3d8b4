import { expect, test } from 'bun:test'
import { CHANGES_KEPT_MS } from '../../src/domain/kernel/limits.ts'
import { book, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { courier } from '../support/outbox.ts'
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { addOwnWebhook, addVendor, connect, disconnect } from '../support/vendors.ts'
import { queueEvents, startSendingService } from '../support/webhooks.ts'

// contract-groups, *Vendors*: webhooks of a vendor's own, for all its hotels.

const HOOK = 'https://hooks.example.com/vendor'
const WEBHOOKS = '/vendor-webhooks'
const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 10_000 }
const READ = ['availability:read', 'webhooks']

const told = (received: readonly ReceivedRequest[]) =>
  received.map(({ body }) => {
    const { event, hotelSlug } = JSON.parse(body)
    return `${hotelSlug} ${event}`
  })
/** A booking at the hotel of a slug. */
const bookAt = async ({ call }: TestService, hotelSlug: string) => {
  const { status, body } = await book(call, { hotelSlug })
  expect(status).toBe(201)
  return body
}
const sellAt = (service: TestService) =>
  Promise.all([service.alfa, service.bravo].map((hotel) => sell({ ...service, alfa: hotel })))

test('a webhook of the vendor gets the events of every connected hotel, which each names, and of no other (contract-groups, *Vendors*)', async () => {
  await using receiver = startReceiver()
  await using service = await startSendingService()
  const { alfa, bravo } = service
  const [vendor, other] = [await addVendor(service), await addVendor(service, 'Other')]
  await sellAt(service)
  const { secret } = await addOwnWebhook(vendor, `${receiver.url}/own`)
  await addOwnWebhook(other, `${receiver.url}/other`)
  expect(secret).toStartWith('whsec_')
  await bookAt(service, 'alfa')
  await connect(service, vendor, alfa)
  const sending = courier(service)
  await sending.work()
  expect(told(receiver.received)).toEqual(['alfa hotel.connected'])

  await bookAt(service, 'alfa')
  await bookAt(service, 'bravo')
  await connect(service, vendor, bravo)
  await bookAt(service, 'bravo')
  await sending.work()
  expect(told(receiver.received).toSorted()).toEqual([
    'alfa booking.confirmed',
    'alfa hotel.connected',
    'bravo booking.confirmed',
    'bravo hotel.connected',
  ])
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook/own']))
  const [first] = receiver.received
  expect(JSON.parse(first!.body).data.scopes).toContain('bookings:read')
})

test('of each hotel it gets what the scopes of that connection allow, and no push of its own (contract-groups, *Vendors*; contract §8)', async () => {
  await using receiver = startReceiver()
  await using service = await startSendingService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  await addOwnWebhook(vendor, receiver.url, {
    events: ['booking.confirmed', 'availability.changed'],
  })
  await sellAt(service)
  const at = await connect(service, vendor, alfa, [...READ, 'availability:write'])
  await connect(service, vendor, bravo, ['bookings:read', 'availability:read'])
  await push(at, [DAY])
  await push(alfa, [{ ...DAY, available: 3 }])
  await bookAt(service, 'alfa')
  await bookAt(service, 'bravo')
  await courier(service).work()
  // The push of the hotel's key, and the day that the booking changed.
  expect(told(receiver.received)).toEqual([
    'alfa availability.changed',
    'alfa availability.changed',
  ])
})

test('a hotel that leaves cancels what waits of it alone; connected and disconnected are told in order and cancelled by none (contract-groups, *Vendors*)', async () => {
  await using receiver = startReceiver(() => new Response(null, { status: 500 }))
  await using service = await startSendingService()
  const { alfa, bravo, store } = service
  const vendor = await addVendor(service)
  const { id } = await addOwnWebhook(vendor, receiver.url)
  await sellAt(service)
  await connect(service, vendor, alfa)
  await connect(service, vendor, bravo)
  const sending = courier(service)
  await bookAt(service, 'alfa')
  await bookAt(service, 'bravo')
  await sending.work()
  // One more is queued, and one is not yet.
  await bookAt(service, 'alfa')
  await queueEvents(service)
  await bookAt(service, 'alfa')
  await disconnect(service, vendor, alfa)
  await connect(service, vendor, alfa)
  await bookAt(service, 'alfa')
  receiver.received.length = 0
  receiver.answer(() => new Response(null, { status: 204 }))
  await sending.after(60 * 60 * 1_000)

  const slugs = told(receiver.received)
  expect(slugs.filter((each) => each.startsWith('alfa hotel'))).toEqual([
    'alfa hotel.connected',
    'alfa hotel.disconnected',
    'alfa hotel.connected',
  ])
  // That of the new connection alone.
  expect(slugs.filter((each) => each === 'alfa booking.confirmed')).toHaveLength(1)
  expect(slugs.filter((each) => each === 'bravo booking.confirmed')).toHaveLength(1)
  const rows = await store.db.select().from(store.t.delivery)
  expect(rows.filter(({ state }) => state === 'failed')).toHaveLength(2)
  expect(rows.filter(({ state }) => state === 'pending')).toEqual([])

  // What was of the former connection is hidden, also after a return.
  const { items } = (await vendor.call('GET', `${WEBHOOKS}/${id}/deliveries?limit=100`)).body
  const shown = items.filter(({ event }: { event: string }) => event === 'booking.confirmed')
  expect(shown).toHaveLength(2)
  const hidden = rows.find(({ state }) => state === 'failed')!
  for (const [method, more] of [
    ['GET', ''],
    ['POST', '/redeliver'],
  ] as const)
    expect(
      await vendor.call(method, `${WEBHOOKS}/${id}/deliveries/${hidden.id}${more}`),
    ).toBeProblem(404, 'not_found')
  await disconnect(service, vendor, bravo)
  await sending.work()
  const after = (await vendor.call('GET', `${WEBHOOKS}/${id}/deliveries?limit=100`)).text
  expect(after).not.toContain((await lastCode(service, 'bravo')) as string)
  expect(told(receiver.received).at(-1)).toBe('bravo hotel.disconnected')
})

const lastCode = async ({ store }: TestService, slug: string) => {
  const rows = await store.db.select().from(store.t.outbox)
  return rows.findLast(({ body, bookingCode }) => bookingCode && body.includes(`"${slug}"`))
    ?.bookingCode
}

test('a delivery that is about to be sent is not sent when its hotel leaves meanwhile (contract-groups, *Vendors*)', async () => {
  await using receiver = startReceiver()
  await using service = await startSendingService()
  const { alfa } = service
  const vendor = await addVendor(service)
  await addOwnWebhook(vendor, receiver.url, { events: ['booking.confirmed'] })
  await sellAt(service)
  await connect(service, vendor, alfa)
  await bookAt(service, 'alfa')
  const leaving = Promise.withResolvers<void>()
  const sending = courier(service, {
    send: async (_, __, mayPost) => {
      await leaving.promise
      expect(await mayPost!()).toBe(false)
      return undefined
    },
  })
  await sending.pass()
  await disconnect(service, vendor, alfa)
  leaving.resolve()
  await sending.work()
  await sending.after(60 * 60 * 1_000)
  expect(receiver.received).toEqual([])
})

test('a vendor’s webhooks are made, changed, rotated, tested, replayed and deleted like a hotel’s, at most 5, one an address (contract-groups, *Vendors*)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const { alfa, bravo, clock } = service
  const vendor = await addVendor(service)
  await sellAt(service)
  const made = await vendor.call('POST', WEBHOOKS, { body: { url: HOOK } })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/v1/partner${WEBHOOKS}/${made.body.id}`)
  expect(made.body).toMatchObject({ vendorId: vendor.id, apiKeyId: null })
  expect(made.body.events).toContain('hotel.connected')
  const path = `${WEBHOOKS}/${made.body.id}`
  expect(await vendor.call('POST', WEBHOOKS, { body: { url: HOOK } })).toBeProblem(
    409,
    'already_exists',
  )
  for (let n = 0; n < 4; n++) await addOwnWebhook(vendor, `${HOOK}/${n}`)
  const sixth = await vendor.call('POST', WEBHOOKS, { body: { url: `${HOOK}/more` } })
  expect(sixth.body.errors).toMatchObject([{ code: 'too_many' }])
  // Another vendor has places and addresses of its own; a key has none of them.
  await addOwnWebhook(await addVendor(service, 'Other'), HOOK)
  expect(await alfa.call('GET', WEBHOOKS)).toBeProblem(403, 'forbidden')

  const renamed = await vendor.call('PATCH', path, { body: { description: 'Hub' } })
  expect(renamed.body.description).toBe('Hub')
  const rotated = await vendor.call('POST', `${path}/rotate-secret`)
  expect(rotated.body.secret).not.toBe(made.body.secret)
  for (const event of ['ping', 'hotel.connected', 'booking.confirmed']) {
    const tried = await vendor.call('POST', `${path}/test`, { body: { event } })
    expect(tried.status).toBe(202)
    const sent = JSON.parse(tried.body.body)
    expect(sent).toMatchObject({ event, hotelSlug: event === 'ping' ? null : 'sea-view' })
  }
  const at = await connect(service, vendor, alfa)
  const wrong = await at.call('POST', '/webhooks', {
    body: { url: HOOK, events: ['hotel.connected'] },
  })
  expect(wrong.body.errors).toMatchObject([{ path: '/events/0', code: 'unknown_event' }])

  // A replay goes back to each hotel's connection, and no further.
  await bookAt(service, 'bravo')
  await connect(service, vendor, bravo)
  await bookAt(service, 'alfa')
  await bookAt(service, 'bravo')
  await queueEvents(service)
  await vendor.call('PATCH', `${WEBHOOKS}/${made.body.id}`, { body: { active: true } })
  const { store } = service
  await store.tx(
    async ({ db, t }) => void (await db.update(t.delivery).set({ state: 'delivered' })),
  )
  const since = new Date(clock.nowMs - CHANGES_KEPT_MS / 2).toISOString()
  const replayed = await vendor.call('POST', `${path}/replay`, { body: { since } })
  expect(replayed.body.queued).toBe(4)
  expect((await vendor.call('DELETE', path)).status).toBe(204)
  expect(await vendor.call('GET', path)).toBeProblem(404, 'not_found')
})
