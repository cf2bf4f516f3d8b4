import { expect, test } from 'bun:test'
import { createSend } from '../../src/outbox/deliver.ts'
import { createSender } from '../../src/outbox/sender.ts'
import { createClockDoubt } from '../../src/server/clock-doubt.ts'
import { ownLoops, workerLoops } from '../../src/server/passes.ts'
import { ALONE, type Lease, type Term } from '../../src/store/engine/lease.ts'
import { termOver, workerStore } from '../../src/store/worker/worker-store.ts'
import { book, sell } from '../support/bookings.ts'
import { endpoint, worldOf } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { run } from '../support/retention.ts'
import { NOW_MS, startService, type TestService } from '../support/service.ts'

// What one process alone may do is done by the worker, and every transaction of it is fenced (issue 15).

const WORKER_LOOPS = [
  'expire_holds',
  'index_bookings',
  'fold_sums',
  'unusual_demand',
  'publish_unacked',
  'pack_days',
  'complete_stays',
  'close_statements',
  'prune_old',
  'forget_answers',
  'erase_guests',
  'clear_stray_guests',
  'tell_oversold',
]

const OWN_LOOPS = [
  'note_brake_refusals',
  'note_key_uses',
  'note_site_uses',
  'note_session_uses',
  'write_web_counts',
  'warm_up',
  'watch_clock',
  'watch_connections',
  'watch_descriptors',
  'tell_logins',
  'look_at_mails',
]

/** A service as one of many processes, which counts transactions and those of them that were fenced. */
async function startReplica() {
  const service = await startService({
    world: { allowPrivateWebhooks: true, strangerLimits: 'all' },
  })
  const counts = { begun: 0, fenced: 0 }
  const course: { term: Term | undefined; isOver: boolean } = { term: undefined, isOver: false }
  course.term = {
    ...ALONE.term()!,
    fence: async () => {
      counts.fenced++
      if (course.isOver) throw termOver()
    },
  }
  const lease: Lease = { ...ALONE, term: () => course.term }
  const { store } = service
  const tx: typeof store.tx = (body, options) => {
    counts.begun++
    return store.tx(body, options)
  }
  const counting = { ...store, lease, tx, ofWorker: { ...store.ofWorker, tx } }
  const context = { ...service.context, store: counting }
  const loops = workerLoops(context, async (_worker, pass) => await pass())
  return { service, counts, course, context, loops, counting }
}

/** A hold that ran out, a stay that is over, and a booking that nobody has acknowledged and that empties the hotel. */
async function addWork(service: TestService): Promise<void> {
  await sell(service)
  for (let count = 0; count < 3; count++) await book(service.call)
  await run(service, "update booking set status = 'pending', hold_expires_at_ms = 1 where id = 1")
  await run(
    service,
    "update booking set checkin = '2027-03-08', checkout = '2027-03-09' where id = 2",
  )
  await run(service, `update booking set brake_nights = 60, brake_at_ms = ${NOW_MS} where id = 3`)
  service.clock.advance(40 * 60_000)
  // An erasure that was begun.
  const begun = { bookingId: 1, hotelId: service.alfa.id, code: 'GONE' }
  await service.store.tx(({ t, db }) => db.insert(t.guestErasure).values(begun))
}

test('every loop but those of what a process alone has seen is for the worker, and every transaction of one is fenced', async () => {
  const { service, counts, context, loops } = await startReplica()
  await using _ = service
  await addWork(service)
  expect(loops.map(({ name }) => name)).toEqual(WORKER_LOOPS)
  expect(ownLoops(context).map(({ name }) => name)).toEqual(OWN_LOOPS)
  // Stuck mail is known before the first stranger books (contract-access).
  const awaited = ownLoops(context).filter(({ isAwaited }) => isAwaited)
  expect(awaited.map(({ name }) => name)).toEqual(['warm_up', 'look_at_mails'])
  for (const { name, run: pass } of loops) {
    const before = { ...counts }
    await pass()
    const begun = counts.begun - before.begun
    expect([name, begun > 0, counts.fenced - before.fenced]).toEqual([name, true, begun])
  }
})

test('a loop does nothing where another process is the worker, and writes nothing when the term is over', async () => {
  const { service, counts, course, loops } = await startReplica()
  await using _ = service
  await addWork(service)
  const { term } = course
  course.term = undefined
  for (const { run: pass } of loops) await pass()
  expect(counts).toEqual({ begun: 0, fenced: 0 })

  course.term = term
  course.isOver = true
  const before = await states(service)
  for (const { name, run: pass } of loops) {
    // It waits for the erasure that was begun.
    if (name === 'clear_stray_guests') continue
    await expect(pass()).rejects.toThrow('Another process')
  }
  expect(await states(service)).toEqual(before)
})

test('where the clock was seen last is noted by the worker alone', async () => {
  const { service, course, counting } = await startReplica()
  await using _ = service
  const { nowMs } = service.deps
  const unlessDoubted = await createClockDoubt({
    ...{ store: service.store, log: service.context.log, nowMs },
    monotonicMs: () => service.clock.monotonicMs,
  })
  course.isOver = true
  const worker = { store: workerStore(counting, course.term!) }
  await expect(unlessDoubted(worker, async () => {})).rejects.toThrow('Another process')
})

test('every transaction of the sender is fenced', async () => {
  const { service, counts, course, counting } = await startReplica()
  await using _ = service
  await using receiver = startReceiver()
  await endpoint(service, service.alfa, receiver.url)
  await addWork(service)
  const world = { ...worldOf(service, {}), store: counting }
  const sender = createSender(world, course.term!, () => {})
  await sender.pass()
  await sender.stop(0)
  expect(counts.begun).toBeGreaterThan(0)
  expect(counts.fenced).toBe(counts.begun)
})

test('what was claimed is not sent when the term is over before it is begun, nor when that is while a name is looked up', async () => {
  const { service, course, counting } = await startReplica()
  await using _ = service
  await using receiver = startReceiver()
  await sell(service)
  await endpoint(service, service.alfa, receiver.url)
  await book(service.call)
  let stands = true
  const term = { ...course.term!, stands: () => stands }
  const world = { ...worldOf(service, {}), store: counting }
  const tx: typeof counting.tx = async (body, options) => {
    const answer = await counting.tx(body, options)
    stands = false
    return answer
  }
  const ending = { ...counting, tx, ofWorker: { ...counting.ofWorker, tx } }
  const late = createSender({ ...world, store: ending }, term, () => {})
  await late.pass()
  expect(await service.store.db.$count(service.store.t.delivery)).toBe(1)
  expect(late.underWay()).toBe(0)

  stands = true
  const resolve = async () => {
    stands = false
    return ['127.0.0.1']
  }
  const { port } = new URL(receiver.url)
  const parcel = { url: `http://receiver.example:${port}/`, headers: {}, body: '{}' }
  const send = createSend({ ...service.deps, resolve })
  expect(await send(parcel, new AbortController().signal, () => stands)).toBeUndefined()
  expect(receiver.received).toEqual([])
})

const states = ({ store: { t, db } }: TestService) =>
  db.select({ status: t.booking.status, revision: t.booking.revision }).from(t.booking)
