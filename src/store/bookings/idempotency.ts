// Idempotency: answers are stored under their Idempotency-Key and returned to a repeated request.

import { and, eq, lt } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** A request with an Idempotency-Key, and the answer that a repeated request receives. */
type IdempotentAnswer = Tables['idempotency']['$inferSelect']

/** Finds the answer under an owner's key; undefined if there is none, or only one made before `sinceMs`. */
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

/**
 * Stores an answer; it replaces one made before `sinceMs`.
 *
 * @returns false if a concurrent request has stored its answer under the key
 */
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

/**
 * Deletes answers made before an instant.
 *
 * @returns the number of answers; fewer than `PRUNE_ROWS_MAX` means that there are no more
 */
export function deleteIdempotentAnswers(tx: Tx, beforeMs: number): Promise<number> {
  const { owner, key, createdAtMs } = tx.t.idempotency
  return deleteBelow(tx, { key: [owner, key], by: createdAtMs }, beforeMs)
}
