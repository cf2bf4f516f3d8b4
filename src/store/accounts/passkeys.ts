import { and, asc, desc, eq, gt, inArray, lt, ne, or } from 'drizzle-orm'
import type { PasskeyPurpose } from '../../domain/accounts/passkey.ts'
import { PASSKEY_CHALLENGES_MAX } from '../../domain/accounts/passkey.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { deleteBelow, hasValue } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { userTopic } from './users.ts'

/** A stored passkey (WebAuthn); valid for its host only. */
export type Passkey = Tables['passkey']['$inferSelect']

/** A WebAuthn challenge that waits for its answer. */
type Challenge = Tables['passkeyChallenge']['$inferSelect']

/** Surplus challenges that one insert deletes at most. */
const SURPLUS_MAX = 10

/** The passkeys of an account, oldest first: of one host, or of every host if none is given. */
export async function listPasskeys(
  { t: { passkey }, db }: Handle,
  userId: string,
  host?: string,
): Promise<Passkey[]> {
  return await db
    .select()
    .from(passkey)
    .where(and(eq(passkey.userId, userId), hasValue(passkey.host, host)))
    .orderBy(asc(passkey.createdAtMs), asc(passkey.id))
}

/** Finds a passkey by id, of any account; undefined if none exists. */
export async function findPasskey(
  { t: { passkey }, db }: Handle,
  id: string,
): Promise<Passkey | undefined> {
  const [row] = await db.select().from(passkey).where(eq(passkey.id, id))
  return row
}

/** Stores a new passkey. @returns false if this passkey is stored already, for any account */
export async function insertPasskey(tx: Tx, row: Passkey): Promise<boolean> {
  const { passkey } = tx.t
  const rows = await tx.db
    .insert(passkey)
    .values(row)
    .onConflictDoNothing({ target: passkey.id })
    .returning({ id: passkey.id })
  return rows.length > 0
}

/** Renames an account's passkey. @returns true if the account has this passkey */
export async function renamePasskey(
  { t, db }: Tx,
  { userId, id, name }: Pick<Passkey, 'userId' | 'id' | 'name'>,
): Promise<boolean> {
  const rows = await db
    .update(t.passkey)
    .set({ name })
    .where(isOf(t, userId, id))
    .returning()
  return rows.length > 0
}

/** Deletes an account's passkey, and ends the sessions that signed in with it, except one. */
export async function deletePasskey(
  tx: Tx,
  { userId, id }: Pick<Passkey, 'userId' | 'id'>,
  keptSessionId: string | undefined,
): Promise<void> {
  const { session, passkey } = tx.t
  await tx.db.delete(passkey).where(isOf(tx.t, userId, id))
  const others = keptSessionId === undefined ? undefined : ne(session.id, keptSessionId)
  await tx.db
    .delete(session)
    .where(and(eq(session.userId, userId), eq(session.passkeyId, id), others))
  invalidate(tx, userTopic(userId))
}

/** Deletes every passkey of an account; the caller ends its sessions. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  const { passkey } = tx.t
  await tx.db.delete(passkey).where(eq(passkey.userId, userId))
  invalidate(tx, userTopic(userId))
}

/**
 * Notes a use of a passkey, with its authenticator's signature counter.
 *
 * @returns false if the passkey is gone, or a concurrent use raised the counter as far: then nothing is written
 */
export async function notePasskeyUse(
  { t: { passkey }, db }: Tx,
  { id, counter, lastUsedAtMs }: Pick<Passkey, 'id' | 'counter' | 'lastUsedAtMs'>,
): Promise<boolean> {
  const grows = or(lt(passkey.counter, counter), eq(passkey.counter, 0))
  const rows = await db
    .update(passkey)
    .set({ counter, lastUsedAtMs })
    .where(and(eq(passkey.id, id), grows))
    .returning({ id: passkey.id })
  return rows.length > 0
}

/** Notes the passkey that a session used to sign in or to step up. */
export async function noteSessionPasskey(
  tx: Tx,
  { userId, sessionId, passkeyId }: { userId: string; sessionId: string; passkeyId: string },
): Promise<void> {
  const { session } = tx.t
  await tx.db
    .update(session)
    .set({ passkeyId })
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
  invalidate(tx, userTopic(userId))
}

/** Stores a challenge, and deletes the oldest ones above the limit. */
export async function insertChallenge({ t, db }: Tx, row: Challenge): Promise<void> {
  const { passkeyChallenge: table } = t
  await db.insert(table).values(row)
  const surplus = await db
    .select({ challenge: table.challenge })
    .from(table)
    .orderBy(desc(table.expiresAtMs))
    .offset(PASSKEY_CHALLENGES_MAX)
    .limit(SURPLUS_MAX)
  const oldest = surplus.map(({ challenge }) => challenge)
  if (oldest.length > 0) await db.delete(table).where(inArray(table.challenge, oldest))
}

/** Consumes a challenge. @returns false if it is unknown, expired, or of another purpose or account */
export async function takeChallenge(
  { t: { passkeyChallenge: table }, db }: Tx,
  answer: { challenge: string; purpose: PasskeyPurpose; userId: string | null; nowMs: number },
): Promise<boolean> {
  const rows = await db
    .delete(table)
    .where(
      and(
        eq(table.challenge, answer.challenge),
        eq(table.purpose, answer.purpose),
        hasValue(table.userId, answer.userId),
        gt(table.expiresAtMs, answer.nowMs),
      ),
    )
    .returning({ challenge: table.challenge })
  return rows.length > 0
}

/** Deletes challenges that expired before an instant. @returns as `deleteBelow` */
export function deleteExpiredChallenges(tx: Tx, beforeMs: number): Promise<number> {
  const { challenge, expiresAtMs } = tx.t.passkeyChallenge
  return deleteBelow(tx, { key: [challenge], by: expiresAtMs }, beforeMs)
}

const isOf = ({ passkey }: Tables, userId: string, id: string) =>
  and(eq(passkey.userId, userId), eq(passkey.id, id))
