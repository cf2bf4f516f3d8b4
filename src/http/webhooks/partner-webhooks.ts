import { Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { partnerKey } from '../doors/partner-key.ts'
import type { Caller } from '../doors/webhook-door.ts'
import { webhookRoutes } from './webhooks.ts'

/** The endpoints of the key's hotel, for partners (contract §2). */
export function partnerWebhookRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/partner/webhooks' })
    .use(partnerKey(context))
    .resolve(async ({ key }): Promise<{ caller: Caller }> => {
      const { hotel } = await context.hotelOf(key.hotelId)
      return { caller: { hotel, actor: { type: 'key', id: key.id }, keyId: key.id } }
    })
    .use(webhookRoutes(context, 'partner'))
}
