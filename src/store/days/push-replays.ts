import { and, eq } from 'drizzle-orm'
import type { PushReport } from '../../domain/days/push.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { reportOf } from './pushes.ts'

/**
 * The idempotency record of a push: its API key, its Idempotency-Key and the entry in the log of pushes with the
 * answer.
 */
type PushReplay = Tables['pushReplay']['$inferSelect']

/** The answer to an earlier push with the same Idempotency-Key; undefined if there is none, or it is too old. */
export async function findAnsweredPush(
  { t, db }: Handle,
  { apiKeyId, key, sinceMs }: Pick<PushReplay, 'apiKeyId' | 'key'> & { sinceMs: number },
): Promise<{ requestHash: string; report: PushReport } | undefined> {
  const { pushReplay, push } = t
  const [row] = await db
    .select({ replay: pushReplay, push })
    .from(pushReplay)
    .innerJoin(push, eq(push.id, pushReplay.pushId))
    .where(and(eq(pushReplay.apiKeyId, apiKeyId), eq(pushReplay.key, key)))
  if (!row || row.replay.createdAtMs < sinceMs) return undefined
  return { requestHash: row.replay.requestHash, report: reportOf(row.push) }
}

/** Stores the idempotency record of a push, over one that is too old. */
export async function upsertReplay({ t, db }: Tx, replay: PushReplay): Promise<void> {
  const { apiKeyId, key } = t.pushReplay
  await db
    .insert(t.pushReplay)
    .values(replay)
    .onConflictDoUpdate({ target: [apiKeyId, key], set: replay })
}

/**
 * Deletes records of pushes answered before an instant.
 *
 * @returns the number deleted; fewer than the maximum: none are left
 */
export function deleteReplays(tx: Tx, beforeMs: number): Promise<number> {
  const { apiKeyId, key, createdAtMs } = tx.t.pushReplay
  return deleteBelow(tx, { key: [apiKeyId, key], by: createdAtMs }, beforeMs)
}
