import { Type } from 'typebox'
import { mayReadEvents, needEvents } from '../../domain/accounts/scope.ts'
import { URL_LENGTH_MAX, WEBHOOKS_MAX } from '../../domain/kernel/limits.ts'
import {
  EVENTS,
  EVENTS_DEFAULT,
  type EventName,
  VENDOR_EVENTS,
  VENDOR_EVENTS_DEFAULT,
} from '../../domain/webhooks/webhook.ts'
import { changeWebhook, rotateSecret } from '../../service/webhooks/change-webhook.ts'
import { createWebhook } from '../../service/webhooks/create-webhook.ts'
import { removeWebhook } from '../../service/webhooks/end-webhooks.ts'
import { hasBookingsWaiting } from '../../store/webhooks/deliveries.ts'
import { listBacklogs, listWebhooks, type Webhook } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import { type Makers, makersOf } from '../api/maker-shape.ts'
import { routes } from '../api/route.ts'
import { named, nullable, pageOf } from '../api/schema.ts'
import { prose, strictObject } from '../api/texts.ts'
import {
  reachWebhook,
  type Side,
  WEBHOOKS_OF,
  webhookAddress,
  webhookDoor,
} from '../doors/webhook-caller.ts'
import { addDeliveries } from './webhook-deliveries.ts'
import { NewWebhookSchema, showWebhook, WebhookSchema } from './webhook-shape.ts'
import { WEBHOOK_RIGHTS, type WebhookRoutes } from './webhook-side.ts'

const url = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH_MAX,
  description:
    'Target of the events: https, public address, no user, no fragment. Unique within the hotel.',
})
const eventList = (name: string, events: readonly EventName[], byDefault: readonly EventName[]) =>
  named(
    name,
    Type.Array(Type.String({ enum: [...events] }), {
      minItems: 1,
      maxItems: events.length,
      description: `Default: ${byDefault.join(', ')}.`,
    }),
  )
const settings = {
  description: prose(200),
  events: eventList('WebhookEvents', EVENTS, EVENTS_DEFAULT),
  active: Type.Boolean({ description: 'If false, events wait.' }),
}
const vendorSettings = {
  ...settings,
  events: eventList('VendorWebhookEvents', VENDOR_EVENTS, VENDOR_EVENTS_DEFAULT),
}
const keyId = Type.String({
  description: 'API key of the webhook, whose own pushes it does not get.',
})
const Optionals = Type.Partial(Type.Object(settings)).properties
const VendorOptionals = Type.Partial(Type.Object(vendorSettings)).properties
/** Bodies of a new webhook: the panel may name its API key; a partner's is its own. */
const NEW = {
  partner: strictObject({ url, ...Optionals }),
  panel: strictObject({ url, ...Optionals, apiKeyId: Type.Optional(keyId) }),
  vendor: strictObject({ url, ...VendorOptionals }),
}
const CHANGES = {
  partner: Type.Partial(strictObject({ url, ...settings })),
  vendor: Type.Partial(strictObject({ url, ...vendorSettings })),
  panel: Type.Partial(
    strictObject({
      url,
      ...settings,
      apiKeyId: nullable(keyId, 'null: the webhook belongs to no key.'),
    }),
  ),
}
const READABLE =
  'A key manages only webhooks whose events it may read: booking events with `bookings:read`, `availability.changed` with `availability:read`.'
const OF_VENDOR =
  ' A vendor’s own webhooks get the events of every connected hotel whose connection has the scope `webhooks` and the event’s own; `hotelSlug` names the hotel. They go in order for each booking. When a hotel leaves, what waits of it is cancelled and its deliveries are hidden; `hotel.connected` and `hotel.disconnected` are always sent.'
/** Whose pushes a webhook is not told of. */
const ECHO: Record<Side, string> = {
  panel: 'A webhook without an API key gets no pushes of partners.',
  partner: `It belongs to the calling key: \`availability.changed\` is not sent for pushes of that key. ${READABLE}`,
  vendor: 'It is not told of the vendor’s own pushes.',
}
const EXAMPLE_URL = 'https://pms.example.com/roomwire'

/** What each side adds to the ids of operations. */
const ID_PARTS: Record<Side, string> = { partner: '', panel: 'Panel', vendor: 'Vendor' }

/**
 * Adds the webhook operations (contract §2, §5): the same routes for partners, for the panel, which may choose the API
 * key of a webhook, and for vendors, whose own webhooks receive the events of all their hotels.
 */
export function webhookRoutes(context: Context, side: Side) {
  const { app, route } = routes(
    WEBHOOKS_OF[side],
    webhookDoor(context, side),
    side === 'panel' ? 'Panel' : 'Webhooks',
  )
  const idOf = (id: string) => id.replace('Webhook', `${ID_PARTS[side]}Webhook`)
  const rights = WEBHOOK_RIGHTS[side]
  const to = { context, side, route, rights, idOf }
  addLists(to)
  addOne(to)
  addDeliveries(to)
  return app
}

