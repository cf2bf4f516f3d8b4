import { Elysia, t } from 'elysia'
import type { Webhook } from '../../domain/webhook.ts'
import {
  changeWebhook,
  createWebhook,
  ownWebhook,
  removeWebhook,
  rotateSecret,
} from '../../service/webhooks/webhooks.ts'
import { listBacklogs, listWebhooks } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../context.ts'
import { HotelQuery } from '../doors/panel-hotel.ts'
import { type Doored, placeOf, type Side } from '../doors/webhook-door.ts'
import { readBody } from '../request/body.ts'
import { NoQuery, onceEach } from '../request/query.ts'
import { webhookDeliveryRoutes } from './webhook-deliveries.ts'
import { webhookDocs } from './webhook-docs.ts'
import {
  PanelWebhookBody,
  PanelWebhookPatch,
  WebhookBody,
  WebhookPatch,
} from './webhook-schemas.ts'
import { showWebhook } from './webhook-views.ts'

const IdParams = t.Object({ id: t.String() })
/** Parameters of a partner's call that has none. */
/**
 * Endpoints that events are sent to (contract §2): one set of routes for both sides, behind a door that says who the
 * caller is.
 */
export function webhookRoutes(context: Context, side: Side) {
  const { store, nowMs } = context
  const docs = webhookDocs(side)
  const asked = side === 'panel' ? { transform: onceEach(), query: HotelQuery } : { query: NoQuery }
  const schemas =
    side === 'panel'
      ? { make: PanelWebhookBody, change: PanelWebhookPatch }
      : { make: WebhookBody, change: WebhookPatch }
  const show = async (webhook: Webhook) => {
    const backlogs = await listBacklogs(store, [webhook.id])
    return showWebhook(webhook, backlogs.get(webhook.id), nowMs())
  }

  return new Elysia<'', Doored>()
    .get(
      '',
      async ({ caller: { hotel } }) => {
        const webhooks = await listWebhooks(store, hotel.id)
        const ids = webhooks.map(({ id }) => id)
        const backlogs = await listBacklogs(store, ids)
        const items = webhooks.map((each) => showWebhook(each, backlogs.get(each.id), nowMs()))
        return { items, nextCursor: null }
      },
      { ...asked, detail: docs.list },
    )
    .post(
      '',
      async ({ caller: { hotel, actor, keyId }, request, set }) => {
        const given = await readBody(schemas.make, request)
        // In the panel the body may name the key; a partner's own is known.
        const mine = keyId === null ? {} : { apiKeyId: keyId }
        const made = { ...given, ...mine, hotelId: hotel.id }
        const { webhook, secret } = await createWebhook(context, actor, made)
        set.status = 201
        set.headers.location = placeOf(side, hotel, webhook.id)
        set.headers['cache-control'] = 'no-store'
        return { ...(await show(webhook)), secret }
      },
      { ...asked, detail: docs.create },
    )
    .get(
      '/:id',
      async ({ caller: { hotel }, params: { id } }) =>
        await show(await ownWebhook(store, { id, hotelId: hotel.id })),
      { ...asked, params: IdParams, detail: docs.read },
    )
    .patch(
      '/:id',
      async ({ caller: { hotel, actor }, params: { id }, request }) => {
        const changes = await readBody(schemas.change, request)
        return await show(await changeWebhook(context, actor, { id, hotelId: hotel.id }, changes))
      },
      { ...asked, params: IdParams, detail: docs.change },
    )
    .delete(
      '/:id',
      async ({ caller: { hotel, actor }, params: { id }, set }) => {
        await removeWebhook(context, actor, { id, hotelId: hotel.id })
        set.status = 204
      },
      { ...asked, params: IdParams, detail: docs.remove },
    )
    .post(
      '/:id/rotate-secret',
      async ({ caller: { hotel, actor }, params: { id }, set }) => {
        const { webhook, secret } = await rotateSecret(context, actor, { id, hotelId: hotel.id })
        set.headers['cache-control'] = 'no-store'
        return { ...(await show(webhook)), secret }
      },
      { ...asked, params: IdParams, detail: docs.rotate },
    )
    .use(webhookDeliveryRoutes(context, side, docs))
}
