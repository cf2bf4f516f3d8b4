import { needEvents, SCOPES, type Scope } from '../../domain/accounts/scope.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { ownWebhook } from '../../service/webhooks/webhooks.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Webhook, WebhookOwner } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import type { Accountable, Door } from '../api/route.ts'
import { hotelDoor, type RoleNeed } from './panel-hotel.ts'
import { actorOf, partnerDoor, type ScopeNeed } from './partner-key.ts'

/** Where the routes of webhooks stand: under `/v1/partner`, or under `/v1/panel` with the hotel in the query. */
export type Side = 'partner' | 'panel'

/** What is said of each operation of webhooks, for either side. */
export type WebhookNeeds = ScopeNeed & RoleNeed

/** Who calls, for which hotel, and with which scopes: in the panel with all; `keyId` is that of a partner. */
export type WebhookCaller = Accountable & {
  hotel: Hotel
  actor: Actor
  keyId: string | null
  scopes: readonly Scope[]
  /** Whose endpoints there are to it: all of the hotel's in the panel, else a vendor's or the hotel's own. */
  owner: WebhookOwner
}

/** Lets in who may see to a hotel's webhooks on one side. */
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
 * The endpoint of an id, for a caller who may read all that it is told.
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

/** The address of something of a webhook; where its hotel must be named, with that. */
export const webhookAddress = (
  side: Side,
  { hotel, owner }: Pick<WebhookCaller, 'hotel' | 'owner'>,
  id: string,
  more = '',
) => `/v1/${side}/webhooks/${id}${more}${owner.vendorId === null ? '' : `?hotel=${hotel.slug}`}`
