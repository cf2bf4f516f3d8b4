import { needEvents, SCOPES, type Scope } from '../../domain/accounts/scope.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { ownWebhook } from '../../service/webhooks/webhook-record.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Webhook, WebhookOwner } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import type { Accountable, Door } from '../api/route.ts'
import { hotelDoor, type RoleNeed } from './panel-hotel.ts'
import { actorOf, hotelsDoor, partnerDoor, type ScopeNeed } from './partner-key.ts'

/**
 * The places of the webhook routes: `/v1/partner` and `/v1/panel` for those of a hotel, and `/v1/partner` for a vendor's
 * own, which receive the events of all its hotels.
 */
export type Side = 'partner' | 'panel' | 'vendor'

/** The needs of a webhook operation: scope on the partner side, role on the panel side. */
export type WebhookNeeds = ScopeNeed & RoleNeed

/** A caller with the hotel and the scopes, all of them in the panel; only a partner has a `keyId`. */
export type WebhookCaller = Accountable & {
  /** Undefined for a vendor's own webhooks. */
  hotel: Hotel | undefined
  actor: Actor
  keyId: string | null
  scopes: readonly Scope[]
  /** The owner of the visible endpoints: all of the hotel in the panel, else the vendor's or the hotel's own. */
  owner: WebhookOwner
}

/** Admits managers of a hotel's webhooks on one side. */
export function webhookDoor(
  context: Context,
  side: Side,
): Door<WebhookCaller, Record<never, never>, WebhookNeeds> {
  if (side === 'vendor') return vendorDoor(context)
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

/** Admits vendors, at all their hotels; what their endpoints get of each depends on the scopes of its connection. */
function vendorDoor(context: Context): Door<WebhookCaller, Record<never, never>, WebhookNeeds> {
  const door = hotelsDoor(context)
  return {
    ...door,
    errors: [...door.errors.filter((code) => code !== 'hotel_required'), 'forbidden'],
    async enter(...call) {
      const { vendor } = (await door.enter(...call)).caller
      if (!vendor)
        throw new AppError('forbidden', 'These are webhooks of vendors; a key has /webhooks.')
      const { id } = vendor
      const actor = { type: 'vendor', id, vendorId: id } as const
      const owner = { hotelId: null, vendorId: id }
      return { hotel: undefined, actor, needStepUp: () => {}, keyId: null, scopes: SCOPES, owner }
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

/** The path of a side's webhooks. */
export const WEBHOOKS_OF: Record<Side, string> = {
  partner: '/v1/partner/webhooks',
  panel: '/v1/panel/webhooks',
  vendor: '/v1/partner/vendor-webhooks',
}

/** Returns the path of a webhook resource; for a vendor at a hotel with the hotel in the query. */
export const webhookAddress = (
  side: Side,
  { hotel, owner }: Pick<WebhookCaller, 'hotel' | 'owner'>,
  id: string,
  more = '',
) => {
  const named = owner.vendorId === null || !hotel ? '' : `?hotel=${hotel.slug}`
  return `${WEBHOOKS_OF[side]}/${id}${more}${named}`
}
