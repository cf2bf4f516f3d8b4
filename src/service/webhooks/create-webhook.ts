import { tooMany } from '../../domain/kernel/errors.ts'
import { WEBHOOKS_MAX } from '../../domain/kernel/limits.ts'
import { checkTargetUrl } from '../../domain/webhooks/target.ts'
import { EVENTS_DEFAULT } from '../../domain/webhooks/webhook.ts'
import type { Actor } from '../../store/days/history.ts'
import { countWebhooks, insertWebhook, type Webhook } from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { lockHotelFor } from '../makers.ts'
import { checkEvents, checkPlaces, noteWebhook, type WebhookChanges } from './webhook-record.ts'

/**
 * Creates a webhook endpoint of a hotel or of a vendor's connection. The answer alone shows the secret; the database
 * keeps it sealed (contract §4).
 *
 * @throws AppError `validation_failed` (also if the hotel or the connection has 5 already), `already_exists`
 */
export async function createWebhook(
  deps: Deps,
  actor: Actor,
  input: WebhookChanges & { hotelId: number; url: string; vendorId?: string | null },
): Promise<{ webhook: Webhook; secret: string }> {
  const { hotelId, description = '', events = EVENTS_DEFAULT, active = true } = input
  const url = checkTargetUrl(input.url, deps.targets)
  const nowMs = deps.nowMs()
  const made = {
    id: deps.newId(),
    hotelId,
    url,
    description,
    events: checkEvents(events),
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
  const webhook = await deps.store.tx(async (tx) => {
    const webhook: Webhook = { ...made, ...(await lockHotelFor(tx, actor, hotelId)) }
    if ((await countWebhooks(tx, webhook)) >= WEBHOOKS_MAX) throw tooMany('endpoints', WEBHOOKS_MAX)
    await checkPlaces(tx, webhook)
    await insertWebhook(tx, webhook, deps.vault.seal(secret))
    await noteWebhook(tx, deps, { actor, before: null, after: webhook })
    return webhook
  })
  return { webhook, secret }
}
