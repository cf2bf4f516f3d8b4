import { EXCHANGE_MS_MAX } from '../domain/limits.ts'
import { retryAfterMs, retryDelayMs } from '../domain/retry.ts'
import { errorFacts, type Log } from '../log.ts'
import type { Tx } from '../store/engine.ts'
import type { Store } from '../store/open.ts'
import type { Vault } from '../store/vault.ts'
import {
  type Claim,
  claimDeliveries,
  type DueEndpoint,
  hasLeases,
  releaseLeases,
  type Settlement,
  settleDelivery,
} from '../store/webhooks/delivery-claims.ts'
import { hasUnqueued, takeEvents } from '../store/webhooks/outbox.ts'
import {
  isEndpointUnchanged,
  updateFailure,
  updateSuccess,
} from '../store/webhooks/webhook-health.ts'
import type { Exchange, Send } from './deliver.ts'
import { createLook } from './look.ts'
import { signedHeaders } from './sign.ts'
import { createSlots } from './slots.ts'

/** What the sender needs of the world, handed in so that a simulation can hand in its own. */
export type SenderWorld = {
  store: Store
  vault: Vault
  brand: string
  version: string
  log: Log
  /** Wall clock, epoch milliseconds. */
  nowMs: () => number
  /** A clock that is never set. */
  monotonicMs: () => number
  /** From 0 to 1. */
  random: () => number
  newId: () => string
  send: Send
  /** How much can be fetched at once. */
  fetchesMax: number
}

/** Sends what the outbox holds, one pass at a time. */
export type Sender = {
  /**
   * Writes down what has ended since the last pass, queues deliveries of new events and begins those that are due, all
   * in one transaction; does not wait for the exchanges it begins.
   *
   * @returns when there will be something to do that nothing tells of, in epoch milliseconds
   */
  pass(): Promise<number | undefined>
  /** Exchanges under way. */
  underWay(): number
  /** Waits until nothing is under way, at most so long, then ends the rest, which is sent again at the next start. */
  stop(graceMs: number): Promise<void>
}

/** An attempt that has ended; when to try again by the clock that is never set, undefined: never. */
type Ended = Omit<Settlement, 'nextAtMs'> & { retryAtMonotonicMs: number | undefined }

/** Longer than an exchange and the pass that settles it. */
const LEASE_MS = EXCHANGE_MS_MAX + 20_000
/** Few enough that requests are answered between two passes. */
const EVENTS_PER_PASS = 100
const HTTP_GONE = 410
/** What is written down where nothing could be sent. */
const UNSIGNED: Exchange = {
  status: null,
  error: 'secret',
  detail:
    'the secret cannot be opened with this ENCRYPTION_KEY; rotate it, or start with the key it was sealed with',
  answer: null,
  retryAfter: null,
}

/**
 * @param onEnded called when an exchange has ended and waits for the next pass
 */
