import { expect, test } from 'bun:test'
import { withAnotherKey } from '../support/api-keys.ts'
import { doneBy, named, on, shownOf, startCertifying } from '../support/certified.ts'
import { eventually } from '../support/http.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { bookTest } from '../support/sandbox.ts'
import type { TestHotel } from '../support/service.ts'
import { addWebhook, deliveries, startSending, startSendingService } from '../support/webhooks.ts'

const stay = { checkin: on(22), checkout: on(24), adults: 1 }
const ack = (twin: TestHotel, code: string, revision: number, id = 'ack') =>
  named(twin, id, 'POST', `/bookings/${code}/ack`, { revision })
const readFeed = (twin: TestHotel) => named(twin, 'read', 'GET', '/changes?limit=500')

/** A booking, changed and cancelled, a minute after the other; `seen` is done after each. */
async function liveThrough(
  { twin, clock }: Awaited<ReturnType<typeof startCertifying>>,
  seen: (code: string, revision: number) => unknown,
) {
  const { code } = (await bookTest(twin, stay)).body
  await seen(code, 1)
  clock.advance(60_000)
  await twin.call('PATCH', `/sandbox/bookings/${code}`, { body: { checkout: on(25) } })
  await seen(code, 2)
  clock.advance(60_000)
  await twin.call('POST', `/sandbox/bookings/${code}/cancel`)
  await seen(code, 3)
}

const ALL = ['booking_new', 'booking_changed', 'booking_cancelled'] as const

test.each<[string, (twin: TestHotel, code: string) => unknown]>([
  ['the feed', readFeed],
  ['a pull', (twin) => named(twin, 'read', 'GET', '/bookings?updatedSince=2000-01-01T00:00:00Z')],
  ['a look at it', (twin, code) => named(twin, 'read', 'GET', `/bookings/${code}`)],
])('bookings: read by %s, then acknowledged (contract §2, Sandbox)', async (_, read) => {
  await using world = await startCertifying()
  const { twin } = world
  await liveThrough(world, async (code, revision) => {
    await read(twin, code)
    await ack(twin, code, revision, `ack ${revision}`.replace(' ', '-'))
  })

  expect(await doneBy(twin)).toEqual([...ALL])
  for (const [index, scenario] of ALL.entries())
    expect((await shownOf(twin, scenario)).requestIds).toEqual(['read', `ack-${index + 1}`])
})

test('bookings: read in one go and acknowledged together (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { twin } = world
  let known = ''
  await liveThrough(world, (code) => {
    known = code
  })
  await readFeed(twin)
  expect(await doneBy(twin)).toEqual([])
  const acks = [1, 2, 3].map((revision) => ({ code: known.toLowerCase(), revision }))
  await named(twin, 'acks', 'POST', '/bookings/ack', { acks })

  expect(await doneBy(twin)).toEqual([...ALL])
  expect((await shownOf(twin, 'booking_changed')).requestIds).toEqual(['read', 'acks'])
})

test('bookings: what was not received, or not acknowledged, is not done (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin } = world
  const second = await withAnotherKey(service, service.alfa, { test: true })
  await liveThrough(world, async (code, revision) => {
    // Acknowledged unseen; read by another key; acknowledged by another key.
    await ack(twin, code, revision)
    await readFeed(second)
  })
  expect([await doneBy(twin), await doneBy(second)]).toEqual([[], []])
  const { code } = (await bookTest(twin, stay)).body
  await readFeed(twin)
  // A revision that there is not, a booking that there is not.
  expect((await ack(twin, code, 9)).status).toBe(422)
  await twin.call('POST', '/bookings/ack', {
    body: {
      acks: [
        { code, revision: 9 },
        { code: 'ZZZZZZZZZZ', revision: 1 },
        { code },
        { code, revision: 1, externalId: 'x'.repeat(201) },
      ],
    },
  })
  expect(await doneBy(twin)).toEqual([])
  await ack(twin, code, 1)

  expect(await doneBy(twin)).toEqual(['booking_new'])
})

