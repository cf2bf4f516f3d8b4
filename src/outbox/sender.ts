import { EXCHANGE_MS_MAX } from '../domain/kernel/limits.ts'
import { errorFacts } from '../log.ts'
import type { Tx } from '../store/engine/engine.ts'
import type { Term } from '../store/engine/lease.ts'
import { lockQueues } from '../store/engine/locks.ts'
import { batch } from '../store/engine/pace.ts'
import { applyDeliveryFaults } from '../store/sandbox/delivery-faults.ts'
import {
  type Claim,
  claimDeliveries,
  type DueEndpoint,
  hasLeases,
  releaseLeases,
} from '../store/webhooks/delivery-claims.ts'
import { hasUnqueued, takeEvents } from '../store/webhooks/outbox.ts'
import { isStillConnected } from '../store/webhooks/vendor-endpoints.ts'
import { isEndpointThere } from '../store/webhooks/webhook-health.ts'
import { workerStore } from '../store/worker/worker-store.ts'
import { type AttemptResult, attempt, type SenderWorld, settle } from './attempt.ts'
import { createLook } from './look.ts'
import { createSlots } from './slots.ts'

export type Sender = ReturnType<typeof createSender>

/** Longer than an exchange and the pass that settles it. */
const LEASE_MS = EXCHANGE_MS_MAX + 20_000
/** Small enough for requests to be answered between two passes. */
const EVENTS_PER_PASS = 100
/** The state of a sender between its passes. */
type SenderState = {
  world: SenderWorld
  term: Term
  slots: ReturnType<typeof createSlots>
  look: ReturnType<typeof createLook>
  /** Attempts not written yet. They dedupe: a clock set forward expires their leases, yet none is begun twice. */
  begun: Map<number, Claim>
  running: Set<Promise<void>>
  ended: AttemptResult[]
  /** Aborted when the sender stops waiting for exchanges. */
  stopping: AbortController
  isStopping: boolean
  onEnded: () => void
}

/**
 * Sends the deliveries of the outbox, one pass at a time, while this process is the worker (it holds the lease);
 * afterwards it neither sends nor writes.
 *
 * @param onEnded called when an exchange has ended and waits for the next pass
 */
export function createSender(world: SenderWorld, term: Term, onEnded: () => void) {
  const store = workerStore(world.store, term)
  const { nowMs, monotonicMs } = world
  const sending: SenderState = {
    world: { ...world, store },
    term,
    slots: createSlots(monotonicMs, world.fetchesMax),
    look: createLook(monotonicMs),
    begun: new Map(),
    running: new Set(),
    ended: [],
    stopping: new AbortController(),
    isStopping: false,
    onEnded,
  }
  const { running, look } = sending
  let isRecovered = false

  /**
   * Writes the results since the last pass, queues deliveries of new events and begins the due ones, all in one
   * transaction; does not wait for the exchanges that it begins.
   *
   * @returns when the next work is due that no event announces, in epoch milliseconds
   */
  async function pass(): Promise<number | undefined> {
    // This process is the only worker: deliveries leased now were in progress when another worker ended, or an earlier
    // term of this one.
    if (!isRecovered && (await hasLeases(store))) await store.tx((tx) => releaseLeases(tx, nowMs()))
    isRecovered = true
    // `work` queries the due deliveries itself.
    if (sending.ended.length > 0 || (await hasUnqueued(store))) return await work(sending)
    const due = await look.list(store)
    return canBegin(sending, due) ? await work(sending) : earliest(sending, due)
  }

  /**
   * Waits until no exchange is in progress, at most `graceMs`, then aborts the rest, which the next start sends again.
   */
  async function stop(graceMs: number): Promise<void> {
    sending.isStopping = true
    const grace = Promise.withResolvers<void>()
    const alarm = setTimeout(grace.resolve, graceMs)
    await Promise.race([Promise.all(running), grace.promise])
    clearTimeout(alarm)
    sending.stopping.abort()
    await Promise.all(running)
    if (term.stands()) await pass()
  }

  /** Aborts the exchanges in progress and stops; another process sends them. */
  function abandon(): void {
    sending.isStopping = true
    sending.stopping.abort()
  }

  /** Returns the number of exchanges in progress. */
  const underWay = () => running.size

  return { pass, underWay, stop, abandon }
}

