import { tooMany } from '../../domain/kernel/errors.ts'
import { WEBHOOKS_MAX } from '../../domain/kernel/limits.ts'
import { checkTargetUrl } from '../../domain/webhooks/target.ts'
import { EVENTS_DEFAULT, VENDOR_EVENTS_DEFAULT } from '../../domain/webhooks/webhook.ts'
import { findVendor } from '../../store/accounts/vendors.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { countWebhooks, insertWebhook, type Webhook } from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { lockHotelFor } from '../makers.ts'
import {
  checkEvents,
  checkPlaces,
  lockOwner,
  noteWebhook,
  type WebhookChanges,
} from './webhook-record.ts'

/**
 * Creates a webhook endpoint of a hotel, of a vendor's connection, or of a vendor for all its hotels. The answer alone
 * shows the secret; the database keeps it sealed (contract §4).
 *
 * @throws AppError `validation_failed` (also if its owner has 5 already), `already_exists`
 */
export async function createWebhook(
  deps: Deps,
  actor: Actor,
  input: WebhookChanges & { hotelId: number | null; url: string; vendorId?: string | null },
): Promise<{ webhook: Webhook; secret: string }> {
  const { hotelId, description = '', events = defaultEvents(input), active = true } = input
  const url = checkTargetUrl(input.url, deps.targets)
  const nowMs = deps.nowMs()
  const made = {
    id: deps.newId(),
    hotelId,
    url,
    description,
    events: checkEvents(events, input),
    apiKeyId: input.apiKeyId ?? null,
    vendorId: input.vendorId ?? null,
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
  const sealed = await deps.vault.seal(secret)
  const webhook = await deps.store.tx(async (tx) => {
    const webhook: Webhook = { ...made, ...(await lockFor(tx, actor, made)) }
    if ((await countWebhooks(tx, webhook)) >= WEBHOOKS_MAX)
      throw tooMany('endpoints', WEBHOOKS_MAX, hotelId === null ? 'A vendor' : 'A hotel')
    await checkPlaces(tx, webhook)
    await insertWebhook(tx, webhook, sealed)
    await noteWebhook(tx, deps, { actor, before: null, after: webhook })
    return webhook
  })
  return { webhook, secret }
}

const defaultEvents = ({ hotelId }: { hotelId: number | null }) =>
  hotelId === null ? VENDOR_EVENTS_DEFAULT : EVENTS_DEFAULT

/** Locks the owner of a new endpoint. @returns its makers: an admin made the vendor whose own endpoint it is */
async function lockFor(
  tx: Tx,
  actor: Actor,
  { hotelId, vendorId }: Pick<Webhook, 'hotelId' | 'vendorId'>,
): Promise<Pick<Webhook, 'createdBy' | 'createdByKey'>> {
  if (hotelId !== null) return await lockHotelFor(tx, actor, hotelId)
  await lockOwner(tx, { hotelId })
  const vendor = vendorId === null ? undefined : await findVendor(tx, vendorId)
  return { createdBy: vendor?.createdBy ?? null, createdByKey: null }
}
