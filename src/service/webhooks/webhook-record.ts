import { notConnected } from '../../domain/accounts/vendor.ts'
import { checkChoices } from '../../domain/kernel/choice.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { EVENTS, type EventName, VENDOR_EVENTS } from '../../domain/webhooks/webhook.ts'
import { findKeyFor } from '../../store/accounts/api-keys.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockCatalog, lockHotel } from '../../store/engine/locks.ts'
import {
  findWebhook,
  hasWebhookAt,
  type Webhook,
  type WebhookPlace,
} from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'

/** The fields of an endpoint that its owner sets; `events` as they were sent. */
export type WebhookChanges = {
  url?: string
  description?: string
  events?: readonly string[]
  active?: boolean
  /** The API key it belongs to. */
  apiKeyId?: string | null
}

/** The endpoint of a hotel by its id. @throws AppError `not_found` */
export async function ownWebhook(
  handle: Parameters<typeof findWebhook>[0],
  place: WebhookPlace,
): Promise<Webhook> {
  const webhook = await findWebhook(handle, place)
  if (webhook) return webhook
  const whose = place.hotelId === null ? 'You have' : 'This hotel has'
  throw new AppError('not_found', `${whose} no such webhook.`)
}

/** Locks the hotel of endpoints, or the catalogue for those of a vendor. */
export const lockOwner = (tx: Tx, { hotelId }: Pick<WebhookPlace, 'hotelId'>): Promise<void> =>
  hotelId === null ? lockCatalog(tx) : lockHotel(tx, hotelId)

/**
 * Keeps the hotel's people from a vendor's endpoint: a change of its address, secret or events could send events to a
 * stranger, make them look forged, or reveal more than the scopes of the connection allow.
 *
 * @throws AppError `forbidden`
 */
export function refuseOthers({ vendorId }: Webhook, { type }: Actor): void {
  if (vendorId !== null && type !== 'vendor')
    throw new AppError(
      'forbidden',
      'Address, events and secret of a vendor’s webhook are the vendor’s.',
    )
}

/** The events that endpoints of an owner may receive. */
export const eventsOf = ({ hotelId }: Pick<WebhookPlace, 'hotelId'>): readonly EventName[] =>
  hotelId === null ? VENDOR_EVENTS : EVENTS

/** Checks the events of an endpoint. @throws AppError `validation_failed` naming each unknown or repeated one */
export function checkEvents(
  events: readonly string[],
  owner: Pick<WebhookPlace, 'hotelId'>,
): EventName[] {
  checkChoices(events, { path: '/events', words: eventsOf(owner), code: 'unknown_event' })
  return [...events] as EventName[]
}

/**
 * @throws AppError `already_exists` if the hotel or vendor has the address, `validation_failed` if the hotel does not
 *   have the key
 */
export async function checkPlaces(tx: Tx, webhook: Webhook): Promise<void> {
  if (webhook.hotelId !== null) await checkKey(tx, { ...webhook, hotelId: webhook.hotelId })
  if (!(await hasWebhookAt(tx, webhook))) return
  const whose = webhook.hotelId === null ? 'You have' : 'The hotel has'
  throw alreadyExists('/url', `${whose} a webhook of this address already.`)
}

async function checkKey(
  tx: Tx,
  { hotelId, apiKeyId, vendorId }: Pick<Webhook, 'apiKeyId' | 'vendorId'> & { hotelId: number },
): Promise<void> {
  const key =
    apiKeyId === null ? { vendorId: null } : await findKeyFor(tx, { id: apiKeyId, hotelId })
  // The connection ended while the vendor's request was under way.
  if (!key && vendorId !== null) throw notConnected()
  // An endpoint ends with its connection, so it can neither leave one nor join one.
  if (key?.vendorId !== vendorId)
    throw refused('/apiKeyId', 'unknown_key', 'The hotel has no such API key.')
}

/** Writes a change of an endpoint to the audit trail, without its secret and without what the sender notes. */
export async function noteWebhook(
  tx: Tx,
  deps: Deps,
  change: { actor: Actor; before: Webhook | null; after: Webhook; nowMs?: number },
): Promise<void> {
  const { actor, before, after, nowMs } = change
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
