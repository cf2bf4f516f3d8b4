import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createSender } from '../../src/outbox/sender.ts'
import type { Lease, Term } from '../../src/store/engine/lease.ts'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createLease } from '../../src/store/postgres/lease.ts'
import { workerStore } from '../../src/store/worker/worker-store.ts'
import { eventually } from '../support/http.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { startReceiver } from '../support/receiver.ts'
import { startRelay } from '../support/relay.ts'
import { LEASE_MS, type Scene, senderWorld, startScene } from '../support/replicas.ts'

setDefaultTimeout(120_000)

// Of replicas on one database one is the worker at a time (issue 15): of the lease it has, and what it writes by it.

/** The lease runs out, and another replica asks for it a moment later. */
const TAKEOVER_MS = LEASE_MS + 1_000
const NOWHERE = 'http://127.0.0.1:9/'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Stands by and notes when terms began and were over. */
function standBy(lease: Lease) {
  const begun: { term: Term; atMs: number }[] = []
  const look = () => {
    const term = lease.term()
    if (term && begun.at(-1)?.term !== term) begun.push({ term, atMs: performance.now() })
  }
  const leave = lease.join(look)
  const become = async () => {
    await eventually(() => lease.term() !== undefined)
    return lease.term()!
  }
  return { begun, leave, become }
}

async function twoReplicas(scene: Scene) {
  const relay = startRelay(server.port)
  const [first, second] = [await openStore(scene.by(relay.port)), await openStore(scene.target)]
  const one = standBy(first.lease)
  const term = await one.become()
  const two = standBy(second.lease)
  return {
    ...{ relay, first, second, one, two, term },
    async [Symbol.asyncDispose]() {
      relay[Symbol.dispose]()
      await Promise.all([first.close(), second.close()])
    },
  }
}

test('of two replicas one is the worker; when it gives the lease back the other is within a second', async () => {
  await using scene = await startScene(server, NOWHERE)
  await using replicas = await twoReplicas(scene)
  const { first, second, one, two, term } = replicas
  // Longer than the lease: it is renewed.
  await Bun.sleep(LEASE_MS * 1.5)
  expect(first.lease.term()).toBe(term)
  expect(second.lease.term()).toBeUndefined()
  expect(two.begun).toEqual([])
  expect(first.lease.state().renewedMsAgo).toBeLessThan(LEASE_MS * 0.75)
  expect(await second.lease.look()).toMatchObject({ epoch: term.epoch })

  const givenMs = performance.now()
  await one.leave()
  expect(term.over.aborted).toBeTrue()
  const next = await two.become()
  expect(two.begun[0]!.atMs - givenMs).toBeLessThan(1_000)
  expect(next.epoch).toBe(term.epoch + 1)
  expect(second.lease.state()).toMatchObject({ epoch: next.epoch })
})

test.each(['cut', 'swallow'] as const)(
  'a worker whose connections are gone (%s) stops by itself before another begins, which is within a second of the end of its lease',
  async (mode) => {
    await using scene = await startScene(server, NOWHERE)
    await using replicas = await twoReplicas(scene)
    const { relay, first, two, term } = replicas
    let stoodMs = 0
    const watch = setInterval(() => {
      if (term.stands()) stoodMs = performance.now()
    }, 5)
    const goneMs = performance.now()
    relay.set(mode)
    await two.become()
    clearInterval(watch)
    const takenMs = two.begun[0]!.atMs
    expect(takenMs - goneMs).toBeLessThan(TAKEOVER_MS)
    // Lost by its own clock, a quarter of the lease before anybody else could have it.
    expect(takenMs - stoodMs).toBeGreaterThan(LEASE_MS / 8)
    expect(first.lease.term()).toBeUndefined()
    expect(two.begun[0]!.term.epoch).toBe(term.epoch + 1)
  },
)

test('a holder whose clock has jumped, as of one that was paused, knows at once that it may send nothing', async () => {
  await using scene = await startScene(server, NOWHERE)
  let aheadMs = 0
  const lease = createLease(scene.target, { monotonicMs: () => performance.now() + aheadMs })
  const { become, leave } = standBy(lease)
  const term = await become()
  expect(term.stands()).toBeTrue()
  // No timer has had its turn.
  aheadMs = LEASE_MS * 0.75
  expect([term.stands(), term.over.aborted, lease.term()]).toEqual([false, true, undefined])
  // Nobody else had it: it has another term, not this one again.
  const next = await become()
  expect(next.epoch).toBe(term.epoch + 1)
  expect(term.stands()).toBeFalse()
  await leave()
})

