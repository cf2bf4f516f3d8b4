import { type Static, Type } from 'typebox'
import { EVENTS, OFF_REASONS } from '../../domain/webhooks/webhook.ts'
import type { Backlog, Webhook } from '../../store/webhooks/webhooks.ts'
import { createdBy, type Makers, showMaker } from '../api/maker-shape.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'

const EXAMPLE = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  url: 'https://pms.example.com/roomwire',
  description: 'PMS',
  events: ['booking.confirmed', 'booking.modified', 'booking.cancelled'],
  active: true,
  offReason: null,
  offAt: null,
  apiKeyId: '0198c0de-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
  vendorId: null,
  createdBy: null,
  createdByKey: null,
  failingSince: null,
  lastSuccessAt: null,
  lastAttemptAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  previousSecretExpiresAt: null,
  pending: 0,
  oldestPendingAt: null,
  createdAt: '2026-11-21T09:55:00.000Z',
  updatedAt: '2026-11-21T09:55:00.000Z',
}

/** An endpoint with what waits for it; never its secret. */
export const WebhookSchema = namedObject(
  'Webhook',
  {
    id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    events: Type.Array(words(...EVENTS)),
    active: Type.Boolean(),
    offReason: nullable(
      words(...OFF_REASONS),
      '`manual`: somebody switched it off; `gone`: it answered 410; `failing`: nothing arrived for five days.',
    ),
    offAt: nullable(Instant),
    apiKeyId: nullable(
      Type.String(),
      'The API key it belongs to, of whose own pushes it is not told.',
    ),
    vendorId: nullable(
      Type.String(),
      'The vendor that it is of, with whose connection it ends; null: the hotel’s own.',
    ),
    createdBy,
    createdByKey: nullable(
      Type.String(),
      'The key or connection that made it, whose maker `createdBy` is; null: a person did.',
    ),
    failingSince: nullable(Instant, 'The first failure since the last success.'),
    lastSuccessAt: nullable(Instant),
    lastAttemptAt: nullable(Instant),
    lastUsedAt: nullable(Instant, 'Its last attempt.'),
    lastUsedFrom: nullable(Type.String(), 'Always null: nobody calls a webhook.'),
    previousSecretExpiresAt: nullable(
      Instant,
      'Until then the secret before the present one signs too.',
    ),
    pending: Type.Integer({ description: 'Deliveries on their way or waiting.' }),
    oldestPendingAt: nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { example: EXAMPLE },
)

/** An endpoint with its secret, which is shown this once. */
export const NewWebhookSchema = namedObject(
  'NewWebhook',
  { ...WebhookSchema.properties, secret: Type.String({ description: 'Shown this once.' }) },
  { example: { ...EXAMPLE, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' } },
)

export function showWebhook(
  webhook: Webhook,
  { backlog, makers, nowMs }: { backlog: Backlog | undefined; makers: Makers; nowMs: number },
): Static<typeof WebhookSchema> {
  const { previousUntilMs } = webhook
  const isOverlapping = previousUntilMs !== null && previousUntilMs > nowMs
  return show(WebhookSchema, {
    ...webhook,
    createdBy: showMaker(makers, webhook.createdBy),
    lastUsedAtMs: webhook.lastAttemptAtMs,
    lastUsedFrom: null,
    previousSecretExpiresAtMs: isOverlapping ? previousUntilMs : null,
    pending: backlog?.pending ?? 0,
    oldestPendingAtMs: backlog?.oldestAtMs ?? null,
  })
}
