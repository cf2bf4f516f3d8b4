import { and, count, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { CODE_GUESS_MS, CODE_GUESSES_AT_ONCE } from '../../domain/accounts/second-factor.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import { userTopic } from './users.ts'

/** A stored second factor (TOTP, 2FA); without `confirmedAtMs` it is not in force yet. */
export type SecondFactor = Tables['secondFactor']['$inferSelect']

/** The second factor of an account, confirmed or not; undefined if the account has none. */
export async function findSecondFactor(
  { t, db }: Handle,
  userId: string,
): Promise<SecondFactor | undefined> {
  const [row] = await db.select().from(t.secondFactor).where(eq(t.secondFactor.userId, userId))
  return row
}

/**
 * Stores an unconfirmed secret, or replaces another unconfirmed one. Its count of wrong codes survives.
 *
 * @returns false if the account has a confirmed second factor: then nothing is written
 */
export async function upsertUnconfirmed(
  { t, db }: Tx,
  { userId, secret, createdAtMs }: Pick<SecondFactor, 'userId' | 'secret' | 'createdAtMs'>,
): Promise<boolean> {
  const { secondFactor } = t
  const rows = await db
    .insert(secondFactor)
    .values({ userId, secret, createdAtMs })
    .onConflictDoUpdate({
      target: secondFactor.userId,
      set: { secret, createdAtMs, lastStep: 0 },
      setWhere: isNull(secondFactor.confirmedAtMs),
    })
    .returning({ userId: secondFactor.userId })
  return rows.length > 0
}

/**
 * Counts a guess against the rate limit of wrong codes; `takeStep` takes it back for a correct code. The row stays
 * locked until the transaction ends, so that parallel guesses cannot pass the limit (brute force).
 *
 * @returns the factor; undefined if there is none or too many codes were wrong: then nothing is written
 */
export async function takeGuess(
  { t, db }: Tx,
  userId: string,
  nowMs: number,
): Promise<SecondFactor | undefined> {
  const { secondFactor } = t
  const until = secondFactor.guessesUntilMs
  const [row] = await db
    .update(secondFactor)
    .set({
      guessesUntilMs: sql`case when ${until} > ${nowMs} then ${until} else ${nowMs} end + ${CODE_GUESS_MS}`,
    })
    .where(
      and(
        eq(secondFactor.userId, userId),
        lte(until, nowMs + (CODE_GUESSES_AT_ONCE - 1) * CODE_GUESS_MS),
      ),
    )
    .returning()
  return row
}

/**
 * Accepts the code of a time step once (no replay), and takes its guess off the count of wrong codes.
 *
 * @returns false if this step or a later one was used before
 */
export async function takeStep(
  { t, db }: Tx,
  { userId, secret, lastStep }: Pick<SecondFactor, 'userId' | 'secret' | 'lastStep'>,
): Promise<boolean> {
  const { secondFactor } = t
  const rows = await db
    .update(secondFactor)
    .set({ lastStep, guessesUntilMs: sql`${secondFactor.guessesUntilMs} - ${CODE_GUESS_MS}` })
    .where(
      and(
        eq(secondFactor.userId, userId),
        eq(secondFactor.secret, secret),
        lt(secondFactor.lastStep, lastStep),
      ),
    )
    .returning({ userId: secondFactor.userId })
  return rows.length > 0
}

/** Puts a second factor in force. @returns false if it is in force already */
export async function confirmSecondFactor(
  tx: Tx,
  { userId, confirmedAtMs }: { userId: string; confirmedAtMs: number },
): Promise<boolean> {
  const { secondFactor } = tx.t
  const rows = await tx.db
    .update(secondFactor)
    .set({ confirmedAtMs })
    .where(and(eq(secondFactor.userId, userId), isNull(secondFactor.confirmedAtMs)))
    .returning({ userId: secondFactor.userId })
  invalidate(tx, userTopic(userId))
  return rows.length > 0
}

/** Deletes a second factor and its recovery codes. @returns true if it was in force */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { secondFactor, recoveryCode } = tx.t
  await tx.db.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  const rows = await tx.db
    .delete(secondFactor)
    .where(and(eq(secondFactor.userId, userId), isNotNull(secondFactor.confirmedAtMs)))
    .returning({ userId: secondFactor.userId })
  invalidate(tx, userTopic(userId))
  return rows.length > 0
}

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(
  { t, db }: Tx,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.delete(t.recoveryCode).where(eq(t.recoveryCode.userId, userId))
  await db.insert(t.recoveryCode).values(hashes.map((hash) => ({ userId, hash })))
}

/** Consumes a recovery code. @returns false if the account has no such code, or it was used before */
export async function takeRecoveryCode(
  { t: { recoveryCode }, db }: Tx,
  userId: string,
  hash: string,
): Promise<boolean> {
  const rows = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.hash, hash)))
    .returning({ hash: recoveryCode.hash })
  return rows.length > 0
}

/** Number of recovery codes left to an account. */
export async function countRecoveryCodes({ t, db }: Handle, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(t.recoveryCode)
    .where(eq(t.recoveryCode.userId, userId))
  return row!.left
}