test('what an earlier epoch claims and settles is not written, and it hears so, though its own clock stands still', async () => {
  await using receiver = startReceiver()
  await using scene = await startScene(server, receiver.url)
  using relay = startRelay(server.port)
  // Of this one the renewals alone are swallowed, and it believes in its term whatever happens.
  const mistaken = createLease(scene.by(relay.port), { monotonicMs: () => 0 })
  const term = await standBy(mistaken).become()
  const answer = Promise.withResolvers<Response>()
  receiver.answer(() => answer.promise)
  await scene.tell('B1', 1)
  const stale = createSender(senderWorld(scene.store), term, () => {})
  await stale.pass()
  await receiver.until(1)

  relay.set('swallow')
  await using other = await openStore(scene.target).then(disposable)
  const two = standBy(other.store.lease)
  const next = await two.become()
  expect([term.stands(), next.epoch]).toEqual([true, term.epoch + 1])
  await scene.tell('B2', 1)
  answer.resolve(new Response(null, { status: 204 }))
  await eventually(() => stale.underWay() === 0)
  await expect(stale.pass()).rejects.toThrow('Another process is the worker now.')
  expect(term.stands()).toBeFalse()
  expect(await states(scene)).toEqual([{ state: 'pending', attempts: 0, isLeased: true }])
  expect(receiver.received).toHaveLength(1)

  // What it had under way is sent again by the next one.
  const sender = createSender(senderWorld(other.store), next, () => {})
  for (let isSettled = false; !isSettled; isSettled = (await states(scene)).every(isDelivered)) {
    await sender.pass()
    await eventually(() => sender.underWay() === 0)
    await sender.pass()
  }
  const sent = receiver.received.map(({ body }) => JSON.parse(body).bookingCode)
  expect(sent).toEqual(['B1', 'B1', 'B2'])
  await mistaken.close()
})

test('a worker that writes without a pause does not keep the lease by that when it is renewed no more', async () => {
  await using scene = await startScene(server, NOWHERE)
  using relay = startRelay(server.port)
  const mistaken = createLease(scene.by(relay.port), { monotonicMs: () => 0 })
  const term = await standBy(mistaken).become()
  await using other = await openStore(scene.target).then(disposable)
  const two = standBy(other.store.lease)
  const store = workerStore(scene.store, term)
  // Of several chains of transactions some are always under way.
  const chain = async () => {
    for (;;) await store.tx(async () => await Bun.sleep(60))
  }
  const chains = Array.from({ length: 6 }, (_, index) => Bun.sleep(index * 10).then(chain))
  const ended = Promise.allSettled(chains)
  const goneMs = performance.now()
  relay.set('swallow')
  await two.become()
  expect(two.begun[0]!.atMs - goneMs).toBeLessThan(TAKEOVER_MS)
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']))
  await mistaken.close()
})

test('a lease is not taken while a transaction of its epoch is under way, and is renewed meanwhile', async () => {
  await using scene = await startScene(server, NOWHERE)
  await using replicas = await twoReplicas(scene)
  const { first, one, two, term } = replicas
  const inside = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const written = workerStore(first, term).tx(async (tx) => {
    inside.resolve()
    await goOn.promise
    await writeMeta(tx, 'clock_seen_at', 'by the first')
  })
  await inside.promise
  await one.leave()
  // Asked for several times, and shorter than a transaction of the worker may rest.
  await Bun.sleep(LEASE_MS * 0.3)
  expect(two.begun).toEqual([])
  goOn.resolve()
  await written
  const next = await two.become()
  expect(next.epoch).toBe(term.epoch + 1)
})

test('a transaction that is paused in the middle is ended by the server, which lets the next worker begin', async () => {
  await using scene = await startScene(server, NOWHERE)
  await using replicas = await twoReplicas(scene)
  const { relay, first, two, term } = replicas
  const inside = Promise.withResolvers<void>()
  const never = workerStore(first, term).tx(async (tx) => {
    await writeMeta(tx, 'clock_seen_at', 'never')
    inside.resolve()
    await new Promise(() => {})
  })
  never.catch(() => {})
  await inside.promise
  const pausedMs = performance.now()
  relay.set('swallow')
  await two.become()
  expect(two.begun[0]!.atMs - pausedMs).toBeLessThan(TAKEOVER_MS)
})

test('a store that nobody stands by with, such as that of a command, is never the worker', async () => {
  await using scene = await startScene(server, NOWHERE)
  await Bun.sleep(600)
  expect(scene.store.lease.term()).toBeUndefined()
  expect(await scene.store.lease.look()).toMatchObject({ epoch: 0 })
})

const disposable = (store: Store) => ({ store, [Symbol.asyncDispose]: () => store.close() })

const states = async ({ store: { t, db } }: { store: Store }) =>
  (await db.select().from(t.delivery).orderBy(t.delivery.seq)).map(
    ({ state, attempts, leasedUntilMs }) => ({ state, attempts, isLeased: leasedUntilMs !== null }),
  )

const isDelivered = ({ state }: { state: string }) => state === 'delivered'
