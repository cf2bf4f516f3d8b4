import { type Static, Type } from 'typebox'
import { OFF_REASONS, VENDOR_EVENTS } from '../../domain/webhooks/webhook.ts'
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

/** A webhook with its backlog; never its secret. */
export const WebhookSchema = namedObject(
  'Webhook',
  {
    id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    events: Type.Array(words(...VENDOR_EVENTS)),
    active: Type.Boolean(),
    offReason: nullable(
      words(...OFF_REASONS),
      '`manual`: deactivated by a user or key; `gone`: it answered 410; `failing`: five days without success.',
    ),
    offAt: nullable(Instant),
    apiKeyId: nullable(Type.String(), 'API key of the webhook, whose own pushes it does not get.'),
    vendorId: nullable(
      Type.String(),
      'Its vendor: at a hotel it ends with the connection; null: the hotel’s own.',
    ),
    createdBy,
    createdByKey: nullable(
      Type.String(),
      'The key or connection that created it, itself created by `createdBy`; null: created by a person.',
    ),
    failingSince: nullable(Instant, 'The first failure since the last success.'),
    lastSuccessAt: nullable(Instant),
    lastAttemptAt: nullable(Instant),
    lastUsedAt: nullable(Instant, 'Its last attempt.'),
    lastUsedFrom: nullable(Type.String(), 'Always null: a webhook is not called.'),
    previousSecretExpiresAt: nullable(Instant, 'Until then the previous secret signs too.'),
    pending: Type.Integer({ description: 'Deliveries under way or waiting.' }),
    oldestPendingAt: nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { example: EXAMPLE },
)

/** A new webhook with its secret, which is shown only once. */
export const NewWebhookSchema = namedObject(
  'NewWebhook',
  { ...WebhookSchema.properties, secret: Type.String({ description: 'Shown only once.' }) },
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
