import { and, eq } from 'drizzle-orm'
import type { PushReport } from '../../domain/days/push.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { reportOf } from './pushes.ts'

/** A push that was answered under an Idempotency-Key of an API key: its answer is in the log of pushes. */
type PushReplay = Tables['pushReplay']['$inferSelect']

/** What was answered to a push under a key; undefined when nothing was, or too long ago. */
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

/** Keeps that a push was answered, in the place of one that is too old. */
export async function upsertReplay({ t, db }: Tx, replay: PushReplay): Promise<void> {
  const { apiKeyId, key } = t.pushReplay
  await db
    .insert(t.pushReplay)
    .values(replay)
    .onConflictDoUpdate({ target: [apiKeyId, key], set: replay })
}

/** Forgets pushes answered before an instant. @returns how many; fewer than the most: there are no more */
export function deleteReplays(tx: Tx, beforeMs: number): Promise<number> {
  const { apiKeyId, key, createdAtMs } = tx.t.pushReplay
  return deleteBelow(tx, { key: [apiKeyId, key], by: createdAtMs }, beforeMs)
}
