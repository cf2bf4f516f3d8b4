import { ATTEMPTS_MAX, EXCHANGE_MS_MAX } from '../../domain/kernel/limits.ts'
import { retrySchedule } from '../../domain/kernel/retry.ts'
import { FAILING_MS_MAX } from '../../domain/webhooks/webhook.ts'
import { toOpenApi } from '../api/schema.ts'
import { EVENT_BODIES, EXAMPLE_AT, EXAMPLE_ID, WebhookEventSchema } from '../webhooks/event.ts'

const ANSWER_SECONDS_MAX = EXCHANGE_MS_MAX / 1_000
const FAILING_DAYS_MAX = FAILING_MS_MAX / (24 * 60 * 60 * 1_000)

/** What receivers should know, for the page. */
export const RECEIVER_RULES = `For partners: events sent to an address of yours, signed, in order, at least once.

**Request**: a \`POST\` with the body \`{event, data, id, createdAt, hotelSlug}\` and the headers below; bodies and examples of every event are under *Schemas* (\`Event…\`) and in the document as \`x-webhooks\`.

**Verify before anything else**, over the raw bytes of the body, with a comparison in constant time; either of the two will do:
- \`x-<brand>-signature\`: hex HMAC-SHA256 of the body, keyed by the secret as it is shown, \`whsec_\` and all;
- [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` is \`v1,\` and the base64 HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, keyed by the bytes that the part of the secret after \`whsec_\` stands for in base64. While a rotation overlaps there are two, with a space between. Its public libraries verify it; they also refuse a \`webhook-timestamp\` more than five minutes off, which keeps an old request from being sent to you again by somebody else.

**Answer** any 2xx within ${ANSWER_SECONDS_MAX} seconds, and do the work afterwards. Anything else is a failure, a redirect too. Retries come after ${retrySchedule()} (±10 %, or your longer \`Retry-After\`): ${ATTEMPTS_MAX} attempts. \`410\` switches the webhook off, and so do ${FAILING_DAYS_MAX} days without a success.

**Deduplicate by \`webhook-id\`**: an answer that is lost on its way makes us send again, and so do a redelivery and a replay; the id stays the same, \`x-<brand>-attempt\` and the timestamp do not.

**Order**: events of one booking come one after another by \`revision\`; those of different bookings come side by side. After a redelivery or a replay an older revision may come after a newer one: keep the highest.`

const responses = {
  '2XX': { description: 'Taken.' },
  '410': { description: 'Switches the webhook off.' },
}

/** What is sent to the address of a webhook, as a callback of the operation that makes it. */
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

/** The events as OpenAPI 3.1 describes webhooks, under the name that documents of 3.0 use for it. */
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