export function createSender(world: SenderWorld, onEnded: () => void): Sender {
  const { store, nowMs, monotonicMs } = world
  const slots = createSlots(monotonicMs, world.fetchesMax)
  const look = createLook(monotonicMs)
  const running = new Set<Promise<void>>()
  /** Attempts that are not written down yet: a clock that is set ahead ends their leases, yet none begins twice. */
  const begun = new Map<number, Claim>()
  const stopping = new AbortController()
  let ended: Ended[] = []
  let isStopping = false
  let isRecovered = false

  async function pass(): Promise<number | undefined> {
    if (!isRecovered) await recover()
    // Work looks at what is due itself.
    if (ended.length > 0 || (await hasUnqueued(store))) return await work()
    const due = await look.list(store)
    return canBegin(due) ? await work() : earliest(due)
  }

  const canBegin = (due: DueEndpoint[]) => {
    const room = slots.open()
    return !isStopping && slots.ready(isDue(due)).some((each) => room.limitOf(each) > 0)
  }
  const isDue = (due: DueEndpoint[]) => due.filter(({ dueAtMs }) => dueAtMs <= nowMs())
  const earliest = (due: DueEndpoint[]) => {
    const ahead = due.map(({ dueAtMs }) => dueAtMs).filter((dueAtMs) => dueAtMs > nowMs())
    const pauseMs = slots.pauseMs(isDue(due))
    if (pauseMs !== undefined) ahead.push(nowMs() + Math.ceil(pauseMs))
    const restMs = look.restMs()
    if (restMs > 0) ahead.push(nowMs() + Math.ceil(restMs))
    return ahead.length > 0 ? Math.min(...ahead) : undefined
  }

  async function work(): Promise<number | undefined> {
    const settling = ended
    ended = []
    for (const { claim } of settling) begun.delete(claim.seq)
    try {
      const { claims, nextMs } = await store.tx(async (tx) => {
        for (const settlement of settling) await settle(tx, settlement)
        const how = { newId: world.newId, nowMs: nowMs(), limit: EVENTS_PER_PASS }
        const isMore = (await takeEvents(tx, how)) === EVENTS_PER_PASS
        const due = await look.list(tx)
        return { claims: await claim(tx, due), nextMs: isMore ? nowMs() : earliest(due) }
      })
      for (const [endpoint, delivery] of claims) begin(endpoint, delivery)
      return nextMs
    } catch (error) {
      // Nothing of it was written: it is settled by the pass that can.
      ended = [...settling, ...ended]
      for (const { claim } of settling) begun.set(claim.seq, claim)
      throw error
    }
  }

  async function claim(tx: Tx, due: DueEndpoint[]): Promise<[DueEndpoint, Claim][]> {
    if (isStopping) return []
    const claims: [DueEndpoint, Claim][] = []
    const room = slots.open()
    for (const endpoint of slots.ready(isDue(due))) {
      const limit = room.limitOf(endpoint)
      if (limit === 0) continue
      const except = [...begun.values()].filter((each) => each.webhookId === endpoint.webhookId)
      const how = { endpoint, limit, except, nowMs: nowMs(), leaseMs: LEASE_MS }
      const those = await claimDeliveries(tx, how)
      room.take(endpoint, those.length)
      if (those.length < limit) look.forget(endpoint)
      for (const delivery of those) claims.push([endpoint, delivery])
    }
    return claims
  }

  function begin(endpoint: DueEndpoint, delivery: Claim): void {
    const end = slots.begin(endpoint)
    begun.set(delivery.seq, delivery)
    const done = attempt(delivery)
      .catch((error) => {
        // A defect: it is tried again when the lease ends.
        world.log.error('attempt_failed', { deliveryId: delivery.id, ...errorFacts(error) })
        return undefined
      })
      .then((settlement) => {
        end(settlement?.error)
        if (settlement) ended.push(settlement)
        else begun.delete(delivery.seq)
      })
      .finally(() => {
        running.delete(done)
        onEnded()
      })
    running.add(done)
  }

  async function attempt(delivery: Claim): Promise<Ended | undefined> {
    const atMs = nowMs()
    const startedMs = monotonicMs()
    const headers = signed(delivery, atMs)
    const { url, event } = delivery
    const exchange = headers
      ? await world.send({ url, headers, body: event.body }, stopping.signal)
      : UNSIGNED
    if (!exchange) return undefined
    const { retryAfter, ...result } = exchange
    const endedMs = monotonicMs()
    const delayMs = retryDelay(delivery, exchange)
    return {
      claim: delivery,
      atMs,
      durationMs: Math.round(endedMs - startedMs),
      ...result,
      headers: JSON.stringify(headers ?? {}),
      retryAtMonotonicMs: delayMs === undefined ? undefined : endedMs + delayMs,
    }
  }

  /** Undefined: the present secret cannot be opened. One before it that cannot is left out. */
  function signed({ event, secrets, attempts }: Claim, atMs: number) {
    const [present, ...before] = secrets.map((sealed) => world.vault.open(sealed))
    if (present === undefined) return undefined
    const { id, name, body } = event
    const message = { id, event: name, body, attempt: attempts + 1, atMs }
    return signedHeaders(message, [present, ...before.filter((one) => one !== undefined)], world)
  }

  function retryDelay({ attempts, cause }: Claim, { error, status, retryAfter }: Exchange) {
    if (error === null || cause === 'test') return undefined
    const askedMs = retryAfterMs(retryAfter, nowMs())
    const delayMs = retryDelayMs(attempts + 1, world.random(), askedMs)
    // A receiver that is gone is not asked again before somebody switches the endpoint on.
    return delayMs !== undefined && status === HTTP_GONE ? 0 : delayMs
  }

  /** By the wall clock of now, which may have been set since the end; what is written down stays as it is. */
  async function settle(tx: Tx, { retryAtMonotonicMs: retryMs, ...rest }: Ended): Promise<void> {
    const atMs = nowMs()
    const nextAtMs = retryMs === undefined ? undefined : Math.round(atMs + retryMs - monotonicMs())
    const { claim: delivery, error, status } = rest
    const { webhookId, cause } = delivery
    await settleDelivery(tx, { ...rest, nextAtMs }, atMs)
    if (error === null) return await updateSuccess(tx, delivery, atMs)
    if (cause === 'test' || !(await isEndpointUnchanged(tx, delivery))) return
    const offReason = await updateFailure(tx, webhookId, { atMs, isGone: status === HTTP_GONE })
    if (offReason) world.log.warn('webhook_switched_off', { webhookId, reason: offReason })
  }

  /** This process alone has the database: what is leased now was under way when another one ended. */
  async function recover(): Promise<void> {
    if (await hasLeases(store)) await store.tx((tx) => releaseLeases(tx, nowMs()))
    isRecovered = true
  }

  async function stop(graceMs: number): Promise<void> {
    isStopping = true
    const grace = Promise.withResolvers<void>()
    const alarm = setTimeout(grace.resolve, graceMs)
    await Promise.race([Promise.all(running), grace.promise])
    clearTimeout(alarm)
    stopping.abort()
    await Promise.all(running)
    await pass()
  }

  return { pass, underWay: () => running.size, stop }
}
