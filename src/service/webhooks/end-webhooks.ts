import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { holdHotel } from '../../store/engine/locks.ts'
import { updateAbandoned } from '../../store/webhooks/delivery-edits.ts'
import {
  deleteWebhook,
  listWebhooks,
  type Webhook,
  type WebhookPlace,
} from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { noteWebhook, ownWebhook } from './webhooks.ts'

/** Takes an endpoint away, and with it what waits for it. @throws AppError `not_found` */
export async function removeWebhook(deps: Deps, actor: Actor, place: WebhookPlace): Promise<void> {
  const nowMs = deps.nowMs()
  await deps.store.tx(async (tx) => {
    await holdHotel(tx, place.hotelId)
    await endWebhook(tx, deps, { actor, before: await ownWebhook(tx, place), nowMs })
  })
  await giveUpFor(deps, place.id, nowMs)
}

/**
 * Takes the endpoints of a vendor at a hotel away, which is held.
 *
 * @returns their ids, for `giveUpFor` when that is committed
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

/** Gives up what waits for an endpoint that is no more, a part at a time. */
export async function giveUpFor({ store }: Deps, id: string, nowMs: number): Promise<void> {
  while (await store.tx((tx) => updateAbandoned(tx, id, nowMs)));
}

/** Takes an endpoint away whose hotel is held; `giveUpFor` does the rest. */
export async function endWebhook(
  tx: Tx,
  deps: Deps,
  { actor, before, nowMs }: { actor: Actor; before: Webhook; nowMs: number },
): Promise<void> {
  await deleteWebhook(tx, before, nowMs)
  await noteWebhook(tx, deps, { actor, before, after: { ...before, active: false }, nowMs })
}
