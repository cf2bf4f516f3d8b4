import { Type } from 'typebox'
import { ATTEMPT_ERRORS, EVENTS } from '../../domain/webhook.ts'
import { nullable, words } from '../docs.ts'

const text = Type.String()
const Instant = Type.String({ format: 'date-time' })
const instant = (description: string) => nullable(Type.String({ format: 'date-time', description }))

/** An endpoint as it is shown. */
export const WebhookSchema = Type.Object({
  id: text,
  url: text,
  description: text,
  events: Type.Array(words(...EVENTS)),
  active: Type.Boolean(),
  offReason: nullable(
    Type.String({
      description:
        '`manual`: somebody switched it off; `gone`: it answered 410; `failing`: nothing arrived for five days.',
    }),
  ),
  offAt: nullable(Instant),
  apiKeyId: nullable(
    Type.String({ description: 'The API key it belongs to, of whose own pushes it is not told.' }),
  ),
  failingSince: instant('The first failure since the last success.'),
  lastSuccessAt: nullable(Instant),
  lastAttemptAt: nullable(Instant),
  previousSecretExpiresAt: instant('Until then the secret before the present one signs too.'),
  pending: Type.Integer({ description: 'Deliveries on their way or waiting.' }),
  oldestPendingAt: nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})

/** An endpoint with its secret, which is shown this once. */
export const WebhookSecretSchema = Type.Object({
  ...WebhookSchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
})

const attempt = {
  number: Type.Integer(),
  at: Instant,
  durationMs: Type.Integer(),
  status: nullable(Type.Integer({ description: 'What the receiver answered.' })),
  error: nullable(
    Type.String({
      description: `What went wrong: ${ATTEMPT_ERRORS.map((error) => `\`${error}\``).join(', ')}; null: a 2xx answer.`,
    }),
  ),
  detail: nullable(text),
  nextAttemptAt: instant('When it was to be tried again.'),
}
const delivery = {
  id: text,
  eventId: Type.String({ description: 'The `webhook-id` header, the same in every delivery.' }),
  event: text,
  bookingCode: nullable(text),
  revision: nullable(Type.Integer()),
  cause: words('event', 'test', 'redelivery', 'replay'),
  state: words('pending', 'delivered', 'failed'),
  createdAt: Instant,
  nextAttemptAt: instant(
    'Null: finished, under way, or waiting for an earlier delivery of the same booking.',
  ),
  finishedAt: nullable(Instant),
}

/** A delivery as lists show it. */
export const DeliverySchema = Type.Object({
  ...delivery,
  attempts: Type.Array(Type.Object(attempt)),
})

/** A delivery with all there is to know. */
export const WholeDeliverySchema = Type.Object({
  ...delivery,
  attempts: Type.Array(
    Type.Object({
      ...attempt,
      headers: Type.Unsafe({ type: 'object', additionalProperties: { type: 'string' } }),
      answer: nullable(Type.String({ description: 'The beginning of the answer, 1 KiB.' })),
    }),
  ),
  body: Type.String({ description: 'The exact text that is sent and signed.' }),
})

/** An endpoint that has just been made. */
export const webhookExample = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  url: 'https://pms.example.com/roomwire',
  description: 'PMS',
  events: ['booking.confirmed', 'booking.modified', 'booking.cancelled'],
  active: true,
  offReason: null,
  offAt: null,
  apiKeyId: '0198c0de-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
  failingSince: null,
  lastSuccessAt: null,
  lastAttemptAt: null,
  previousSecretExpiresAt: null,
  pending: 0,
  oldestPendingAt: null,
  createdAt: '2026-11-21T09:55:00.000Z',
  updatedAt: '2026-11-21T09:55:00.000Z',
}

/** A secret of the right form that nobody has. */
export const secretExample = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

/** A delivery whose first attempt failed. */
export const deliveryExample = {
  id: '0198c0de-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  eventId: '0198c0de-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
  event: 'booking.confirmed',
  bookingCode: 'K7MPQ2XW9R',
  revision: 1,
  cause: 'event',
  state: 'pending',
  createdAt: '2026-11-21T09:56:00.000Z',
  nextAttemptAt: '2026-11-21T09:56:05.310Z',
  finishedAt: null,
  attempts: [
    {
      number: 1,
      at: '2026-11-21T09:56:00.012Z',
      durationMs: 42,
      status: 503,
      error: 'status',
      detail: 'The receiver answered 503.',
      nextAttemptAt: '2026-11-21T09:56:05.310Z',
    },
  ],
}
