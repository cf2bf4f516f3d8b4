import { and, count, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { CODE_GUESS_MS, CODE_GUESSES_AT_ONCE } from '../../domain/accounts/second-factor.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import { userTopic } from './users.ts'

/** A second factor as it is kept; without `confirmedAtMs` it counts for nothing yet. */
export type SecondFactor = Tables['secondFactor']['$inferSelect']

/** The second factor of an account, confirmed or not; undefined when there is none. */
export async function findSecondFactor(
  { t, db }: Handle,
  userId: string,
): Promise<SecondFactor | undefined> {
  const [row] = await db.select().from(t.secondFactor).where(eq(t.secondFactor.userId, userId))
  return row
}

/**
 * Keeps a secret that is to be confirmed, in the place of one that was not. Wrong codes of that one are not forgotten.
 *
 * @returns false when the account has a second factor that counts: then nothing was written
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
 * Counts a code that is tried as a wrong one, which it is until `takeStep`, and holds the row until the transaction ends.
 *
 * @returns the factor; undefined when there is none, or there were too many wrong codes: then nothing was written
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
 * Takes the code of a step, which no other then takes, and forgets the guess that it was counted as.
 *
 * @returns false when it or a later one was taken before
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

/** Has a second factor count from now on. @returns false when it does already */
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

/** Takes a second factor away with its recovery codes. @returns whether there was one that counted */
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

/** Keeps recovery codes in the place of all that there were. */
export async function replaceRecoveryCodes(
  { t, db }: Tx,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.delete(t.recoveryCode).where(eq(t.recoveryCode.userId, userId))
  await db.insert(t.recoveryCode).values(hashes.map((hash) => ({ userId, hash })))
}

/** Uses a recovery code up. @returns false when the account has no such code, or no longer */
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

/** How many recovery codes an account has left. */
export async function countRecoveryCodes({ t, db }: Handle, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(t.recoveryCode)
    .where(eq(t.recoveryCode.userId, userId))
  return row!.left
}
