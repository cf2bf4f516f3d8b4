import type { Hotel } from '../../domain/catalog.ts'
import type { Actor } from '../../store/availability/history.ts'
import type { Context } from '../context.ts'
import type { Door } from '../route.ts'
import { hotelDoor } from './panel-hotel.ts'
import { partnerDoor } from './partner-key.ts'

/** Where the routes of webhooks stand: under `/v1/partner`, or under `/v1/panel` with the hotel in the query. */
export type Side = 'partner' | 'panel'

/** Who calls, for which hotel; `keyId` is that of a partner. */
export type WebhookCaller = { hotel: Hotel; actor: Actor; keyId: string | null }

/** Lets in who may see to a hotel's webhooks on one side. */
export function webhookDoor(context: Context, side: Side): Door<WebhookCaller> {
  if (side === 'panel') {
    const door = hotelDoor(context)
    const panelDoor: Door<WebhookCaller, NonNullable<typeof door.query>> = {
      ...door,
      async enter(...call) {
        const { hotel, actor } = await door.enter(...call)
        return { hotel, actor, keyId: null }
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
      return { hotel, actor: { type: 'key', id: key.id }, keyId: key.id }
    },
  }
}

/** The address of something of a webhook; in the panel with its hotel. */
export const webhookAddress = (side: Side, { slug }: Hotel, id: string, more = '') =>
  `/v1/${side}/webhooks/${id}${more}${side === 'panel' ? `?hotel=${slug}` : ''}`
