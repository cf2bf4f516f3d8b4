import { checkTargetUrl } from '../../domain/webhooks/target.ts'
import type { Actor } from '../../store/days/history.ts'
import { updateDueFrom } from '../../store/webhooks/delivery-edits.ts'
import {
  updateSecret,
  updateWebhook,
  type Webhook,
  type WebhookPlace,
} from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import {
  checkEvents,
  checkPlaces,
  lockOwner,
  noteWebhook,
  ownWebhook,
  refuseOthers,
  type WebhookChanges,
} from './webhook-record.ts'

/** How long the former secret signs beside the new one (contract §4). */
const ROTATION_MS = 24 * 60 * 60 * 1_000

/**
 * Changes a webhook endpoint. If it is switched on or gets another address, its failures are forgotten and its waiting
 * deliveries are due at once.
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
  const checked = events && checkEvents(events, place)
  const { webhook, isRevived } = await deps.store.tx(async (tx) => {
    await lockOwner(tx, place)
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
 * Rotates the secret of a webhook endpoint: the new one signs from now on, the old one signs too for 24 hours (contract
 * §4).
 *
 * @throws AppError `not_found`, `forbidden`
 */
export async function rotateSecret(
  deps: Deps,
  actor: Actor,
  place: WebhookPlace,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = deps.newWebhookSecret()
  const sealed = await deps.vault.seal(secret)
  const webhook = await deps.store.tx(async (tx) => {
    await lockOwner(tx, place)
    const before = await ownWebhook(tx, place)
    refuseOthers(before, actor)
    const previousUntilMs = deps.nowMs() + ROTATION_MS
    await updateSecret(tx, { id: before.id, secret: sealed, previousUntilMs })
    const after = { ...before, previousUntilMs }
    await noteWebhook(tx, deps, { actor, before, after })
    return after
  })
  return { webhook, secret }
}

/** The endpoint switched on or off; unchanged if it is so already. */
function switched(webhook: Webhook, active: boolean | undefined, { nowMs }: Deps): Webhook {
  if (active === undefined || active === webhook.active) return webhook
  if (active) return { ...webhook, active, offReason: null, offAtMs: null, failingSinceMs: null }
  return { ...webhook, active, offReason: 'manual', offAtMs: nowMs() }
}

/** Makes the waiting deliveries of an endpoint due now, a part at a time. */
async function makePendingDueNow({ store, nowMs }: Deps, webhookId: string): Promise<void> {
  const atMs = nowMs()
  let fromMs: number | undefined = atMs + 1
  while (fromMs !== undefined) {
    const from: number = fromMs
    fromMs = await store.tx((tx) => updateDueFrom(tx, { webhookId, fromMs: from, nowMs: atMs }))
  }
}
