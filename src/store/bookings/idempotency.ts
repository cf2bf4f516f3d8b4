import { and, eq, lt } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** A request that was answered under an Idempotency-Key, and its answer. */
type IdempotentAnswer = Tables['idempotency']['$inferSelect']

/** What was answered under a key of an owner; undefined when nothing was, or too long ago. */
export async function findIdempotentAnswer(
  { t, db }: Handle,
  { owner, key, sinceMs }: { owner: string; key: string; sinceMs: number },
): Promise<IdempotentAnswer | undefined> {
  const [row] = await db
    .select()
    .from(t.idempotency)
    .where(and(eq(t.idempotency.owner, owner), eq(t.idempotency.key, key)))
  return row && row.createdAtMs >= sinceMs ? row : undefined
}

/** Keeps an answer, in the place of one of before an instant. @returns false when another stands, given at the same time */
export async function upsertIdempotentAnswer(
  { t: { idempotency }, db }: Tx,
  answered: IdempotentAnswer,
  sinceMs: number,
): Promise<boolean> {
  const { owner, key, createdAtMs } = idempotency
  const rows = await db
    .insert(idempotency)
    .values(answered)
    .onConflictDoUpdate({
      target: [owner, key],
      set: answered,
      setWhere: lt(createdAtMs, sinceMs),
    })
    .returning({ key })
  return rows.length > 0
}

/** Forgets answers given before an instant. @returns how many; fewer than the most: there are no more */
export function deleteIdempotentAnswers(tx: Tx, beforeMs: number): Promise<number> {
  const { owner, key, createdAtMs } = tx.t.idempotency
  return deleteBelow(tx, { key: [owner, key], by: createdAtMs }, beforeMs)
}