/** @returns when the next work is due, as `pass` does */
async function work(sending: SenderState): Promise<number | undefined> {
  const { world, look, begun } = sending
  const { store, nowMs, newId } = world
  const settling = sending.ended
  sending.ended = []
  for (const { claim } of settling) begun.delete(claim.seq)
  try {
    const { claims, nextMs } = await store.tx(async (tx) => {
      await settleAll(tx, world, settling)
      const how = { newId, nowMs: nowMs(), limit: EVENTS_PER_PASS }
      const isMore = await takeEvents(tx, how)
      const due = await look.list(tx)
      const claims = await claimDue(tx, sending, due)
      return { claims, nextMs: isMore ? nowMs() : earliest(sending, due) }
    })
    for (const [endpoint, delivery] of claims) begin(sending, endpoint, delivery)
    return nextMs
  } catch (error) {
    // The transaction wrote nothing: a later pass settles these.
    sending.ended = [...settling, ...sending.ended]
    for (const { claim } of settling) begun.set(claim.seq, claim)
    throw error
  }
}

/** Settles the results, those of one endpoint in sequence. */
async function settleAll(
  tx: Tx,
  world: SenderWorld,
  settling: readonly AttemptResult[],
): Promise<void> {
  await lockQueues(
    tx,
    settling.map(({ claim }) => claim.hotelId),
  )
  const byEndpoint = Map.groupBy(settling, ({ claim }) => claim.webhookId)
  const chains = [...byEndpoint.values()].map(async (those) => {
    for (const settlement of those) await settle(tx, world, settlement)
  })
  await batch(...chains)
}

/** Claims as many due deliveries as there is room for, each with its endpoint. */
async function claimDue(
  tx: Tx,
  sending: SenderState,
  due: DueEndpoint[],
): Promise<[DueEndpoint, Claim][]> {
  const { world, slots, look, begun, isStopping } = sending
  if (isStopping) return []
  const claims: [DueEndpoint, Claim][] = []
  const room = slots.open()
  for (const endpoint of slots.ready(isDue(world, due))) {
    const limit = room.limitOf(endpoint)
    if (limit === 0) continue
    const except = [...begun.values()].filter((each) => each.webhookId === endpoint.webhookId)
    const how = { endpoint, limit, except, nowMs: world.nowMs(), leaseMs: LEASE_MS }
    const those = await claimDeliveries(tx, how)
    room.take(endpoint, those.length)
    if (those.length < limit) look.forget(endpoint)
    for (const delivery of await applyDeliveryFaults(tx, those, world.nowMs()))
      claims.push([endpoint, delivery])
  }
  return claims
}

/** Begins an exchange, which adds itself to `ended` at its end. */
function begin(sending: SenderState, endpoint: DueEndpoint, delivery: Claim): void {
  const { world, term, slots, begun, running, stopping, onEnded } = sending
  // Another process has the lease, or will have it, and sends the delivery as the worker.
  if (!term.stands()) return
  const end = slots.begin(endpoint)
  begun.set(delivery.seq, delivery)
  const mayPost = delivery.vendorId === null ? term.stands : () => endpointStands(sending, delivery)
  const done = attempt(world, delivery, { signal: stopping.signal, mayPost })
    .catch((error) => {
      // A defect; the delivery is retried when its lease expires.
      world.log.error('attempt_failed', { deliveryId: delivery.id, ...errorFacts(error) })
      return undefined
    })
    .then((settlement) => {
      end(settlement?.error)
      if (settlement) {
        world.onAttempt?.(settlement.error)
        sending.ended.push(settlement)
      } else begun.delete(delivery.seq)
    })
    .finally(() => {
      running.delete(done)
      onEnded()
    })
  running.add(done)
}

/** Checks at the last moment that endpoint and connection still exist, so that a disconnected vendor receives nothing. */
async function endpointStands(
  { world: { store }, term }: SenderState,
  { webhookId, seq, ofVendor }: Claim,
): Promise<boolean> {
  const check = async () =>
    (await isEndpointThere(store, webhookId)) &&
    (ofVendor === null || (await isStillConnected(store, { seq, ofVendor })))
  return (await check().catch(() => false)) && term.stands()
}

function canBegin({ world, slots, isStopping }: SenderState, due: DueEndpoint[]): boolean {
  const room = slots.open()
  return !isStopping && slots.ready(isDue(world, due)).some((each) => room.limitOf(each) > 0)
}

/** Returns the earliest time at which a delivery falls due, a slot may be free again, or the next query is allowed. */
function earliest({ world, slots, look }: SenderState, due: DueEndpoint[]): number | undefined {
  const nowMs = world.nowMs()
  const ahead = due.map(({ dueAtMs }) => dueAtMs).filter((dueAtMs) => dueAtMs > nowMs)
  const pauseMs = slots.pauseMs(isDue(world, due))
  if (pauseMs !== undefined) ahead.push(nowMs + Math.ceil(pauseMs))
  const restMs = look.restMs()
  if (restMs > 0) ahead.push(nowMs + Math.ceil(restMs))
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

const isDue = ({ nowMs }: SenderWorld, due: DueEndpoint[]) =>
  due.filter(({ dueAtMs }) => dueAtMs <= nowMs())
