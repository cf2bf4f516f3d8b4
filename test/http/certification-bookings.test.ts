import { expect, test } from 'bun:test'
import { withAnotherKey } from '../support/api-keys.ts'
import {
  doneBy,
  finishAllBut,
  on,
  scenarioNamed,
  shownOf,
  startCertifying,
} from '../support/certified.ts'
import { eventually } from '../support/http.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { bookTest, groupTest } from '../support/sandbox.ts'
import type { TestHotel } from '../support/service.ts'
import { addWebhook, deliveries, startSending, startSendingService } from '../support/webhooks.ts'

const stay = { checkin: on(22), checkout: on(24), adults: 1 }
const ack = (sandbox: TestHotel, code: string, revision: number, id = 'ack') =>
  scenarioNamed(sandbox, id, 'POST', `/bookings/${code}/ack`, { revision })
const readFeed = (sandbox: TestHotel) => scenarioNamed(sandbox, 'read', 'GET', '/changes?limit=500')

/** A booking, changed and cancelled, a minute after the other; `seen` is done after each. */
async function liveThrough(
  { sandbox, clock }: Awaited<ReturnType<typeof startCertifying>>,
  seen: (code: string, revision: number) => unknown,
) {
  const { code } = (await bookTest(sandbox, stay)).body
  await seen(code, 1)
  clock.advance(60_000)
  await sandbox.call('PATCH', `/sandbox/bookings/${code}`, { body: { checkout: on(25) } })
  await seen(code, 2)
  clock.advance(60_000)
  await sandbox.call('POST', `/sandbox/bookings/${code}/cancel`)
  await seen(code, 3)
}

const ALL = ['booking_new', 'booking_changed', 'booking_cancelled'] as const

test.each<[string, (sandbox: TestHotel, code: string) => unknown]>([
  ['the feed', readFeed],
  [
    'a pull',
    (sandbox) =>
      scenarioNamed(sandbox, 'read', 'GET', '/bookings?updatedSince=2000-01-01T00:00:00Z'),
  ],
  ['a look at it', (sandbox, code) => scenarioNamed(sandbox, 'read', 'GET', `/bookings/${code}`)],
])('bookings: read by %s, then acknowledged (contract §2, Sandbox)', async (_, read) => {
  await using world = await startCertifying()
  const { sandbox } = world
  await liveThrough(world, async (code, revision) => {
    await read(sandbox, code)
    await ack(sandbox, code, revision, `ack ${revision}`.replace(' ', '-'))
  })

  expect(await doneBy(sandbox)).toEqual([...ALL])
  for (const [index, scenario] of ALL.entries())
    expect((await shownOf(sandbox, scenario)).requestIds).toEqual(['read', `ack-${index + 1}`])
})

test('bookings: read in one go and acknowledged together (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { sandbox } = world
  let known = ''
  await liveThrough(world, (code) => {
    known = code
  })
  await readFeed(sandbox)
  expect(await doneBy(sandbox)).toEqual([])
  const acks = [1, 2, 3].map((revision) => ({ code: known.toLowerCase(), revision }))
  await scenarioNamed(sandbox, 'acks', 'POST', '/bookings/ack', { acks })

  expect(await doneBy(sandbox)).toEqual([...ALL])
  expect((await shownOf(sandbox, 'booking_changed')).requestIds).toEqual(['read', 'acks'])
})

test('bookings: what was not received, or not acknowledged, is not done (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  const second = await withAnotherKey(service, service.alfa, { test: true })
  await liveThrough(world, async (code, revision) => {
    // Acknowledged unseen; read by another key; acknowledged by another key.
    await ack(sandbox, code, revision)
    await readFeed(second)
  })
  expect([await doneBy(sandbox), await doneBy(second)]).toEqual([[], []])
  const { code } = (await bookTest(sandbox, stay)).body
  await readFeed(sandbox)
  // A revision that there is not, a booking that there is not.
  expect((await ack(sandbox, code, 9)).status).toBe(422)
  await sandbox.call('POST', '/bookings/ack', {
    body: {
      acks: [
        { code, revision: 9 },
        { code: 'ZZZZZZZZZZ', revision: 1 },
        { code },
        { code, revision: 1, externalId: 'x'.repeat(201) },
      ],
    },
  })
  expect(await doneBy(sandbox)).toEqual([])
  await ack(sandbox, code, 1)

  expect(await doneBy(sandbox)).toEqual(['booking_new'])
})

test('bookings: a hold is none until it is confirmed, and one that is let go was never cancelled (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { sandbox, clock } = world
  const seeAll = async (code: string, revision: number) => {
    await readFeed(sandbox)
    await ack(sandbox, code, revision)
  }
  const gone = (await bookTest(sandbox, { ...stay, hold: true })).body
  await seeAll(gone.code, 1)
  clock.advance(60_000)
  await sandbox.call('POST', `/sandbox/bookings/${gone.code}/cancel`)
  await seeAll(gone.code, 2)
  expect(await doneBy(sandbox)).toEqual([])
  const held = (await bookTest(sandbox, { ...stay, hold: true })).body
  clock.advance(60_000)
  await sandbox.call('POST', `/sandbox/bookings/${held.code}/confirm`)
  await seeAll(held.code, 2)

  expect(await doneBy(sandbox)).toEqual(['booking_new'])
})

const ackAll = (sandbox: TestHotel, codes: readonly string[]) =>
  scenarioNamed(sandbox, 'acks', 'POST', '/bookings/ack', {
    acks: codes.map((code) => ({ code, revision: 1 })),
  })

