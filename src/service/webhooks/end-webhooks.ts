import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { updateAbandoned } from '../../store/webhooks/delivery-edits.ts'
import {
  deleteWebhook,
  listWebhooks,
  type Webhook,
  type WebhookPlace,
} from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { lockOwner, noteWebhook, ownWebhook } from './webhook-record.ts'

/** Deletes a webhook endpoint and its waiting deliveries. @throws AppError `not_found` */
export async function removeWebhook(deps: Deps, actor: Actor, place: WebhookPlace): Promise<void> {
  const nowMs = deps.nowMs()
  await deps.store.tx(async (tx) => {
    await lockOwner(tx, place)
    await endWebhook(tx, deps, { actor, before: await ownWebhook(tx, place), nowMs })
  })
  await giveUpFor(deps, place.id, nowMs)
}

/**
 * Deletes the endpoints of a vendor at a hotel; the caller has locked the hotel.
 *
 * @returns their ids, for `giveUpFor` after the commit
 */
export async function endWebhooksOf(
  tx: Tx,
  deps: Deps,
  { hotelId, vendorId, ...by }: { hotelId: number; vendorId: string; actor: Actor; nowMs: number },
): Promise<string[]> {
  const webhooks = await listWebhooks(tx, { hotelId, vendorId })
  for (const before of webhooks) await endWebhook(tx, deps, { ...by, before })
  return webhooks.map(({ id }) => id)
}

/** Abandons the waiting deliveries of a deleted endpoint, a batch at a time. */
export async function giveUpFor({ store }: Deps, id: string, nowMs: number): Promise<void> {
  while (await store.tx((tx) => updateAbandoned(tx, id, nowMs)));
}

/** Deletes an endpoint; the caller has locked its owner. `giveUpFor` does the rest. */
export async function endWebhook(
  tx: Tx,
  deps: Deps,
  { actor, before, nowMs }: { actor: Actor; before: Webhook; nowMs: number },
): Promise<void> {
  await deleteWebhook(tx, before, nowMs)
  await noteWebhook(tx, deps, { actor, before, after: { ...before, active: false }, nowMs })
}