test('bookings: a hold is none until it is confirmed, and one that is let go was never cancelled (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { twin, clock } = world
  const seeAll = async (code: string, revision: number) => {
    await readFeed(twin)
    await ack(twin, code, revision)
  }
  const gone = (await bookTest(twin, { ...stay, hold: true })).body
  await seeAll(gone.code, 1)
  clock.advance(60_000)
  await twin.call('POST', `/sandbox/bookings/${gone.code}/cancel`)
  await seeAll(gone.code, 2)
  expect(await doneBy(twin)).toEqual([])
  const held = (await bookTest(twin, { ...stay, hold: true })).body
  clock.advance(60_000)
  await twin.call('POST', `/sandbox/bookings/${held.code}/confirm`)
  await seeAll(held.code, 2)

  expect(await doneBy(twin)).toEqual(['booking_new'])
})

/** A sandbox with a webhook, and the sender at work. */
async function startHooked() {
  const world = await startCertifying({}, startSendingService)
  const { service, twin } = world
  const receiver = startReceiver()
  const { id } = await addWebhook(twin, { url: receiver.url })
  const sending = startSending(service)
  const attempts = async () =>
    (await deliveries(twin, id)).body.items.flatMap(
      (item: { attempts: unknown[] }) => item.attempts,
    )
  return {
    ...{ world, service, twin, receiver, id, clock: world.clock },
    /** Waits for so many attempts, each written down. */
    tried: (count: number) => eventually(async () => (await attempts()).length === count),
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

test('bookings: taken by a webhook of the key, then acknowledged (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { world, service, twin, tried } = hooked
  const second = await withAnotherKey(service, service.alfa, { test: true })
  await liveThrough(world, async (code, revision) => {
    await tried(revision)
    await ack(second, code, revision)
    await ack(twin, code, revision, `ack-${revision}`)
  })
  const { items } = (await deliveries(twin, hooked.id)).body

  expect(await doneBy(second)).toEqual([])
  expect(await doneBy(twin)).toEqual([...ALL])
  expect(await shownOf(twin, 'booking_new')).toMatchObject({
    requestIds: ['ack-1'],
    deliveryIds: [items.at(-1).id],
  })
})

test('bookings: what a webhook refused was not received (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { twin, receiver, tried } = hooked
  receiver.answer(() => new Response(null, { status: 500 }))
  const { code } = (await bookTest(twin, stay)).body
  await tried(1)
  await ack(twin, code, 1)

  expect(await doneBy(twin)).toEqual([])
})

/** Answers of a receiver to the forged delivery and to the true one. */
const answering = (receiver: Receiver, forged: number, truly: number) =>
  receiver.answer((_, count) => new Response(null, { status: count === 1 ? forged : truly }))

test.each([
  [401, 204, true],
  [400, 200, true],
  [204, 204, false],
  [500, 204, false],
  [302, 204, false],
  [401, 401, false],
  [401, 500, false],
])(
  'forged delivery: answered %d, and the true one %d: %p (contract §2, Sandbox)',
  async (forged, truly, isDone) => {
    await using hooked = await startHooked()
    const { twin, receiver, clock, tried } = hooked
    answering(receiver, forged, truly)
    await twin.call('POST', '/sandbox/faults', { body: { webhooks: 'bad_signature', times: 1 } })
    await bookTest(twin, stay)
    await tried(1)
    if (forged !== 204) {
      expect(await doneBy(twin)).toEqual([])
      clock.advance(10_000)
      await tried(2)
    }
    const { done, deliveryIds, requestIds } = await shownOf(twin, 'forged_delivery')
    const [{ id }] = (await deliveries(twin, hooked.id)).body.items

    expect({ done, deliveryIds, requestIds }).toEqual({
      ...{ done: isDone, deliveryIds: isDone ? [id] : [], requestIds: [] },
    })
  },
)

test('forged delivery: one that is refused though it is true, and taken later, is none (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { twin, receiver, clock, tried } = hooked
  answering(receiver, 401, 204)
  await bookTest(twin, stay)
  await tried(1)
  clock.advance(10_000)
  await tried(2)

  expect(await doneBy(twin)).toEqual([])
})
