import { Elysia, t } from 'elysia'
import { instantText, parseDate } from '../../domain/date.ts'
import { refused } from '../../domain/errors.ts'
import { EXCHANGE_MS_MAX } from '../../domain/limits.ts'
import { EVENTS } from '../../domain/webhook.ts'
import {
  noDelivery,
  redeliver,
  replayEvents,
  testWebhook,
} from '../../service/webhooks/webhook-deliveries.ts'
import { ownWebhook } from '../../service/webhooks/webhooks.ts'
import { deliveryTopic } from '../../store/webhooks/deliveries.ts'
import {
  type DeliveryEntry,
  findBody,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../store/webhooks/delivery-lists.ts'
import type { Context } from '../context.ts'
import { HotelQuery, hotelQuery } from '../doors/panel-hotel.ts'
import { type Doored, placeOf, type Side } from '../doors/webhook-door.ts'
import { readBody } from '../request/body.ts'
import { cursorsOf } from '../request/cursor.ts'
import { pollUntil } from '../request/long-poll.ts'
import { pageQuery } from '../request/paging.ts'
import { NoQuery, onceEach, oneOf, pageSize, queryWords } from '../request/query.ts'
import type { webhookDocs } from './webhook-docs.ts'
import { ReplayBody } from './webhook-schemas.ts'
import { showDelivery, showWholeDelivery } from './webhook-views.ts'

const IdParams = t.Object({ id: t.String() })
const DeliveryParams = t.Object({ id: t.String(), deliveryId: t.String() })
const deliveriesQuery = {
  ...pageQuery,
  state: t.Optional(oneOf('pending', 'delivered', 'failed')),
  event: t.Optional(t.String({ enum: [...EVENTS, 'ping'] })),
  bookingCode: t.Optional(t.String()),
}

/** How long a test is waited for: as long as an exchange may take, and a little for its settling. */
const TEST_WAIT_MS = EXCHANGE_MS_MAX + 2_000

/** What was sent to an endpoint, and what is to be sent (again); behind the door of `webhookRoutes`. */
export function webhookDeliveryRoutes(
  context: Context,
  side: Side,
  docs: ReturnType<typeof webhookDocs>,
) {
  const { store, stopping } = context
  const isPanel = side === 'panel'
  const asked = isPanel ? { transform: onceEach(), query: HotelQuery } : { query: NoQuery }
  const strict = { additionalProperties: false }
  const DeliveriesQuery = t.Object({ ...(isPanel && hotelQuery), ...deliveriesQuery }, strict)

  const find = async (webhookId: string, id: string) => {
    const delivery = await findDelivery(store, { webhookId, id })
    if (!delivery) throw noDelivery()
    return delivery
  }
  const showWhole = async (delivery: DeliveryEntry) => {
    const attempts = await listAttempts(store, [delivery.seq])
    const body = await findBody(store, delivery.outboxSeq)
    return showWholeDelivery(delivery, attempts.get(delivery.seq), body)
  }

  return new Elysia<'', Doored>()
    .post(
      '/:id/test',
      async ({ caller: { hotel }, params: { id }, request, set }) => {
        const deliveryId = await testWebhook(context, hotel, id)
        const delivery = await pollUntil(
          store,
          deliveryTopic(deliveryId),
          { waitMs: TEST_WAIT_MS, until: [request.signal, stopping] },
          () => find(id, deliveryId),
          ({ state }) => state !== 'pending',
        )
        if (delivery.state === 'pending') set.status = 202
        set.headers.location = placeOf(side, hotel, id, `/deliveries/${deliveryId}`)
        return await showWhole(delivery)
      },
      { ...asked, params: IdParams, detail: docs.test },
    )
    .get(
      '/:id/deliveries',
      async ({ caller: { hotel }, params: { id }, query, request }) => {
        const { id: webhookId } = await ownWebhook(store, { id, hotelId: hotel.id })
        const [event] = queryWords('event', request, [...EVENTS, 'ping'])
        const bookingCode = query.bookingCode?.toUpperCase()
        const filter = { webhookId, state: query.state, event, bookingCode }
        const cursors = cursorsOf(['deliveries', filter], [0] as [number])
        const beforeSeq = query.cursor === undefined ? undefined : cursors.read(query.cursor)[0]
        const limit = pageSize(query.limit)
        const { deliveries, nextSeq } = await listDeliveries(store, filter, { beforeSeq, limit })
        const seqs = deliveries.map(({ seq }) => seq)
        const attempts = await listAttempts(store, seqs)
        const items = deliveries.map((each) => showDelivery(each, attempts.get(each.seq)))
        return { items, nextCursor: nextSeq === undefined ? null : cursors.write([nextSeq]) }
      },
      { transform: onceEach(), query: DeliveriesQuery, params: IdParams, detail: docs.deliveries },
    )
    .get(
      '/:id/deliveries/:deliveryId',
      async ({ caller: { hotel }, params: { id, deliveryId } }) => {
        await ownWebhook(store, { id, hotelId: hotel.id })
        return await showWhole(await find(id, deliveryId))
      },
      { ...asked, params: DeliveryParams, detail: docs.delivery },
    )
    .post(
      '/:id/deliveries/:deliveryId/redeliver',
      async ({ caller: { hotel }, params: { id, deliveryId }, set }) => {
        const againId = await redeliver(context, { id, hotelId: hotel.id }, deliveryId)
        const delivery = await find(id, againId)
        const attempts = await listAttempts(store, [delivery.seq])
        set.status = 202
        set.headers.location = placeOf(side, hotel, id, `/deliveries/${againId}`)
        return showDelivery(delivery, attempts.get(delivery.seq))
      },
      { ...asked, params: DeliveryParams, detail: docs.redeliver },
    )
    .post(
      '/:id/replay',
      async ({ caller: { hotel }, params: { id }, request, set }) => {
        const { since } = await readBody(ReplayBody, request)
        // JavaScript makes the second of March of 30 February.
        const sinceMs = parseDate(since.slice(0, 10)) ? Date.parse(since) : Number.NaN
        if (Number.isNaN(sinceMs))
          throw refused('/since', 'wrong_format', 'There is no such instant.')
        const replay = await replayEvents(context, { id, hotelId: hotel.id }, sinceMs)
        set.status = 202
        const from = instantText(replay.fromMs)
        return { queued: replay.queued, since: instantText(sinceMs), from }
      },
      { ...asked, params: IdParams, detail: docs.replay },
    )
}
