import { notConnected } from '../../domain/accounts/vendor.ts'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { checkChoices } from '../../domain/kernel/choice.ts'
import { AppError, refused, tooMany } from '../../domain/kernel/errors.ts'
import { WEBHOOKS_MAX } from '../../domain/kernel/limits.ts'
import { checkTargetUrl } from '../../domain/webhooks/target.ts'
import { EVENTS, EVENTS_DEFAULT, type EventName } from '../../domain/webhooks/webhook.ts'
import { findKeyFor } from '../../store/accounts/api-keys.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { holdHotel } from '../../store/engine/locks.ts'
import { updateDueFrom } from '../../store/webhooks/delivery-edits.ts'
import {
  countWebhooks,
  findWebhook,
  hasWebhookAt,
  insertWebhook,
  updateSecret,
  updateWebhook,
  type Webhook,
  type WebhookPlace,
} from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { holdHotelFor } from '../makers.ts'

/** How long the secret before the present one signs too (contract §4). */
const ROTATION_MS = 24 * 60 * 60 * 1_000

/** What may be said of an endpoint; `events` as they were sent. */
export type WebhookChanges = {
  url?: string
  description?: string
  events?: readonly string[]
  active?: boolean
  /** The API key it belongs to. */
  apiKeyId?: string | null
}

/**
 * Makes an endpoint, of a vendor's connection or the hotel's own. The secret is in the answer and nowhere else: it is
 * stored sealed (contract §4).
 *
 * @throws AppError `validation_failed` (also when the hotel, or the connection, has 5), `already_exists`
 */
