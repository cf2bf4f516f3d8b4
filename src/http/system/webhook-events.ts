import { ATTEMPTS_MAX, EXCHANGE_MS_MAX } from '../../domain/kernel/limits.ts'
import { retrySchedule } from '../../domain/kernel/retry.ts'
import { FAILING_MS_MAX } from '../../domain/webhooks/webhook.ts'
import { toOpenApi } from '../api/schema.ts'
import { EVENT_BODIES, EXAMPLE_AT, EXAMPLE_ID, WebhookEventSchema } from '../webhooks/event.ts'

const ANSWER_SECONDS_MAX = EXCHANGE_MS_MAX / 1_000
const FAILING_DAYS_MAX = FAILING_MS_MAX / (24 * 60 * 60 * 1_000)

/** The rules for webhook receivers, in the document's description: verify, answer, deduplicate, order. */
export const RECEIVER_RULES = `For partners: signed events to your address, in order, at least once.

**Request**: a \`POST\` with the body \`{event, data, id, createdAt, hotelSlug}\` and the headers below; bodies and examples of every event are under *Schemas* (\`Event…\`) and in the document as \`x-webhooks\`.

**Verify first**, over the raw bytes of the body, with a constant-time comparison; either signature is enough:
- \`x-<brand>-signature\`: hex HMAC-SHA256 of the body, keyed by the whole secret, including \`whsec_\`;
- [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` is \`v1,\` and the base64 HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, keyed by the base64-decoded part of the secret after \`whsec_\`. During a rotation's overlap there are two, separated by a space. Public libraries verify it; they also refuse a \`webhook-timestamp\` more than five minutes off, which prevents replay attacks.

**Answer** any 2xx within ${ANSWER_SECONDS_MAX} seconds, and do the work afterwards. Any other answer is a failure, including redirects. Retries come after ${retrySchedule()} (±10 %, or your longer \`Retry-After\`): ${ATTEMPTS_MAX} attempts. \`410\` switches the webhook off, and so do ${FAILING_DAYS_MAX} days without a success.

**Deduplicate by \`webhook-id\`**: after a lost answer, a redelivery or a replay an event is sent again with the same id, but another \`x-<brand>-attempt\` and timestamp.

**Order**: events of one booking arrive in sequence by \`revision\`; those of different bookings arrive in parallel. After a redelivery or a replay an older revision may follow a newer one: keep the highest.`

const responses = {
  '2XX': { description: 'Accepted.' },
  '410': { description: 'Switches the webhook off.' },
}

/** The events of a webhook, as a callback of the operation that creates it. */
export const WEBHOOK_CALLBACK = {
  '{$request.body#/url}': {
    post: {
      operationId: 'receiveWebhookEvent',
      summary: 'An event',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toOpenApi(WebhookEventSchema) } },
      },
      responses,
    },
  },
}

/** Describes the events like OpenAPI 3.1 webhooks, under the extension name for 3.0 documents. */
export function describeEvents(brand: string) {
  const headers: Record<string, string> = {
    [`x-${brand}-signature`]: 'b7e0ad…',
    [`x-${brand}-event`]: 'booking.confirmed',
    [`x-${brand}-attempt`]: '1',
    'webhook-id': EXAMPLE_ID,
    'webhook-timestamp': String(Date.parse(EXAMPLE_AT) / 1_000),
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }
  const parameters = Object.entries(headers).map(([name, example]) => {
    return { name, in: 'header', required: true, schema: { type: 'string' }, example }
  })
  return Object.fromEntries(
    EVENT_BODIES.map(({ event, when, schema, example }) => {
      const content = { 'application/json': { schema: toOpenApi(schema), example } }
      const requestBody = { required: true, content }
      const about = { summary: event, description: when, tags: ['Webhooks'], security: [] }
      const operationId = `receive${schema.$id}`
      return [event, { post: { operationId, ...about, parameters, requestBody, responses } }]
    }),
  )
}
