// Health of webhook endpoints: an endpoint that fails for five days is switched off (circuit breaker).

import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { OffReason } from '../../domain/webhooks/webhook.ts'
import { FAILING_MS_MAX } from '../../domain/webhooks/webhook.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Claim } from './delivery-claims.ts'

/** How often a success is recorded at most: a busy endpoint has thousands. */
const NOTE_EVERY_MS = 1_000

/** True if an endpoint has not been deleted. */
export function isEndpointThere(handle: Handle, id: string): Promise<boolean> {
  const { webhook } = handle.t
  return hasRow(handle, webhook, and(eq(webhook.id, id), isNull(webhook.deletedAtMs)))
}

/**
 * True if an endpoint has kept its URL and was not switched since an attempt began; else the result says nothing about
 * it.
 */
export async function isEndpointUnchanged(
  { t, db }: Handle,
  { webhookId, url, webhookUpdatedAtMs }: Claim,
): Promise<boolean> {
  const { webhook } = t
  const [row] = await db
    .select({ url: webhook.url, updatedAtMs: webhook.updatedAtMs })
    .from(webhook)
    .where(eq(webhook.id, webhookId))
  return row?.url === url && row.updatedAtMs === webhookUpdatedAtMs
}

/** Records a success of an endpoint at its present URL, which ends its failing. */
export async function updateSuccess({ t, db }: Tx, { webhookId, url }: Claim, atMs: number) {
  const { webhook } = t
  await db
    .update(webhook)
    .set({ lastSuccessAtMs: atMs, lastAttemptAtMs: atMs, failingSinceMs: null })
    .where(
      and(
        eq(webhook.id, webhookId),
        eq(webhook.url, url),
        or(
          isNotNull(webhook.failingSinceMs),
          isNull(webhook.lastSuccessAtMs),
          lt(webhook.lastSuccessAtMs, atMs - NOTE_EVERY_MS),
        ),
      ),
    )
}

/**
 * Records a failure of an endpoint, and switches it off if it answered that it is gone or has failed for five days
 * (contract §4).
 *
 * @returns the reason if it was switched off now; else undefined
 */
export async function updateFailure(
  { t, db }: Tx,
  webhookId: string,
  { atMs, isGone }: { atMs: number; isGone: boolean },
): Promise<OffReason | undefined> {
  const { webhook } = t
  const [row] = await db
    .update(webhook)
    .set({
      lastAttemptAtMs: atMs,
      failingSinceMs: sql`coalesce(${webhook.failingSinceMs}, ${atMs})`.mapWith(Number),
    })
    .where(eq(webhook.id, webhookId))
    .returning({ sinceMs: webhook.failingSinceMs, active: webhook.active })
  if (!row?.active) return undefined
  const offReason = isGone ? 'gone' : atMs - row.sinceMs! >= FAILING_MS_MAX ? 'failing' : undefined
  if (offReason)
    await db
      .update(webhook)
      .set({ active: false, offReason, offAtMs: atMs, updatedAtMs: atMs })
      .where(eq(webhook.id, webhookId))
  return offReason
}
