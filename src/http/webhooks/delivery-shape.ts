import { type Static, Type } from 'typebox'
import { ATTEMPT_ERRORS, DELIVERY_CAUSES, DELIVERY_STATES } from '../../domain/webhooks/webhook.ts'
import type { Attempt, DeliveryEntry } from '../../store/webhooks/delivery-lists.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'

/** The example: a delivery in back-off after its first attempt failed. */
const EXAMPLE = {
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

const AttemptSchema = namedObject('Attempt', {
  number: Type.Integer(),
  at: Instant,
  durationMs: Type.Integer(),
  status: nullable(Type.Integer(), 'Status of the receiver.'),
  error: nullable(words(...ATTEMPT_ERRORS), 'The failure; null: a 2xx answer.'),
  detail: nullable(Type.String()),
  nextAttemptAt: nullable(Instant, 'The next attempt planned then (back-off).'),
})

const WholeAttemptSchema = namedObject('WholeAttempt', {
  ...AttemptSchema.properties,
  headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
  }),
  answer: nullable(Type.String(), 'The first 1 KiB of the answer.'),
})

/** A delivery in lists, with its attempts (back-off). */
export const DeliverySchema = namedObject(
  'Delivery',
  {
    id: Type.String(),
    eventId: Type.String({
      description: 'The `webhook-id` header, the same in every delivery: dedupe by it.',
    }),
    event: Type.String(),
    bookingCode: nullable(Type.String()),
    revision: nullable(Type.Integer()),
    cause: words(...DELIVERY_CAUSES),
    state: words(...DELIVERY_STATES),
    createdAt: Instant,
    nextAttemptAt: nullable(
      Instant,
      'Null: finished, under way, or waiting for an earlier delivery of the same booking.',
    ),
    finishedAt: nullable(Instant),
    attempts: Type.Array(AttemptSchema),
  },
  { example: EXAMPLE },
)

/** A delivery with the body sent and the answers received. */
export const WholeDeliverySchema = namedObject('WholeDelivery', {
  ...DeliverySchema.properties,
  attempts: Type.Array(WholeAttemptSchema),
  body: Type.String({ description: 'The exact text sent and signed.' }),
})

export function showDelivery(
  delivery: DeliveryEntry,
  attempts: readonly Attempt[] = [],
): Static<typeof DeliverySchema> {
  const { event, leasedUntilMs, dueAtMs } = delivery
  return show(DeliverySchema, {
    ...delivery,
    eventId: event.id,
    event: event.name,
    bookingCode: event.bookingCode,
    revision: event.revision,
    // While an attempt is under way `dueAtMs` is the end of its lease, which is not shown.
    nextAttemptAtMs: leasedUntilMs === null ? dueAtMs : null,
    attempts: attempts.map((each) => show(AttemptSchema, timed(each))),
  })
}

export function showWholeDelivery(
  delivery: DeliveryEntry,
  attempts: readonly Attempt[] = [],
  body: string,
): Static<typeof WholeDeliverySchema> {
  const shown = attempts.map((each) => show(WholeAttemptSchema, timed(each)))
  return { ...showDelivery(delivery), attempts: shown, body }
}

const timed = (attempt: Attempt) => ({ ...attempt, nextAttemptAtMs: attempt.nextAtMs })
