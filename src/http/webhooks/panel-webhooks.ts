import { Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import type { Caller } from '../doors/webhook-door.ts'
import { actorOf } from '../shapes/audit.ts'
import { webhookRoutes } from './webhooks.ts'

/** A hotel's endpoints in the panel: as partners have them, and whose key each belongs to (contract §2, §5). */
export function panelWebhookRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/panel/webhooks' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .resolve(async ({ user, query }): Promise<{ caller: Caller }> => {
      const { hotel } = await panelHotel(context, user, { hotel: query.hotel })
      return { caller: { hotel, actor: actorOf(user), keyId: null } }
    })
    .use(webhookRoutes(context, 'panel'))
}
