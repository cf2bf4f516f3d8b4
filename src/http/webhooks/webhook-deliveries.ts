import { Type } from 'typebox'
import { needEvents } from '../../domain/accounts/scope.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { instantText } from '../../domain/kernel/date.ts'
import { EXCHANGE_MS_MAX } from '../../domain/kernel/limits.ts'
import { DELIVERY_STATES, VENDOR_EVENTS } from '../../domain/webhooks/webhook.ts'
import {
  noDelivery,
  readTestEvent,
  redeliver,
  replayEvents,
  testWebhook,
} from '../../service/webhooks/webhook-deliveries.ts'
import { listConnectionsOf } from '../../store/accounts/connections.ts'
import { deliveryTopic } from '../../store/webhooks/deliveries.ts'
import { ownerOf } from '../../store/webhooks/delivery-edits.ts'
import {
  type DeliveryEntry,
  findBody,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../store/webhooks/delivery-lists.ts'
import type { WebhookOwner } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import { cursorsOf } from '../api/cursor.ts'
import { exampleDay } from '../api/example-day.ts'
import { pollUntil } from '../api/long-poll.ts'
import { pageParameters } from '../api/paging.ts'
import { oneOf } from '../api/query.ts'
import { Instant, pageOf } from '../api/schema.ts'
import { InstantText, readInstant, strictObject } from '../api/texts.ts'
import { reachWebhook, type WebhookCaller, webhookAddress } from '../doors/webhook-caller.ts'
import {
  DeliverySchema,
  showDelivery,
  showWholeDelivery,
  WholeDeliverySchema,
} from './delivery-shape.ts'
import type { WebhookRoutes } from './webhook-side.ts'

/** Maximum wait for a test: the longest exchange and a margin for settling it. */
const TEST_WAIT_MS = EXCHANGE_MS_MAX + 2_000

const TestBody = strictObject({
  event: Type.Optional(
    Type.String({
      enum: ['ping', ...VENDOR_EVENTS],
      description: 'Event to send; default `ping`.',
    }),
  ),
})
const ReplayBody = strictObject({ since: InstantText })
/** Within the retention of events; at midnight, so that all replicas return the same OpenAPI document. */
const yesterday = `${exampleDay(-1)}T00:00:00.000Z`

/** Adds the delivery operations of a webhook: test, replay, log and redelivery. */
export function addDeliveries(to: WebhookRoutes): void {
  addTestAndReplay(to)
  addDeliveryList(to)
  addDelivery(to)
}

function addTestAndReplay({ context, side, route, rights, idOf }: WebhookRoutes): void {
  const { store, stopping } = context

  route('POST', '/:id/test', {
    id: idOf('testWebhook'),
    ...rights,
    summary: 'Send a ping or an example event',
    description:
      'Sends `ping` or an example event at once, also to an inactive webhook or one not subscribed to it, in a single attempt, and waits up to 12 seconds for the result. The attempt has the status, the error and the beginning of the answer. An example is complete, in the name of the hotel, with `test: true` at the top and in `data`, and with codes that no real booking has.',
    body: TestBody,
    bodyIs: 'optional',
    examples: { 'A ping': {}, 'A new booking': { event: 'booking.confirmed' } },
    says: 'Finished; `state` has the result.',
    answer: WholeDeliverySchema,
    headers: ['Location'],
    also: {
      202: {
        description: 'Not finished yet: see the delivery.',
        schema: WholeDeliverySchema,
        headers: ['Location'],
      },
    },
    handle: async ({ hotel, owner, scopes, params: { id }, body, request, set }) => {
      const webhook = await reachWebhook(context, { owner, scopes }, id)
      const event = readTestEvent(body.event, owner)
      if (event !== 'ping') needEvents(scopes, [event])
      const named = hotel ?? (event === 'ping' ? undefined : await someHotel(context, owner))
      const deliveryId = await testWebhook(context, named, webhook, event)
      const delivery = await pollUntil(
        store,
        [deliveryTopic(deliveryId)],
        { waitMs: TEST_WAIT_MS, until: [request.signal, stopping] },
        () => mustFindDelivery(context, owner, id, deliveryId),
        ({ state }) => state !== 'pending',
      )
      // The webhook may have been deleted meanwhile, with its vendor connection.
      await reachWebhook(context, { owner, scopes }, id)
      if (delivery.state === 'pending') set.status = 202
      set.headers.location = webhookAddress(side, { hotel, owner }, id, `/deliveries/${deliveryId}`)
      return await showWithBody(context, delivery)
    },
  })

  route('POST', '/:id/replay', {
    id: idOf('replayWebhook'),
    ...rights,
    summary: 'Replay events since an instant',
    description:
      'Sends every event of the hotel since then that this webhook subscribes to, in order, except those already under way to it. Events are kept 90 days; `from` is the actual start.',
    body: ReplayBody,
    examples: { 'Since yesterday': { since: yesterday } },
    status: 202,
    says: 'The number of deliveries queued.',
    answer: Type.Object({ queued: Type.Integer(), since: Instant, from: Instant }),
    example: { queued: 42, since: yesterday, from: yesterday },
    handle: async ({ owner, scopes, params: { id }, body: { since } }) => {
      const sinceMs = readInstant('/since', since)
      const webhook = await reachWebhook(context, { owner, scopes }, id)
      const { queued, fromMs } = await replayEvents(context, webhook, sinceMs)
      return { queued, since: instantText(sinceMs), from: instantText(fromMs) }
    },
  })
}

function addDeliveryList({ context, route, rights, idOf }: WebhookRoutes): void {
  const { store } = context
  route('GET', '/:id/deliveries', {
    id: idOf('listWebhookDeliveries'),
    ...rights,
    summary: 'Deliveries, newest first',
    description:
      'The deliveries of 30 days with their attempts; filters: `state`, `event`, `bookingCode`. With a filter a page may be short or empty and still have a `nextCursor`.',
    query: {
      ...pageParameters(),
      state: Type.Optional(oneOf(...DELIVERY_STATES)),
      event: Type.Optional(oneOf(...VENDOR_EVENTS, 'ping')),
      bookingCode: Type.Optional(Type.String()),
    },
    says: 'A page.',
    answer: pageOf(DeliverySchema),
    handle: async ({ owner, scopes, params: { id }, query }) => {
      const { limit, cursor, state, event, bookingCode } = query
      const webhook = await reachWebhook(context, { owner, scopes }, id)
      const seen = { webhookId: webhook.id, ofVendor: ownerOf(webhook) }
      const filter = { ...seen, state, event, bookingCode: bookingCode?.toUpperCase() }
      const cursors = cursorsOf(['deliveries', filter], { seq: 0 })
      const beforeSeq = cursor === undefined ? undefined : cursors.read(cursor).seq
      const { deliveries, nextSeq } = await listDeliveries(store.long, filter, { beforeSeq, limit })
      const seqs = deliveries.map(({ seq }) => seq)
      const attempts = await listAttempts(store, seqs)
      const items = deliveries.map((each) => showDelivery(each, attempts.get(each.seq)))
      return { items, nextCursor: nextSeq === undefined ? null : cursors.write({ seq: nextSeq }) }
    },
  })
}

function addDelivery({ context, side, route, rights, idOf }: WebhookRoutes): void {
  route('GET', '/:id/deliveries/:deliveryId', {
    isVisit: true,
    id: idOf('getWebhookDelivery'),
    ...rights,
    summary: 'A delivery with its body and answers',
    says: 'The delivery.',
    answer: WholeDeliverySchema,
    handle: async ({ owner, scopes, params: { id, deliveryId } }) =>
      await showWithBody(context, await reachDelivery(context, { owner, scopes }, id, deliveryId)),
  })

  route('POST', '/:id/deliveries/:deliveryId/redeliver', {
    id: idOf('redeliverWebhook'),
    ...rights,
    summary: 'Redeliver',
    description:
      'A delivery in back-off is tried now (or the earlier delivery of its booking that it waits for); for a finished one a new delivery of the same event is made, with the same `eventId`. An inactive webhook gets it when it is activated.',
    status: 202,
    says: 'The delivery under way.',
    answer: DeliverySchema,
    headers: ['Location'],
    handle: async ({ hotel, owner, scopes, params: { id, deliveryId }, set }) => {
      await reachDelivery(context, { owner, scopes }, id, deliveryId)
      const againId = await redeliver(context, { ...owner, id }, deliveryId)
      const delivery = await mustFindDelivery(context, owner, id, againId)
      const attempts = await listAttempts(context.store, [delivery.seq])
      set.headers.location = webhookAddress(side, { hotel, owner }, id, `/deliveries/${againId}`)
      return showDelivery(delivery, attempts.get(delivery.seq))
    },
  })
}

/** Finds a delivery that the caller may read: earlier subscriptions may have sent events beyond its scopes. */
async function reachDelivery(
  context: Context,
  caller: Pick<WebhookCaller, 'owner' | 'scopes'>,
  ...[webhookId, id]: [string, string]
): Promise<DeliveryEntry> {
  await reachWebhook(context, caller, webhookId)
  const delivery = await mustFindDelivery(context, caller.owner, webhookId, id)
  needEvents(
    caller.scopes,
    VENDOR_EVENTS.filter((event) => event === delivery.event.name),
  )
  return delivery
}

async function mustFindDelivery(
  { store }: Context,
  { hotelId, vendorId = null }: WebhookOwner,
  ...[webhookId, id]: [string, string]
) {
  const ofVendor = ownerOf({ hotelId, vendorId })
  const delivery = await findDelivery(store, { webhookId, id, ofVendor })
  if (!delivery) throw noDelivery()
  return delivery
}

/** Finds a hotel to name in an example for a vendor; undefined if none is connected. */
async function someHotel(context: Context, { vendorId }: WebhookOwner): Promise<Hotel | undefined> {
  const [first] = vendorId ? await listConnectionsOf(context.store, vendorId) : []
  return first && (await context.hotelOf(first.hotelId)).hotel
}

async function showWithBody({ store }: Context, delivery: DeliveryEntry) {
  const attempts = await listAttempts(store, [delivery.seq])
  const body = await findBody(store, delivery.outboxSeq)
  return showWholeDelivery(delivery, attempts.get(delivery.seq), body)
}
