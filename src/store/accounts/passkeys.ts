import { and, asc, desc, eq, gt, inArray, lt, ne, or } from 'drizzle-orm'
import type { PasskeyPurpose } from '../../domain/accounts/passkey.ts'
import { PASSKEY_CHALLENGES_MAX } from '../../domain/accounts/passkey.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { deleteBelow, hasValue } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { userTopic } from './users.ts'

/** A passkey as it is kept; good at its host alone. */
export type Passkey = Tables['passkey']['$inferSelect']

/** A challenge that waits for its answer. */
type Challenge = Tables['passkeyChallenge']['$inferSelect']

/** How many challenges beyond the most one insert takes away. */
const SURPLUS_MAX = 10

/** The passkeys of an account, the oldest first: of every host unless one is said. */
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

/** The passkey of an id, whoever's it is; undefined when there is none. */
export async function findPasskey(
  { t: { passkey }, db }: Handle,
  id: string,
): Promise<Passkey | undefined> {
  const [row] = await db.select().from(passkey).where(eq(passkey.id, id))
  return row
}

/** Keeps a new passkey. @returns whether it did; false when it is kept already, whoever's it is */
export async function insertPasskey(tx: Tx, row: Passkey): Promise<boolean> {
  const { passkey } = tx.t
  const rows = await tx.db
    .insert(passkey)
    .values(row)
    .onConflictDoNothing({ target: passkey.id })
    .returning({ id: passkey.id })
  return rows.length > 0
}

/** Writes another name of an account's passkey. @returns whether there is such a passkey */
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

/** Forgets an account's passkey, and ends the sessions that have shown it, but one. */
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

/** Forgets every passkey of an account; that its sessions end is the caller's to see to. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  const { passkey } = tx.t
  await tx.db.delete(passkey).where(eq(passkey.userId, userId))
  invalidate(tx, userTopic(userId))
}

/**
 * Notes a use of a passkey, with the count that its authenticator gave.
 *
 * @returns false when it is gone, or has counted as far meanwhile: then nothing was written
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

/** Notes that a session has shown a passkey. */
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

/** Keeps a challenge; where too many wait, the oldest give way. */
export async function insertChallenge({ t, db }: Tx, row: Challenge): Promise<void> {
  const { passkeyChallenge: table } = t
  await db.insert(table).values(row)
  const surplus = await db
    .select({ challenge: table.challenge })
    .from(table)
    .orderBy(desc(table.expiresAtMs))
    .offset(PASSKEY_CHALLENGES_MAX)
    .limit(SURPLUS_MAX)
  const those = surplus.map(({ challenge }) => challenge)
  if (those.length > 0) await db.delete(table).where(inArray(table.challenge, those))
}

/** Uses a challenge up. @returns false when it was not made for this and whom, is used, or has expired */
export async function takeChallenge(
  { t: { passkeyChallenge: table }, db }: Tx,
  asked: { challenge: string; purpose: PasskeyPurpose; userId: string | null; nowMs: number },
): Promise<boolean> {
  const rows = await db
    .delete(table)
    .where(
      and(
        eq(table.challenge, asked.challenge),
        eq(table.purpose, asked.purpose),
        hasValue(table.userId, asked.userId),
        gt(table.expiresAtMs, asked.nowMs),
      ),
    )
    .returning({ challenge: table.challenge })
  return rows.length > 0
}

/** Forgets challenges that have expired before an instant. @returns as `deleteBelow` */
export function deleteExpiredChallenges(tx: Tx, beforeMs: number): Promise<number> {
  const { challenge, expiresAtMs } = tx.t.passkeyChallenge
  return deleteBelow(tx, { key: [challenge], by: expiresAtMs }, beforeMs)
}

const isOf = ({ passkey }: Tables, userId: string, id: string) =>
  and(eq(passkey.userId, userId), eq(passkey.id, id))
