import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { PRUNE_ROWS_MAX } from '../../domain/limits.ts'
import type { Handle, Tx } from '../engine.ts'

/** A request that was answered under an Idempotency-Key, and its answer. */
export type Answered = {
  owner: string
  key: string
  requestHash: string
  bookingCode: string
  answer: string
  createdAtMs: number
}

/** What was answered under a key of an owner; undefined when nothing was, or too long ago. */
export async function findAnswered(
  { t, db }: Handle,
  { owner, key, sinceMs }: { owner: string; key: string; sinceMs: number },
): Promise<Answered | undefined> {
  const [row] = await db
    .select()
    .from(t.idempotency)
    .where(and(eq(t.idempotency.owner, owner), eq(t.idempotency.key, key)))
  return row && row.createdAtMs >= sinceMs ? row : undefined
}

/** Keeps an answer, in the place of one that is too old. */
export async function upsertAnswered({ t, db }: Tx, answered: Answered): Promise<void> {
  await db
    .insert(t.idempotency)
    .values(answered)
    .onConflictDoUpdate({ target: [t.idempotency.owner, t.idempotency.key], set: answered })
}

/** Forgets answers given before an instant. @returns how many; fewer than the most: there are no more */
export async function deleteAnswered({ t, db }: Tx, beforeMs: number): Promise<number> {
  const { owner, key, createdAtMs } = t.idempotency
  const old = db
    .select({ owner, key })
    .from(t.idempotency)
    .where(lt(createdAtMs, beforeMs))
    .orderBy(asc(createdAtMs))
    .limit(PRUNE_ROWS_MAX)
  const rows = await db
    .delete(t.idempotency)
    .where(sql`(${owner}, ${key}) in ${old}`)
    .returning({ key })
  return rows.length
}
