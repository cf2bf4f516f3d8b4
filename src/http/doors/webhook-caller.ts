import { needEvents, SCOPES, type Scope } from '../../domain/accounts/scope.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { ownWebhook } from '../../service/webhooks/webhook-record.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Webhook, WebhookOwner } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import type { Accountable, Door } from '../api/route.ts'
import { hotelDoor, type RoleNeed } from './panel-hotel.ts'
import { actorOf, partnerDoor, type ScopeNeed } from './partner-key.ts'

/** The two places of the webhook routes: `/v1/partner`, and `/v1/panel` with the hotel in the query. */
export type Side = 'partner' | 'panel'

/** The needs of a webhook operation: scope on the partner side, role on the panel side. */
export type WebhookNeeds = ScopeNeed & RoleNeed

/** A caller with the hotel and the scopes, all of them in the panel; only a partner has a `keyId`. */
export type WebhookCaller = Accountable & {
  hotel: Hotel
  actor: Actor
  keyId: string | null
  scopes: readonly Scope[]
  /** The owner of the visible endpoints: everything of the hotel in the panel, else the vendor's or the hotel's own. */
  owner: WebhookOwner
}

/** Admits managers of a hotel's webhooks on one side. */
export function webhookDoor(
  context: Context,
  side: Side,
): Door<WebhookCaller, Record<never, never>, WebhookNeeds> {
  if (side === 'panel') {
    const door = hotelDoor(context)
    const panelDoor: Door<WebhookCaller, NonNullable<typeof door.query>, WebhookNeeds> = {
      ...door,
      async enter(...call) {
        const { hotel, actor, needStepUp } = await door.enter(...call)
        const owner = { hotelId: hotel.id }
        return { hotel, actor, needStepUp, keyId: null, scopes: SCOPES, owner }
      },
    }
    return panelDoor
  }
  const door = partnerDoor(context)
  return {
    ...door,
    async enter(...call) {
      const { key } = await door.enter(...call)
      const { hotel } = await context.hotelOf(key.hotelId)
      const { id: keyId, scopes, vendorId } = key
      const owner = { hotelId: hotel.id, vendorId }
      const needStepUp = () => {}
      return { hotel, actor: actorOf(key), needStepUp, keyId, scopes, owner }
    },
  }
}

/**
 * Finds a webhook by id, for a caller whose scopes cover all its events.
 *
 * @throws AppError `not_found`, `scope_missing`
 */
export async function reachWebhook(
  { store }: Context,
  { owner, scopes }: Pick<WebhookCaller, 'owner' | 'scopes'>,
  id: string,
): Promise<Webhook> {
  const webhook = await ownWebhook(store, { ...owner, id })
  needEvents(scopes, webhook.events)
  return webhook
}

/** Returns the path of a webhook resource; for a vendor with the hotel in the query. */
export const webhookAddress = (
  side: Side,
  { hotel, owner }: Pick<WebhookCaller, 'hotel' | 'owner'>,
  id: string,
  more = '',
) => `/v1/${side}/webhooks/${id}${more}${owner.vendorId === null ? '' : `?hotel=${hotel.slug}`}`
