import { Type } from 'typebox'
import { needEvents } from '../../domain/accounts/scope.ts'
import { instantText } from '../../domain/kernel/date.ts'
import { EXCHANGE_MS_MAX } from '../../domain/kernel/limits.ts'
import { DELIVERY_STATES, EVENTS } from '../../domain/webhooks/webhook.ts'
import {
  noDelivery,
  readTestEvent,
  redeliver,
  replayEvents,
  testWebhook,
} from '../../service/webhooks/webhook-deliveries.ts'
import { deliveryTopic } from '../../store/webhooks/deliveries.ts'
import {
  type DeliveryEntry,
  findBody,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../store/webhooks/delivery-lists.ts'
import type { Context } from '../api/context.ts'
import { cursorsOf } from '../api/cursor.ts'
import { exampleDay } from '../api/example-day.ts'
import { pollUntil } from '../api/long-poll.ts'
import { pageParameters } from '../api/paging.ts'
import { oneOf } from '../api/query.ts'
import type { AddRoute } from '../api/route.ts'
import { Instant, pageOf } from '../api/schema.ts'
import { InstantText, readInstant, strictObject } from '../api/texts.ts'
import {
  reachWebhook,
  type Side,
  type WebhookCaller,
  type WebhookNeeds,
  webhookAddress,
} from '../doors/webhook-caller.ts'
import {
  DeliverySchema,
  showDelivery,
  showWholeDelivery,
  WholeDeliverySchema,
} from './delivery-shape.ts'

/** What the operations of one side are made with. */
export type WebhookRoutes = {
  context: Context
  side: Side
  route: AddRoute<WebhookCaller, Record<never, never>, WebhookNeeds>
  /** The id of an operation: the panel has each once more. */
  idOf: (id: string) => string
}

/** What each operation of webhooks needs: of a key its scope, of a member of the hotel to own it. */
export const WEBHOOK_RIGHTS = { scope: 'webhooks', memberRole: 'owner' } satisfies WebhookNeeds

/** How long a test is waited for: as long as an exchange may take, and a little for its settling. */
const TEST_WAIT_MS = EXCHANGE_MS_MAX + 2_000

const TestBody = strictObject({
  event: Type.Optional(
    Type.String({
      enum: ['ping', ...EVENTS],
      description: 'What is sent; `ping` unless said otherwise.',
    }),
  ),
})
const ReplayBody = strictObject({ since: InstantText })
/** Within the days that events are kept; a whole day's, so that the document is the same wherever it is asked for. */
const yesterday = `${exampleDay(-1)}T00:00:00.000Z`

/** Adds the operations on what was sent to an endpoint, and on what is to be sent. */
export function addDeliveries(to: WebhookRoutes): void {
  addTestAndReplay(to)
  addDeliveryList(to)
  addDelivery(to)
}

function addTestAndReplay({ context, side, route, idOf }: WebhookRoutes): void {
  const { store, stopping } = context

  route('POST', '/:id/test', {
    id: idOf('testWebhook'),
    ...WEBHOOK_RIGHTS,
    summary: 'Send a ping, or an example',
    description:
      'Sends `ping`, or an example of an event, at once, also to one that is off or not told of it else, a single time, and waits for what comes of it, at most 12 seconds. The attempt has the status, the error and the beginning of the answer. An example is whole, in the name of the hotel; it has `test: true`, outside and in `data`, and codes that no booking can have.',
    body: TestBody,
    bodyIs: 'optional',
    examples: { 'A ping': {}, 'A new booking': { event: 'booking.confirmed' } },
    says: 'It ended: `state` says how.',
    answer: WholeDeliverySchema,
    headers: ['Location'],
    also: {
      202: {
        description: 'It has not ended yet: see the delivery.',
        schema: WholeDeliverySchema,
        headers: ['Location'],
      },
    },
    handle: async ({ hotel, owner, scopes, params: { id }, body, request, set }) => {
      await reachWebhook(context, { owner, scopes }, id)
      const event = readTestEvent(body.event)
      if (event !== 'ping') needEvents(scopes, [event])
      const deliveryId = await testWebhook(context, hotel, id, event)
      const delivery = await pollUntil(
        store,
        [deliveryTopic(deliveryId)],
        { waitMs: TEST_WAIT_MS, until: [request.signal, stopping] },
        () => mustFindDelivery(context, id, deliveryId),
        ({ state }) => state !== 'pending',
      )
      // It may have been taken away meanwhile, with the connection that it was of.
      await reachWebhook(context, { owner, scopes }, id)
      if (delivery.state === 'pending') set.status = 202
      set.headers.location = webhookAddress(side, { hotel, owner }, id, `/deliveries/${deliveryId}`)
      return await showWithBody(context, delivery)
    },
  })

  route('POST', '/:id/replay', {
    id: idOf('replayWebhook'),
    ...WEBHOOK_RIGHTS,
    summary: 'Send everything since an instant again',
    description:
      'Every event of the hotel since then that this webhook wants, in order, save those on their way to it already. Events are kept 90 days; `from` is where it began.',
    body: ReplayBody,
    examples: { 'Since yesterday': { since: yesterday } },
    status: 202,
    says: 'How many deliveries were queued.',
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

function addDeliveryList({ context, route, idOf }: WebhookRoutes): void {
  const { store } = context
  route('GET', '/:id/deliveries', {
    id: idOf('listWebhookDeliveries'),
    ...WEBHOOK_RIGHTS,
    summary: 'What was sent, newest first',
    description:
      'Each delivery of 30 days with its attempts; filtered by `state`, `event`, `bookingCode`. Where a filter finds little a page may be short, empty even, and have a `nextCursor` all the same.',
    query: {
      ...pageParameters(),
      state: Type.Optional(oneOf(...DELIVERY_STATES)),
      event: Type.Optional(oneOf(...EVENTS, 'ping')),
      bookingCode: Type.Optional(Type.String()),
    },
    says: 'A page.',
    answer: pageOf(DeliverySchema),
    handle: async ({ owner, scopes, params: { id }, query }) => {
      const { limit, cursor, state, event, bookingCode } = query
      const { id: webhookId } = await reachWebhook(context, { owner, scopes }, id)
      const filter = { webhookId, state, event, bookingCode: bookingCode?.toUpperCase() }
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

function addDelivery({ context, side, route, idOf }: WebhookRoutes): void {
  route('GET', '/:id/deliveries/:deliveryId', {
    isVisit: true,
    id: idOf('getWebhookDelivery'),
    ...WEBHOOK_RIGHTS,
    summary: 'A delivery with what was sent and answered',
    says: 'The delivery.',
    answer: WholeDeliverySchema,
    handle: async ({ owner, scopes, params: { id, deliveryId } }) =>
      await showWithBody(context, await reachDelivery(context, { owner, scopes }, id, deliveryId)),
  })

  route('POST', '/:id/deliveries/:deliveryId/redeliver', {
    id: idOf('redeliverWebhook'),
    ...WEBHOOK_RIGHTS,
    summary: 'Send a delivery again',
    description:
      'One that waits for its next attempt is tried now (or the one of its booking that it waits for); of a finished one there is another, of the same event: `eventId` stays. To a webhook that is off it goes when that is switched on.',
    status: 202,
    says: 'The delivery that is on its way.',
    answer: DeliverySchema,
    headers: ['Location'],
    handle: async ({ hotel, owner, scopes, params: { id, deliveryId }, set }) => {
      await reachDelivery(context, { owner, scopes }, id, deliveryId)
      const againId = await redeliver(context, { ...owner, id }, deliveryId)
      const delivery = await mustFindDelivery(context, id, againId)
      const attempts = await listAttempts(context.store, [delivery.seq])
      set.headers.location = webhookAddress(side, { hotel, owner }, id, `/deliveries/${againId}`)
      return showDelivery(delivery, attempts.get(delivery.seq))
    },
  })
}

/** A delivery of what its caller may read: the endpoint may have been told of something else before. */
async function reachDelivery(
  context: Context,
  caller: Pick<WebhookCaller, 'owner' | 'scopes'>,
  ...[webhookId, id]: [string, string]
): Promise<DeliveryEntry> {
  await reachWebhook(context, caller, webhookId)
  const delivery = await mustFindDelivery(context, webhookId, id)
  needEvents(
    caller.scopes,
    EVENTS.filter((event) => event === delivery.event.name),
  )
  return delivery
}

async function mustFindDelivery({ store }: Context, webhookId: string, id: string) {
  const delivery = await findDelivery(store, { webhookId, id })
  if (!delivery) throw noDelivery()
  return delivery
}

async function showWithBody({ store }: Context, delivery: DeliveryEntry) {
  const attempts = await listAttempts(store, [delivery.seq])
  const body = await findBody(store, delivery.outboxSeq)
  return showWholeDelivery(delivery, attempts.get(delivery.seq), body)
}
