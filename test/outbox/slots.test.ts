import { expect, test } from 'bun:test'
import { createLook } from '../../src/outbox/look.ts'
import { createSlots } from '../../src/outbox/slots.ts'
import type { DueEndpoint } from '../../src/store/webhooks/delivery-claims.ts'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { addWebhook, queueEvents } from '../support/webhooks.ts'

const endpointAt = (host: string, index: number, past: Partial<DueEndpoint> = {}): DueEndpoint => ({
  webhookId: `${host} ${index}`,
  url: `https://${host}/${index}`,
  dueAtMs: 0,
  isFailing: false,
  isProven: false,
  isActive: true,
  ...past,
})

/** How many exchanges with the endpoints of a host could begin at once. */
function roomOf(slots: ReturnType<typeof createSlots>, endpoints: DueEndpoint[]): number {
  const room = slots.open()
  let count = 0
  for (const endpoint of endpoints) {
    const limit = room.limitOf(endpoint)
    room.take(endpoint, limit)
    count += limit
  }
  return count
}

/** Begins all that an endpoint may. @returns what ends each */
const begun = (slots: ReturnType<typeof createSlots>, endpoint: DueEndpoint) =>
  Array.from({ length: slots.open().limitOf(endpoint) }, () => slots.begin(endpoint))

test('a host has four at first, grows with every success while it is used, to 160, and has two after one that hung (contract §4)', () => {
  const slots = createSlots(() => 0, 256)
  const proven = Array.from({ length: 50 }, (_, index) =>
    endpointAt('hub.example', index, { isProven: true }),
  )
  expect(roomOf(slots, proven)).toBe(4)
  // One at a time needs no more.
  for (let count = 0; count < 20; count++) slots.begin(proven[count]!)(null)
  expect(roomOf(slots, proven)).toBe(4)
  for (let round = 0; round < 20; round++) {
    const ends = proven.flatMap((each) => begun(slots, each))
    for (const end of ends) end(null)
  }
  expect(roomOf(slots, proven)).toBe(160)
  // What is refused or answered with an error holds no socket.
  slots.begin(proven[41]!)('refused')
  slots.begin(proven[42]!)('status')
  expect(roomOf(slots, proven.slice(0, 40))).toBe(160)
  slots.begin(proven[43]!)('timeout')
  expect(roomOf(slots, proven.slice(0, 40))).toBe(2)
  // Other hosts, and other ports of it, are none of it.
  expect(roomOf(slots, [endpointAt('hub.example:8443', 0)])).toBe(1)
})

test('an endpoint has one at first, two if it took something before, one more with every success up to eight (contract §4)', () => {
  const slots = createSlots(() => 0, 256)
  const [one, known] = [endpointAt('a.example', 1), endpointAt('b.example', 1, { isProven: true })]
  expect([roomOf(slots, [one]), roomOf(slots, [known])]).toEqual([1, 2])
  for (let round = 0; round < 10; round++) for (const end of begun(slots, one)) end(null)
  expect(roomOf(slots, [one])).toBe(8)
  slots.begin(one)('status')
  expect(roomOf(slots, [one])).toBe(1)
})

test('of 256 that can be fetched no more than 240 are under way at once, of hosts never heard of 120, of failing ones 60 (contract §4)', () => {
  const slots = createSlots(() => 0, 256)
  const many = (past: Partial<DueEndpoint>) =>
    Array.from({ length: 500 }, (_, index) => endpointAt(`${index}.example`, 0, past))
  expect(roomOf(slots, many({ isProven: true }))).toBe(240)
  expect(roomOf(slots, many({}))).toBe(120)
  expect(roomOf(slots, many({ isFailing: true }))).toBe(60)
  expect(
    roomOf(
      createSlots(() => 0, 2_016),
      many({}),
    ),
  ).toBe(500)
})

test('a look that is dear is made again after nine times as long, within half a second, and one that is cheap at once', async () => {
  await using service = await startService()
  const { store, alfa } = service
  const { id } = await addWebhook(alfa)
  await sell(service)
  await book(service.call)
  await queueEvents(service)
  let nowMs = 0
  let costMs = 0
  const look = createLook(() => nowMs)
  const slowly = {
    ...store,
    get db() {
      nowMs += costMs
      return store.db
    },
  }
  const list = async () => (await look.list(slowly)).map(({ webhookId }) => webhookId)
  expect(await list()).toEqual([id])
  expect(look.restMs()).toBe(0)

  costMs = 20
  expect(await list()).toEqual([id])
  expect(look.restMs()).toBe(180)
  look.forget(endpointAt('x', 0, { webhookId: id }))
  expect(await list()).toEqual([])
  nowMs += 180
  costMs = 400
  expect(await list()).toEqual([id])
  expect(look.restMs()).toBe(500)
})

test('a new endpoint is tried at once on a host where those that failed before hang (contract §4)', () => {
  const slots = createSlots(() => 0, 256)
  const failing = [1, 2, 3, 4, 5].map((n) => endpointAt('hub.example', n, { isFailing: true }))
  for (const each of failing.slice(0, 4)) slots.begin(each)
  expect(roomOf(slots, [failing[4]!])).toBe(0)
  expect(roomOf(slots, [endpointAt('hub.example', 6)])).toBe(1)
})
