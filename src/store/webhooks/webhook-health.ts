import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { OffReason } from '../../domain/webhooks/webhook.ts'
import { FAILING_MS_MAX } from '../../domain/webhooks/webhook.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Claim } from './delivery-claims.ts'

/** A success is noted once in so long: a busy endpoint has thousands. */
const NOTE_EVERY_MS = 1_000

/** Whether an endpoint has not been taken away. */
export function isEndpointThere(handle: Handle, id: string): Promise<boolean> {
  const { webhook } = handle.t
  return hasRow(handle, webhook, and(eq(webhook.id, id), isNull(webhook.deletedAtMs)))
}

/** Whether an endpoint was neither moved nor switched since an attempt began: else how that ended says nothing of it. */
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

/** Notes that an endpoint took something where it still is: it is not failing (any more). */
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
 * Notes a failure of an endpoint, and switches it off when it said that it is gone or has failed for five days
 * (contract §4).
 *
 * @returns why it was switched off now; undefined: it was not
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
