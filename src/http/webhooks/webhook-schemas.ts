import { Type } from 'typebox'
import { URL_LENGTH_MAX } from '../../domain/limits.ts'
import { EVENTS, EVENTS_DEFAULT } from '../../domain/webhook.ts'
import { prose } from '../request/texts.ts'

const strict = { additionalProperties: false }
const optional = Type.Optional

const url = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH_MAX,
  description:
    'Where events are sent: https, a public address, no user, no fragment. Unique within the hotel.',
})
const events = Type.Array(Type.String({ enum: [...EVENTS] }), {
  minItems: 1,
  maxItems: EVENTS.length,
  description: `Which events; unless said otherwise ${EVENTS_DEFAULT.join(', ')}.`,
})
const description = prose(200)
const active = Type.Boolean({ description: 'Whether events are sent; what is not, waits.' })
/** The key that an endpoint belongs to, as the panel says it. */
const keyId = Type.String({
  description: 'The API key it belongs to, of whose own pushes it is not told.',
})

/** Body of `POST /v1/partner/webhooks`. */
export const WebhookBody = Type.Object(
  {
    url,
    description: optional(description),
    events: optional(events),
    active: optional(active),
  },
  strict,
)
/** Body of `PATCH /v1/partner/webhooks/:id`. */
export const WebhookPatch = Type.Partial(WebhookBody, strict)

/** Body of `POST /v1/panel/webhooks`. */
export const PanelWebhookBody = Type.Object(
  { ...WebhookBody.properties, apiKeyId: optional(keyId) },
  strict,
)
/** Body of `PATCH /v1/panel/webhooks/:id`; null: the endpoint belongs to no key. */
export const PanelWebhookPatch = Type.Partial(
  Type.Object({ ...WebhookBody.properties, apiKeyId: Type.Union([Type.Null(), keyId]) }),
  strict,
)

/** Body of `POST …/webhooks/:id/replay`. */
export const ReplayBody = Type.Object(
  {
    since: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?(Z|[+-]\\d{2}:\\d{2})$',
      description: 'an instant (RFC 3339)',
    }),
  },
  strict,
)
