import { isSandbox } from '../domain/catalog/sandbox-hotel.ts'
import { retryAfterMs, retryDelayMs } from '../domain/kernel/retry.ts'
import type { AttemptError } from '../domain/webhooks/webhook.ts'
import type { Log } from '../log.ts'
import type { Tx } from '../store/engine/engine.ts'
import type { Vault } from '../store/engine/vault.ts'
import type { Store } from '../store/open.ts'
import { noteReceiver } from '../store/sandbox/proofs.ts'
import { type Claim, type Settlement, settleDelivery } from '../store/webhooks/delivery-claims.ts'
import {
  isEndpointUnchanged,
  updateFailure,
  updateSuccess,
} from '../store/webhooks/webhook-health.ts'
import type { Exchange, MayPost, Send } from './deliver.ts'
import { signedHeaders } from './sign.ts'

/** Dependencies of the sender, passed in so that a simulation can replace them. */
export type SenderWorld = {
  store: Store
  vault: Vault
  brand: string
  version: string
  log: Log
  /** Wall clock, in epoch milliseconds. */
  nowMs: () => number
  /** A clock that is never set. */
  monotonicMs: () => number
  /** Between 0 and 1. */
  random: () => number
  newId: () => string
  send: Send
  /** Receives the error of each attempt, for the metrics; null: delivered. */
  onAttempt?: (error: AttemptError | null) => void
  /** Concurrent fetches of the process. */
  fetchesMax: number
}

/**
 * The result of an attempt, with the time of the retry (after its back-off) on the monotonic clock; undefined: no
 * retry.
 */
export type AttemptResult = Omit<Settlement, 'nextAtMs'> & {
  retryAtMonotonicMs: number | undefined
}

const HTTP_GONE = 410
/** The recorded result if no request could be signed. */
const UNSIGNED: Exchange = {
  status: null,
  error: 'secret',
  detail:
    'the secret cannot be opened with this ENCRYPTION_KEY; rotate it, or start with the key it was sealed with',
  answer: null,
  retryAfter: null,
}

/** A secret that is no endpoint's, for the fault of a forged signature. */
const FORGED = `whsec_${Buffer.alloc(32, 'forged').toString('base64')}`
/** The recorded result if a sandbox fault prevented the attempt. */
const FAILED_ON_PURPOSE: Exchange = {
  ...UNSIGNED,
  error: 'timeout',
  detail: 'a fault of the sandbox, as it was asked for: nothing was sent',
}

/** Sends a delivery once. @returns its result; undefined if `signal` aborted it or `mayPost` refused it */
export async function attempt(
  world: SenderWorld,
  delivery: Claim,
  { signal, mayPost }: { signal: AbortSignal; mayPost: MayPost },
): Promise<AttemptResult | undefined> {
  const { nowMs, monotonicMs } = world
  const atMs = nowMs()
  const startedMs = monotonicMs()
  const headers = await signRequest(world, delivery, atMs)
  const exchange = headers ? await sendIt(world, delivery, { headers, signal, mayPost }) : UNSIGNED
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

/** Sends the delivery, or applies the fault of a sandbox. */
async function sendIt(
  { send }: SenderWorld,
  { url, event, fault }: Claim,
  {
    headers,
    signal,
    mayPost,
  }: { headers: Record<string, string>; signal: AbortSignal; mayPost: MayPost },
): Promise<Exchange | undefined> {
  if (fault === 'fail') return FAILED_ON_PURPOSE
  const once = () => send({ url, headers, body: event.body }, signal, mayPost)
  if (fault === 'duplicate') await once()
  return await once()
}

/**
 * Writes the result of an attempt and its effect on the endpoint. The retry is scheduled by the current wall clock,
 * which may have been set since the attempt ended.
 */
export async function settle(
  tx: Tx,
  { nowMs, monotonicMs, log }: SenderWorld,
  { retryAtMonotonicMs: retryMs, ...rest }: AttemptResult,
): Promise<void> {
  const atMs = nowMs()
  const nextAtMs = retryMs === undefined ? undefined : Math.round(atMs + retryMs - monotonicMs())
  const { claim: delivery, error, status } = rest
  const { webhookId, cause } = delivery
  await settleDelivery(tx, { ...rest, nextAtMs }, atMs)
  if (isSandbox(delivery.hotelId)) await noteReceiver(tx, delivery, { status, atMs })
  if (error === null) return await updateSuccess(tx, delivery, atMs)
  if (cause === 'test' || !(await isEndpointUnchanged(tx, delivery))) return
  const offReason = await updateFailure(tx, webhookId, { atMs, isGone: status === HTTP_GONE })
  if (offReason) log.warn('webhook_switched_off', { webhookId, reason: offReason })
}

/**
 * Signs a delivery; undefined if the current secret cannot be decrypted. A former secret that cannot be decrypted is
 * skipped.
 */
async function signRequest(
  world: SenderWorld,
  { event, secrets, attempts, fault }: Claim,
  atMs: number,
) {
  const [present, ...before] = await Promise.all(secrets.map(world.vault.open))
  if (present === undefined) return undefined
  const { id, name, body } = event
  const message = { id, event: name, body, attempt: attempts + 1, atMs }
  if (fault === 'bad_signature') return signedHeaders(message, [FORGED], world)
  return signedHeaders(message, [present, ...before.filter((one) => one !== undefined)], world)
}

function retryDelay(
  { nowMs, random }: SenderWorld,
  { attempts, cause }: Claim,
  { error, status, retryAfter }: Exchange,
) {
  if (error === null || cause === 'test') return undefined
  const delayMs = retryDelayMs(attempts + 1, random(), retryAfterMs(retryAfter, nowMs()))
  // An endpoint that is gone (410) is not tried again before it is switched on.
  return delayMs !== undefined && status === HTTP_GONE ? 0 : delayMs
}
