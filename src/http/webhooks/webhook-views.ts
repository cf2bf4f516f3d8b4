import { instantOrNull, instantText } from '../../domain/date.ts'
import type { Attempt, Webhook } from '../../domain/webhook.ts'
import type { DeliveryEntry } from '../../store/webhooks/delivery-lists.ts'
import type { Backlog } from '../../store/webhooks/webhooks.ts'

/** An endpoint with what waits for it; never its secret. */
export function showWebhook(webhook: Webhook, backlog: Backlog | undefined, nowMs: number) {
  const { id, url, description, events, active, offReason, apiKeyId, previousUntilMs } = webhook
  const isOverlapping = previousUntilMs !== null && previousUntilMs > nowMs
  return {
    id,
    url,
    description,
    events,
    active,
    offReason,
    offAt: instantOrNull(webhook.offAtMs),
    apiKeyId,
    failingSince: instantOrNull(webhook.failingSinceMs),
    lastSuccessAt: instantOrNull(webhook.lastSuccessAtMs),
    lastAttemptAt: instantOrNull(webhook.lastAttemptAtMs),
    previousSecretExpiresAt: isOverlapping ? instantText(previousUntilMs) : null,
    pending: backlog?.pending ?? 0,
    oldestPendingAt: instantOrNull(backlog?.oldestAtMs ?? null),
    createdAt: instantText(webhook.createdAtMs),
    updatedAt: instantText(webhook.updatedAtMs),
  }
}

/** A delivery with its attempts, as lists show it. */
export function showDelivery(delivery: DeliveryEntry, attempts: readonly Attempt[] = []) {
  const { id, event, cause, state, leasedUntilMs, dueAtMs } = delivery
  return {
    id,
    eventId: event.id,
    event: event.name,
    bookingCode: event.bookingCode,
    revision: event.revision,
    cause,
    state,
    createdAt: instantText(delivery.createdAtMs),
    // Of one under way this is when it would be taken for lost, which is nobody's business.
    nextAttemptAt: instantOrNull(leasedUntilMs === null ? dueAtMs : null),
    finishedAt: instantOrNull(delivery.finishedAtMs),
    attempts: attempts.map(showAttempt),
  }
}

/** A delivery with all there is to know: what was sent, and what was answered. */
export function showWholeDelivery(
  delivery: DeliveryEntry,
  attempts: readonly Attempt[] = [],
  body: string,
) {
  return {
    ...showDelivery(delivery),
    attempts: attempts.map((attempt) => ({
      ...showAttempt(attempt),
      headers: attempt.headers,
      answer: attempt.answer,
    })),
    body,
  }
}

function showAttempt({ number, atMs, durationMs, status, error, detail, nextAtMs }: Attempt) {
  return {
    number,
    at: instantText(atMs),
    durationMs,
    status,
    error,
    detail,
    nextAttemptAt: instantOrNull(nextAtMs),
  }
}