export async function createWebhook(
  deps: Deps,
  actor: Actor,
  given: WebhookChanges & { hotelId: number; url: string; vendorId?: string | null },
): Promise<{ webhook: Webhook; secret: string }> {
  const { hotelId, description = '', events = EVENTS_DEFAULT, active = true } = given
  const url = checkTargetUrl(given.url, deps.targets)
  const nowMs = deps.nowMs()
  const made = {
    id: deps.newId(),
    hotelId,
    url,
    description,
    events: checkEvents(events),
    apiKeyId: given.apiKeyId ?? null,
    vendorId: given.vendorId ?? null,
    active,
    offReason: active ? null : ('manual' as const),
    offAtMs: active ? null : nowMs,
    previousUntilMs: null,
    failingSinceMs: null,
    lastSuccessAtMs: null,
    lastAttemptAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  const secret = deps.newWebhookSecret()
  const webhook = await deps.store.tx(async (tx) => {
    const webhook: Webhook = { ...made, ...(await holdHotelFor(tx, actor, hotelId)) }
    if ((await countWebhooks(tx, webhook)) >= WEBHOOKS_MAX) throw tooMany('endpoints', WEBHOOKS_MAX)
    await checkPlaces(tx, webhook)
    await insertWebhook(tx, webhook, deps.vault.seal(secret))
    await noteWebhook(tx, deps, { actor, before: null, after: webhook })
    return webhook
  })
  return { webhook, secret }
}

/**
 * Changes an endpoint. One that is switched on, or gets another address, has no past: it is not failing, and what
 * waits for it is tried at once.
 *
 * @throws AppError `not_found`, `forbidden`, `validation_failed`, `already_exists`
 */
export async function changeWebhook(
  deps: Deps,
  actor: Actor,
  place: WebhookPlace,
  { url: text, events, active, ...rest }: WebhookChanges,
): Promise<Webhook> {
  await ownWebhook(deps.store, place)
  const url = text === undefined ? undefined : checkTargetUrl(text, deps.targets)
  const checked = events && checkEvents(events)
  const { webhook, isRevived } = await deps.store.tx(async (tx) => {
    await holdHotel(tx, place.hotelId)
    const before = await ownWebhook(tx, place)
    if (url !== undefined || checked) refuseOthers(before, actor)
    const changed: Webhook = {
      ...before,
      ...rest,
      ...(url !== undefined && { url }),
      ...(checked && { events: checked }),
    }
    const isMoved = changed.url !== before.url
    const after = switched(isMoved ? { ...changed, failingSinceMs: null } : changed, active, deps)
    if (Bun.deepEquals(before, after)) return { webhook: before, isRevived: false }
    await checkPlaces(tx, after)
    const webhook = { ...after, updatedAtMs: deps.nowMs() }
    await updateWebhook(tx, webhook)
    await noteWebhook(tx, deps, { actor, before, after: webhook })
    return { webhook, isRevived: isMoved || (after.active && !before.active) }
  })
  if (isRevived) await makePendingDueNow(deps, webhook.id)
  return webhook
}

/**
 * Gives an endpoint another secret, which signs from now on; the one before it signs too for 24 hours (contract §4).
 *
 * @throws AppError `not_found`, `forbidden`
 */
export async function rotateSecret(
  deps: Deps,
  actor: Actor,
  place: WebhookPlace,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = deps.newWebhookSecret()
  const webhook = await deps.store.tx(async (tx) => {
    await holdHotel(tx, place.hotelId)
    const before = await ownWebhook(tx, place)
    refuseOthers(before, actor)
    const previousUntilMs = deps.nowMs() + ROTATION_MS
    await updateSecret(tx, { id: before.id, secret: deps.vault.seal(secret), previousUntilMs })
    const after = { ...before, previousUntilMs }
    await noteWebhook(tx, deps, { actor, before, after })
    return after
  })
  return { webhook, secret }
}

/** An endpoint of a hotel. @throws AppError `not_found` */
export async function ownWebhook(
  handle: Parameters<typeof findWebhook>[0],
  place: WebhookPlace,
): Promise<Webhook> {
  const webhook = await findWebhook(handle, place)
  if (!webhook) throw new AppError('not_found', 'This hotel has no such webhook.')
  return webhook
}

/**
 * Refuses the hotel's people what would let events of a vendor's endpoint arrive elsewhere, be taken for forged, or be
 * such as the scopes of its connection do not open.
 */
function refuseOthers({ vendorId }: Webhook, { type }: Actor): void {
  if (vendorId !== null && type !== 'vendor')
    throw new AppError(
      'forbidden',
      'Address, events and secret of a vendor’s webhook are the vendor’s.',
    )
}

/** An endpoint as switching it leaves it; as it was when it is so already. */
function switched(webhook: Webhook, active: boolean | undefined, { nowMs }: Deps): Webhook {
  if (active === undefined || active === webhook.active) return webhook
  if (active) return { ...webhook, active, offReason: null, offAtMs: null, failingSinceMs: null }
  return { ...webhook, active, offReason: 'manual', offAtMs: nowMs() }
}

/** @throws AppError `validation_failed` naming every element that is no event, or stands there before */
function checkEvents(events: readonly string[]): EventName[] {
  checkChoices(events, { path: '/events', words: EVENTS, code: 'unknown_event' })
  return [...events] as EventName[]
}

/** @throws AppError `already_exists` for an address the hotel has, `validation_failed` for a key it has not */
async function checkPlaces(tx: Tx, webhook: Webhook): Promise<void> {
  const { id, hotelId, url, apiKeyId, vendorId } = webhook
  const key =
    apiKeyId === null ? { vendorId: null } : await findKeyFor(tx, { id: apiKeyId, hotelId })
  // The connection has ended since its vendor was let in.
  if (!key && vendorId !== null) throw notConnected()
  // It neither leaves the connection that it ends with, nor comes to be of one.
  if (key?.vendorId !== vendorId)
    throw refused('/apiKeyId', 'unknown_key', 'The hotel has no such API key.')
  if (await hasWebhookAt(tx, { id, hotelId, url }))
    throw alreadyExists('/url', 'The hotel has a webhook of this address already.')
}

/** Makes everything that waits for its next attempt due now, a part at a time. */
async function makePendingDueNow({ store, nowMs }: Deps, webhookId: string): Promise<void> {
  const atMs = nowMs()
  let fromMs: number | undefined = atMs + 1
  while (fromMs !== undefined) {
    const from: number = fromMs
    fromMs = await store.tx((tx) => updateDueFrom(tx, { webhookId, fromMs: from, nowMs: atMs }))
  }
}

/** What a change of an endpoint leaves in the history: never a secret, and nothing that the sender notes. */
export async function noteWebhook(
  tx: Tx,
  deps: Deps,
  change: { actor: Actor; before: Webhook | null; after: Webhook; nowMs?: number },
): Promise<void> {
  const { actor, before, after, nowMs } = change
  // The history is of what is; a sandbox is thrown away.
  if (isSandbox(after.hotelId)) return
  const state = (webhook: Webhook) => {
    const { hotelId, url, description, events, apiKeyId, active, offReason } = webhook
    const { previousUntilMs } = webhook
    return { hotelId, url, description, events, apiKeyId, active, offReason, previousUntilMs }
  }
  await audit(tx, deps, {
    entity: 'webhook',
    entityId: after.id,
    hotelId: after.hotelId,
    actor,
    before: before && state(before),
    after: { ...state(after), ...(nowMs !== undefined && { deletedAtMs: nowMs }) },
  })
}
