import { Type } from 'typebox'
import { mayReadEvents, needEvents } from '../../domain/accounts/scope.ts'
import { URL_LENGTH_MAX, WEBHOOKS_MAX } from '../../domain/kernel/limits.ts'
import { EVENTS, EVENTS_DEFAULT } from '../../domain/webhooks/webhook.ts'
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
import { reachWebhook, type Side, webhookAddress, webhookDoor } from '../doors/webhook-caller.ts'
import { addDeliveries, WEBHOOK_RIGHTS, type WebhookRoutes } from './webhook-deliveries.ts'
import { NewWebhookSchema, showWebhook, WebhookSchema } from './webhook-shape.ts'

const url = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH_MAX,
  description:
    'Target of the events: https, public address, no user, no fragment. Unique within the hotel.',
})
const settings = {
  description: prose(200),
  events: named(
    'WebhookEvents',
    Type.Array(Type.String({ enum: [...EVENTS] }), {
      minItems: 1,
      maxItems: EVENTS.length,
      description: `Default: ${EVENTS_DEFAULT.join(', ')}.`,
    }),
  ),
  active: Type.Boolean({ description: 'If false, events wait.' }),
}
const keyId = Type.String({
  description: 'API key of the webhook, whose own pushes it does not get.',
})
const Optionals = Type.Partial(Type.Object(settings)).properties
/** Bodies of a new webhook: the panel may name its API key; a partner's is its own. */
const NEW = {
  partner: strictObject({ url, ...Optionals }),
  panel: strictObject({ url, ...Optionals, apiKeyId: Type.Optional(keyId) }),
}
const CHANGES = {
  partner: Type.Partial(strictObject({ url, ...settings })),
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
const EXAMPLE_URL = 'https://pms.example.com/roomwire'

/**
 * Adds the webhook operations (contract §2, §5): the same routes for partners and for the panel, which may choose the
 * API key of a webhook.
 */
export function webhookRoutes(context: Context, side: Side) {
  const isPanel = side === 'panel'
  const { app, route } = routes(
    `/v1/${side}/webhooks`,
    webhookDoor(context, side),
    isPanel ? 'Panel' : 'Webhooks',
  )
  const idOf = (id: string) => (isPanel ? id.replace('Webhook', 'PanelWebhook') : id)
  const to = { context, side, route, idOf }
  addLists(to)
  addOne(to)
  addDeliveries(to)
  return app
}

function addLists({ context, side, route, idOf }: WebhookRoutes): void {
  const { store } = context

  route('GET', '', {
    id: idOf('listWebhooks'),
    ...WEBHOOK_RIGHTS,
    summary: 'Webhooks of the hotel',
    description: `Oldest first, without secrets.${side === 'partner' ? ` A vendor sees only its own, which end with its connection; the hotel's keys do not see them. ${READABLE}` : ''}`,
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
    ...WEBHOOK_RIGHTS,
    summary: 'Create a webhook',
    description: `\`secret\` signs every event and is shown only once. At most ${WEBHOOKS_MAX} per hotel, and as many per vendor, one per address. An address must be https and outside private networks (\`blocked_target\`); its name is resolved before each attempt, which fails as \`unreachable\` if it does not resolve or resolves to a private network. The demo also accepts loopback, with http too, while it listens there. ${side === 'panel' ? 'A webhook without an API key gets no pushes of partners.' : `It belongs to the calling key: \`availability.changed\` is not sent for pushes of that key. ${READABLE}`}`,
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
      needEvents(scopes, knownEvents(body.events ?? EVENTS_DEFAULT))
      const own = keyId === null ? {} : { apiKeyId: keyId }
      const settings = { ...body, ...own, ...owner, url: body.url }
      const { webhook, secret } = await createWebhook(context, actor, settings)
      set.headers.location = webhookAddress(side, { hotel, owner }, webhook.id)
      set.headers['cache-control'] = 'no-store'
      return { ...(await show(context, side, webhook)), secret }
    },
  })
}

function addOne({ context, side, route, idOf }: WebhookRoutes): void {
  const webhook = { says: 'The webhook.', answer: WebhookSchema }

  route('GET', '/:id', {
    id: idOf('getWebhook'),
    ...WEBHOOK_RIGHTS,
    summary: 'One webhook',
    ...webhook,
    handle: async ({ owner, scopes, params: { id } }) =>
      await show(context, side, await reachWebhook(context, { owner, scopes }, id)),
  })

  route('PATCH', '/:id', {
    id: idOf('changeWebhook'),
    stepUpIf: 'webhook_address',
    ...WEBHOOK_RIGHTS,
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
    ...WEBHOOK_RIGHTS,
    summary: 'Delete a webhook',
    description: 'Its backlog is discarded.',
    says: 'Deleted.',
    handle: async ({ owner, actor, scopes, params: { id } }) =>
      await removeWebhook(context, actor, await reachWebhook(context, { owner, scopes }, id)),
  })

  route('POST', '/:id/rotate-secret', {
    id: idOf('rotateWebhookSecret'),
    stepUp: 'secret',
    ...WEBHOOK_RIGHTS,
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
const knownEvents = (events: readonly string[]) => EVENTS.filter((event) => events.includes(event))

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