const groupOf = async (sandbox: TestHotel, stays: object[], more = {}) => {
  const { body } = await groupTest(
    sandbox,
    stays.map((each) => ({ ...stay, ...each })),
    more,
  )
  return { ...body, codes: body.bookings.map(({ code }: { code: string }) => code) as string[] }
}

test('a group: each of its bookings is received and acknowledged, also when the other scenarios are done (contract-groups)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  await finishAllBut(service, sandbox, ['booking_group'])
  const isDone = async () => (await shownOf(sandbox, 'booking_group')).done
  // A single booking, and a group of one stay, are none; nor is a part of a group, or one that was not received.
  const { code } = (await bookTest(sandbox, stay)).body
  const one = await groupOf(sandbox, [{}])
  const two = await groupOf(sandbox, [{}, { roomCode: 'SGL' }])
  await readFeed(sandbox)
  const unseen = await groupOf(sandbox, [{}, {}])
  await ackAll(sandbox, [code, ...one.codes, two.codes[0]!, ...unseen.codes])
  expect(await isDone()).toBe(false)
  await ack(sandbox, two.codes[1]!, 1, 'last')

  expect(await shownOf(sandbox, 'booking_group')).toMatchObject({
    ...{ done: true, requestIds: ['read', 'acks', 'last'] },
  })
})

test('a group: of one whose hold lost a stay the others will do; read by its code it is received, too (contract-groups)', async () => {
  await using world = await startCertifying()
  const { sandbox, clock } = world
  const held = await groupOf(sandbox, [{}, {}, {}], { hold: true })
  await sandbox.call('POST', `/sandbox/bookings/${held.codes[1]}/cancel`)
  clock.advance(60_000)
  await sandbox.call('POST', `/sandbox/booking-groups/${held.code}/confirm`)
  await scenarioNamed(sandbox, 'group', 'GET', `/booking-groups/${held.code}`)
  for (const index of [0, 2]) await ack(sandbox, held.codes[index]!, 2, `ack-${index}`)

  const ids = { requestIds: ['group', 'ack-0', 'ack-2'] }
  expect(await shownOf(sandbox, 'booking_group')).toMatchObject({ done: true, ...ids })
})

/** A sandbox with a webhook, and the sender at work. */
async function startHooked() {
  const world = await startCertifying({}, startSendingService)
  const { service, sandbox } = world
  const receiver = startReceiver()
  const { id } = await addWebhook(sandbox, { url: receiver.url })
  const sending = startSending(service)
  const attempts = async () =>
    (await deliveries(sandbox, id)).body.items.flatMap(
      (item: { attempts: unknown[] }) => item.attempts,
    )
  return {
    ...{ world, service, sandbox, receiver, id, clock: world.clock },
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
  const { world, service, sandbox, tried } = hooked
  const second = await withAnotherKey(service, service.alfa, { test: true })
  await liveThrough(world, async (code, revision) => {
    await tried(revision)
    await ack(second, code, revision)
    await ack(sandbox, code, revision, `ack-${revision}`)
  })
  const { items } = (await deliveries(sandbox, hooked.id)).body

  expect(await doneBy(second)).toEqual([])
  expect(await doneBy(sandbox)).toEqual([...ALL])
  expect(await shownOf(sandbox, 'booking_new')).toMatchObject({
    requestIds: ['ack-1'],
    deliveryIds: [items.at(-1).id],
  })
})

test('a group: taken by a webhook of the key, then acknowledged (contract-groups)', async () => {
  await using hooked = await startHooked()
  const { sandbox, tried } = hooked
  const { codes } = await groupOf(sandbox, [{}, {}])
  await tried(2)
  await ackAll(sandbox, codes)
  const { items } = (await deliveries(sandbox, hooked.id)).body
  const { done, requestIds, deliveryIds } = await shownOf(sandbox, 'booking_group')

  expect([done, requestIds]).toEqual([true, ['acks']])
  expect(deliveryIds.toSorted()).toEqual(items.map(({ id }: { id: string }) => id).toSorted())
})

test('bookings: what a webhook refused was not received (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { sandbox, receiver, tried } = hooked
  receiver.answer(() => new Response(null, { status: 500 }))
  const { code } = (await bookTest(sandbox, stay)).body
  await tried(1)
  await ack(sandbox, code, 1)

  expect(await doneBy(sandbox)).toEqual([])
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
    const { sandbox, receiver, clock, tried } = hooked
    answering(receiver, forged, truly)
    await sandbox.call('POST', '/sandbox/faults', { body: { webhooks: 'bad_signature', times: 1 } })
    await bookTest(sandbox, stay)
    await tried(1)
    if (forged !== 204) {
      expect(await doneBy(sandbox)).toEqual([])
      clock.advance(10_000)
      await tried(2)
    }
    const { done, deliveryIds, requestIds } = await shownOf(sandbox, 'forged_delivery')
    const [{ id }] = (await deliveries(sandbox, hooked.id)).body.items

    expect({ done, deliveryIds, requestIds }).toEqual({
      ...{ done: isDone, deliveryIds: isDone ? [id] : [], requestIds: [] },
    })
  },
)

test('forged delivery: one that is refused though it is true, and taken later, is none (contract §2, Sandbox)', async () => {
  await using hooked = await startHooked()
  const { sandbox, receiver, clock, tried } = hooked
  answering(receiver, 401, 204)
  await bookTest(sandbox, stay)
  await tried(1)
  clock.advance(10_000)
  await tried(2)

  expect(await doneBy(sandbox)).toEqual([])
})
