import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cached } from '../../src/store/cache.ts'
import { hotelTopic } from '../../src/store/catalog/catalog.ts'
import { listDays, upsertDays } from '../../src/store/days/availability.ts'
import type { Handle } from '../../src/store/engine/engine.ts'
import { invalidate } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { HOTEL } from '../support/contract.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { change, date } from '../support/store.ts'

// What several processes on one PostgreSQL owe each other (issue 15).

const ROOM = { roomCode: 'DBL', date: '2027-05-01' }
const RANGE = { from: date(ROOM.date), to: date(ROOM.date) }

const readAvailable = async (handle: Handle) =>
  (await listDays(handle, { hotelId: HOTEL, roomCodes: [ROOM.roomCode], ...RANGE }))[0]
    ?.available ?? 0

/** Sets rooms, unless somebody whose turn was earlier has set more. */
const setAvailable = (store: Store, available: number) =>
  store.tx(async (tx) => {
    await lockHotel(tx, HOTEL)
    const most = Math.max(available, await readAvailable(tx))
    await upsertDays(tx, HOTEL, [change(ROOM.roomCode, ROOM.date, { available: most })])
  })

async function startReplicas(count: number) {
  const server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  const stores = await Promise.all(Array.from({ length: count }, () => openStore(target)))
  return {
    server,
    stores,
    async [Symbol.asyncDispose]() {
      await Promise.all(stores.map((store) => store.close()))
      await server[Symbol.asyncDispose]()
    },
  }
}

test('three replicas that start at once on an empty database all come up', async () => {
  await using replicas = await startReplicas(3)

  const read = await Promise.all(replicas.stores.map(readAvailable))

  expect(read).toEqual([0, 0, 0])
})

test('nothing kept is older than a commit of any replica that was answered before the question', async () => {
  await using replicas = await startReplicas(3)
  const { stores } = replicas
  const topics = [`days:${HOTEL}`]
  const kept = stores.map((store) =>
    cached<{ available: number }>(store, { topics: () => topics, max: 10 }),
  )
  const limiters = stores.map((store) => store.limiter('key'))
  let questions = 0
  let asked = 0
  let answered = 0
  const write = async (at: number) => {
    const available = ++asked
    await setAvailable(stores[at]!, available)
    answered = Math.max(answered, available)
  }
  const ask = async (at: number) => {
    const store = stores[at]!
    const least = answered
    // As guests do, and as partners do.
    if (++questions % 2 === 0) await store.freshen(topics)
    else await limiters[at]!.spend('a key', { capacity: 1e6, perMinute: 1 }, topics)
    const answer = await kept[at]!('key', async () => ({ available: await readAvailable(store) }))
    expect(answer!.available).toBeGreaterThanOrEqual(least)
  }
  const at = fc.nat(stores.length - 1)
  const steps = fc.array(fc.record({ isWrite: fc.boolean(), at, waits: fc.boolean() }), {
    minLength: 5,
    maxLength: 40,
  })
  const interleaved = fc.asyncProperty(steps, async (steps) => {
    const running: Promise<void>[] = []
    for (const { isWrite, at, waits } of steps) {
      const step = isWrite ? write(at) : ask(at)
      if (waits) await step
      else running.push(step)
    }
    await Promise.all(running)
    for (const index of stores.keys()) await ask(index)
  })

  await fc.assert(interleaved, { numRuns: 30 })
}, 120_000)

test('a replica hears of commits of another without asking, and whoever waits for them is woken', async () => {
  await using replicas = await startReplicas(2)
  const [one, other] = replicas.stores as [Store, Store]
  const topic = hotelTopic(HOTEL)
  const before = other.version(topic)
  const woken = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  other.subscribe(topic, woken.resolve)
  other.subscribe('outbox', sent.resolve)

  await one.tx(async (tx) => {
    invalidate(tx, topic)
    invalidate(tx, 'outbox')
  })
  await Promise.all([woken.promise, sent.promise])

  expect(other.version(topic)).toBe(before + 1)
  // A server is started, too.
}, 120_000)

test('a bucket is one for all replicas: of 90 calls over three at most 60 pass, and each knows what is left', async () => {
  await using replicas = await startReplicas(3)
  const limiters = replicas.stores.map((store) => store.limiter('key', () => 1_000))
  const allowance = { capacity: 60, perMinute: 60 }

  const calls = Array.from({ length: 90 }, (_, n) => limiters[n % 3]!.spend('a key', allowance))
  const answers = await Promise.all(calls)

  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(60)
  for (const limiter of limiters) expect((await limiter.peek('a key', allowance)).remaining).toBe(0)
})