function addLists({ context, side, route, rights, idOf }: WebhookRoutes): void {
  const { store } = context

  route('GET', '', {
    id: idOf('listWebhooks'),
    ...rights,
    summary: side === 'vendor' ? 'Webhooks of the vendor' : 'Webhooks of the hotel',
    description: `Oldest first, without secrets.${side === 'partner' ? ` A vendor sees only those of its connection, which end with it; the hotel's keys do not see them. ${READABLE}` : ''}${side === 'vendor' ? OF_VENDOR : ''}`,
    says: 'The webhooks.',
    answer: pageOf(WebhookSchema),
    handle: async ({ owner, scopes }) => {
      const all = await listWebhooks(store, owner)
      const webhooks = all.filter(({ events }) => mayReadEvents(scopes, events))
      return { items: await showAll(context, side, webhooks), nextCursor: null }
    },
  })

  route('POST', '', {
    id: idOf('createWebhook'),
    stepUp: 'webhook',
    ...rights,
    summary: 'Create a webhook',
    description: `\`secret\` signs every event and is shown only once. At most ${WEBHOOKS_MAX} ${side === 'vendor' ? '' : 'per hotel, and as many per vendor, '}one per address. An address must be https and outside private networks (\`blocked_target\`); its name is resolved before each attempt, which fails as \`unreachable\` if it does not resolve or resolves to a private network. The demo also accepts loopback, with http too, while it listens there. ${ECHO[side]}`,
    body: NEW[side],
    examples: {
      'Everything about bookings': { url: EXAMPLE_URL },
      'Some events': {
        url: EXAMPLE_URL,
        description: 'PMS',
        events: ['booking.confirmed', 'booking.cancelled', 'availability.changed'],
      },
    },
    callbacks: { event: { $ref: '#/components/callbacks/WebhookEvent' } },
    status: 201,
    says: 'The webhook with its secret.',
    answer: NewWebhookSchema,
    headers: ['Location'],
    errors: ['already_exists'],
    handle: async ({ hotel, owner, actor, keyId, scopes, body, set }) => {
      needEvents(scopes, knownEvents(body.events ?? []))
      if (!body.events) needEvents(scopes, EVENTS_DEFAULT)
      const own = keyId === null ? {} : { apiKeyId: keyId }
      const settings = { ...body, ...own, ...owner, url: body.url }
      const { webhook, secret } = await createWebhook(context, actor, settings)
      set.headers.location = webhookAddress(side, { hotel, owner }, webhook.id)
      set.headers['cache-control'] = 'no-store'
      return { ...(await show(context, side, webhook)), secret }
    },
  })
}

function addOne({ context, side, route, rights, idOf }: WebhookRoutes): void {
  const webhook = { says: 'The webhook.', answer: WebhookSchema }

  route('GET', '/:id', {
    id: idOf('getWebhook'),
    ...rights,
    summary: 'One webhook',
    ...webhook,
    handle: async ({ owner, scopes, params: { id } }) =>
      await show(context, side, await reachWebhook(context, { owner, scopes }, id)),
  })

  route('PATCH', '/:id', {
    id: idOf('changeWebhook'),
    stepUpIf: 'webhook_address',
    ...rights,
    summary: 'Change a webhook',
    description:
      'Absent fields stay. While it is inactive (`active: false`) events wait, up to 30 days; reactivation clears its failures and tries the backlog at once, in order. A new address does the same and gets the whole backlog.',
    body: CHANGES[side],
    examples: { Reactivate: { active: true } },
    ...webhook,
    errors: ['already_exists'],
    handle: async ({ owner, actor, scopes, body, params: { id }, needStepUp }) => {
      const webhook = await reachWebhook(context, { owner, scopes }, id)
      if (body.url !== undefined && body.url !== webhook.url) needStepUp('webhook_address')
      needEvents(scopes, knownEvents(body.events ?? []))
      // Booking events queued before the panel changed the subscription would go to the new address.
      if (body.url !== undefined && (await hasBookingsWaiting(context.store, id)))
        needEvents(scopes, EVENTS_DEFAULT)
      return await show(context, side, await changeWebhook(context, actor, webhook, body))
    },
  })

  route('DELETE', '/:id', {
    id: idOf('deleteWebhook'),
    ...rights,
    summary: 'Delete a webhook',
    description: 'Its backlog is discarded.',
    says: 'Deleted.',
    handle: async ({ owner, actor, scopes, params: { id } }) =>
      await removeWebhook(context, actor, await reachWebhook(context, { owner, scopes }, id)),
  })

  route('POST', '/:id/rotate-secret', {
    id: idOf('rotateWebhookSecret'),
    stepUp: 'secret',
    ...rights,
    summary: 'Rotate the secret',
    description:
      'The new `secret` is shown only once and signs from now on. For 24 hours `webhook-signature` also has a signature by the previous secret; another rotation ends it. The bare digest uses the new secret alone.',
    says: 'The webhook with its new secret.',
    answer: NewWebhookSchema,
    handle: async ({ owner, actor, scopes, params: { id }, set }) => {
      const place = await reachWebhook(context, { owner, scopes }, id)
      const { webhook, secret } = await rotateSecret(context, actor, place)
      set.headers['cache-control'] = 'no-store'
      return { ...(await show(context, side, webhook)), secret }
    },
  })
}

/** Returns the known events among some names; `createWebhook` and `changeWebhook` refuse the others. */
const knownEvents = (events: readonly string[]) =>
  VENDOR_EVENTS.filter((event) => events.includes(event))

const show = async (context: Context, side: Side, webhook: Webhook) =>
  (await showAll(context, side, [webhook]))[0]!

async function showAll(context: Context, side: Side, webhooks: readonly Webhook[]) {
  const backlogs = await listBacklogs(
    context.store,
    webhooks.map(({ id }) => id),
  )
  // Partners see the hotel's staff as ids.
  const makers: Makers = side === 'panel' ? await makersOf(context, webhooks) : new Map()
  return webhooks.map((each) =>
    showWebhook(each, { backlog: backlogs.get(each.id), makers, nowMs: context.nowMs() }),
  )
}
