import { Type } from 'typebox'
import { WEBHOOKS_MAX } from '../../domain/limits.ts'
import { BODY_ERRORS, staffOperation } from '../catalog/admin-docs-schemas.ts'
import { type describeOperation, nullable, partnerOperation } from '../docs.ts'
import type { Side } from '../doors/webhook-door.ts'
import { exampleDay } from '../example-day.ts'
import { pageOf } from '../shapes/schema.ts'
import {
  DeliverySchema,
  deliveryExample,
  secretExample,
  WebhookSchema,
  WebhookSecretSchema,
  WholeDeliverySchema,
  webhookExample,
} from './webhook-docs-schemas.ts'
import { PanelWebhookBody, ReplayBody, WebhookBody, WebhookPatch } from './webhook-schemas.ts'

type Operation = Parameters<typeof describeOperation>[0]

const webhook = { description: 'The webhook.', schema: WebhookSchema, example: webhookExample }
const withSecret = {
  schema: WebhookSecretSchema,
  example: { ...webhookExample, secret: secretExample },
}
const whole = { schema: WholeDeliverySchema, headers: ['Location' as const] }
const url = 'https://pms.example.com/roomwire'
/** Within the days that events are kept; a whole day's, so that the document is the same wherever it is asked for. */
const yesterday = `${exampleDay(-1)}T00:00:00.000Z`
/** As `PanelWebhookPatch`; OpenAPI 3.0 has no type for null. */
const PanelPatchSchema = Type.Partial(
  Type.Object({
    ...PanelWebhookBody.properties,
    apiKeyId: nullable(Type.String({ description: 'null: the webhook belongs to no key.' })),
  }),
)

/** The operations on endpoints as OpenAPI describes them, for one side. */
export function webhookDocs(side: Side) {
  const isPanel = side === 'panel'
  const operation = (id: string, { errors, ...rest }: Omit<Operation, 'id' | 'tag'>) => {
    if (!isPanel) return partnerOperation({ id, tag: 'Webhooks', errors, ...rest })
    const own = id.replace('Webhook', 'PanelWebhook')
    // Any call of the panel may name a hotel that is not theirs, or none where one must be named.
    const all = [...new Set([...errors, 'not_found' as const, 'validation_failed' as const])]
    return staffOperation({ id: own, tag: 'Panel', errors: all, ...rest })
  }
  return {
    list: operation('listWebhooks', {
      summary: 'Webhooks of the hotel',
      description: 'In the order they were made; never their secrets.',
      answers: {
        200: {
          description: 'All of them.',
          schema: pageOf(WebhookSchema),
          example: { items: [webhookExample], nextCursor: null },
        },
      },
      // A parameter that is sent all the same is refused.
      errors: ['validation_failed'],
    }),
    create: operation('createWebhook', {
      summary: 'Make a webhook',
      description: `\`secret\` signs every event: it is shown this once. At most ${WEBHOOKS_MAX} a hotel, one for each address. An address must be https and public; its name is looked up, and one that leads to a private network is \`blocked_target\`, here and again before each attempt; the demo takes loopback too, also with http, while it listens there. ${isPanel ? 'One that belongs to no API key is told of no push of a partner.' : 'It belongs to the key it is made with: `availability.changed` is not sent to it for pushes of that key.'}`,
      body: {
        schema: isPanel ? PanelWebhookBody : WebhookBody,
        examples: {
          'Everything about bookings': { url },
          'Some events': {
            url,
            description: 'PMS',
            events: ['booking.confirmed', 'booking.cancelled', 'availability.changed'],
          },
        },
      },
      answers: {
        201: { description: 'The webhook with its secret.', headers: ['Location'], ...withSecret },
      },
      errors: [...BODY_ERRORS, 'already_exists'],
    }),
    read: operation('getWebhook', {
      summary: 'One webhook',
      answers: { 200: webhook },
      errors: ['not_found'],
    }),
    change: operation('changeWebhook', {
      summary: 'Change a webhook',
      description:
        'What is left out stays. What happens while it is off (`active: false`) waits, up to 30 days; switched on again, it is not failing any more and what waits is tried at once, in order. The same with another address, which all that waits goes to.',
      body: {
        schema: isPanel ? PanelPatchSchema : WebhookPatch,
        examples: { 'Switch on again': { active: true } },
      },
      answers: { 200: webhook },
      errors: [...BODY_ERRORS, 'not_found', 'already_exists'],
    }),
    remove: operation('deleteWebhook', {
      summary: 'Delete a webhook',
      description: 'What waits for it is given up.',
      answers: { 204: { description: 'Deleted.' } },
      errors: ['not_found'],
    }),
    rotate: operation('rotateWebhookSecret', {
      summary: 'Change the secret',
      description:
        'The new `secret` is shown this once and signs from now on. For 24 hours `webhook-signature` has a signature by the one before it, too; a rotation within that time ends it. The bare digest is by the new one alone.',
      answers: { 200: { description: 'The webhook with its new secret.', ...withSecret } },
      errors: ['not_found'],
    }),
    test: operation('testWebhook', {
      summary: 'Send a ping',
      description:
        'Sends `ping` at once, also to one that is off, a single time, and waits for what comes of it, at most 12 seconds. The attempt has the status, the error and the beginning of the answer.',
      answers: {
        200: { description: 'It ended: `state` says how.', ...whole },
        202: { description: 'It has not ended yet: see the delivery.', ...whole },
      },
      errors: ['not_found'],
    }),
    deliveries: operation('listWebhookDeliveries', {
      summary: 'What was sent, newest first',
      description:
        'Each delivery of 30 days with its attempts; filtered by `state`, `event`, `bookingCode`. Where a filter finds little a page may be short, empty even, and have a `nextCursor` all the same.',
      answers: {
        200: {
          description: 'A page.',
          schema: pageOf(DeliverySchema),
          example: { items: [deliveryExample], nextCursor: null },
        },
      },
      errors: ['not_found', 'validation_failed'],
    }),
    delivery: operation('getWebhookDelivery', {
      summary: 'A delivery with what was sent and answered',
      answers: { 200: { description: 'The delivery.', schema: WholeDeliverySchema } },
      errors: ['not_found'],
    }),
    redeliver: operation('redeliverWebhook', {
      summary: 'Send a delivery again',
      description:
        'One that waits for its next attempt is tried now (or the one of its booking that it waits for); of a finished one there is another, of the same event: `eventId` stays. To a webhook that is off it goes when that is switched on.',
      answers: {
        202: {
          description: 'The delivery that is on its way.',
          headers: ['Location'],
          schema: DeliverySchema,
          example: deliveryExample,
        },
      },
      errors: ['not_found'],
    }),
    replay: operation('replayWebhook', {
      summary: 'Send everything since an instant again',
      description:
        'Every event of the hotel since then that this webhook wants, in order, save those on their way to it already. Events are kept 90 days; `from` is where it began.',
      body: { schema: ReplayBody, examples: { 'Since yesterday': { since: yesterday } } },
      answers: {
        202: {
          description: 'How many deliveries were queued.',
          schema: Type.Object({
            queued: Type.Integer(),
            since: Type.String({ format: 'date-time' }),
            from: Type.String({ format: 'date-time' }),
          }),
          example: {
            queued: 42,
            since: yesterday,
            from: yesterday,
          },
        },
      },
      errors: [...BODY_ERRORS, 'not_found'],
    }),
  }
}
