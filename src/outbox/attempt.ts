import { retryAfterMs, retryDelayMs } from '../domain/retry.ts'
import type { Log } from '../log.ts'
import type { Tx } from '../store/engine.ts'
import type { Store } from '../store/open.ts'
import type { Vault } from '../store/vault.ts'
import { type Claim, type Settlement, settleDelivery } from '../store/webhooks/delivery-claims.ts'
import {
  isEndpointUnchanged,
  updateFailure,
  updateSuccess,
} from '../store/webhooks/webhook-health.ts'
import type { Exchange, Send } from './deliver.ts'
import { signedHeaders } from './sign.ts'

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

/** An attempt that has ended; when to try again by the clock that is never set, undefined: never. */
export type Ended = Omit<Settlement, 'nextAtMs'> & { retryAtMonotonicMs: number | undefined }

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

/** Sends a delivery once. @returns how it ended; undefined when `signal` ended it */
export async function attempt(
  world: SenderWorld,
  delivery: Claim,
  signal: AbortSignal,
): Promise<Ended | undefined> {
  const { nowMs, monotonicMs } = world
  const atMs = nowMs()
  const startedMs = monotonicMs()
  const headers = signed(world, delivery, atMs)
  const { url, event } = delivery
  const exchange = headers ? await world.send({ url, headers, body: event.body }, signal) : UNSIGNED
  if (!exchange) return undefined
  const { retryAfter, ...result } = exchange
  const endedMs = monotonicMs()
  const delayMs = retryDelay(world, delivery, exchange)
  return {
    claim: delivery,
    atMs,
    durationMs: Math.round(endedMs - startedMs),
    ...result,
    headers: JSON.stringify(headers ?? {}),
    retryAtMonotonicMs: delayMs === undefined ? undefined : endedMs + delayMs,
  }
}

/**
 * Writes down how an attempt ended, and what that makes of its endpoint. When it is tried again goes by the wall clock of
 * now, which may have been set since the end.
 */
export async function settle(
  tx: Tx,
  { nowMs, monotonicMs, log }: SenderWorld,
  { retryAtMonotonicMs: retryMs, ...rest }: Ended,
): Promise<void> {
  const atMs = nowMs()
  const nextAtMs = retryMs === undefined ? undefined : Math.round(atMs + retryMs - monotonicMs())
  const { claim: delivery, error, status } = rest
  const { webhookId, cause } = delivery
  await settleDelivery(tx, { ...rest, nextAtMs }, atMs)
  if (error === null) return await updateSuccess(tx, delivery, atMs)
  if (cause === 'test' || !(await isEndpointUnchanged(tx, delivery))) return
  const offReason = await updateFailure(tx, webhookId, { atMs, isGone: status === HTTP_GONE })
  if (offReason) log.warn('webhook_switched_off', { webhookId, reason: offReason })
}

/** Undefined: the present secret cannot be opened. One before it that cannot is left out. */
function signed(world: SenderWorld, { event, secrets, attempts }: Claim, atMs: number) {
  const [present, ...before] = secrets.map((sealed) => world.vault.open(sealed))
  if (present === undefined) return undefined
  const { id, name, body } = event
  const message = { id, event: name, body, attempt: attempts + 1, atMs }
  return signedHeaders(message, [present, ...before.filter((one) => one !== undefined)], world)
}

function retryDelay(
  { nowMs, random }: SenderWorld,
  { attempts, cause }: Claim,
  { error, status, retryAfter }: Exchange,
) {
  if (error === null || cause === 'test') return undefined
  const delayMs = retryDelayMs(attempts + 1, random(), retryAfterMs(retryAfter, nowMs()))
  // A receiver that is gone is not asked again before somebody switches the endpoint on.
  return delayMs !== undefined && status === HTTP_GONE ? 0 : delayMs
}
