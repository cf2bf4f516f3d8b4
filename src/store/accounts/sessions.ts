import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { User } from '../../domain/accounts/user.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { deleteBelow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { userTopic } from './users.ts'

// Sessions: log-ins with expiry, step-up and last use. The last use is written with a debounce.

/** Least distance between two writes of a session's last use: a debounce. */
const SESSION_SEEN_MS = 5 * 60 * 1_000

/** Sessions of one account; above that the oldest end. */
const SESSIONS_MAX = 100

/** A log-in that has not ended. */
export type Session = Tables['session']['$inferSelect']

/** Stores a log-in, and ends the account's oldest sessions above the limit. */
export async function insertSession(tx: Tx, session: Session): Promise<void> {
  const { session: table } = tx.t
  const { userId } = session
  await tx.db.insert(table).values({ ...session })
  const surplus = await tx.db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.userId, userId))
    .orderBy(desc(table.createdAtMs), desc(table.id))
    .offset(SESSIONS_MAX)
    .limit(SESSIONS_MAX)
  if (surplus.length > 0)
    await tx.db.delete(table).where(
      inArray(
        table.id,
        surplus.map(({ id }) => id),
      ),
    )
  invalidate(tx, userTopic(userId))
}

/** A session's last step-up, and the host of the passkey that it used; null for never. */
export type OpenSession = { steppedUpAtMs: number | null; passkeyHost: string | null }

/** The sessions of an account by id; expiry and token version are the caller's to check. */
export async function findOpenSessions(
  { t: { session, passkey }, db }: Handle,
  userId: string,
): Promise<ReadonlyMap<string, OpenSession>> {
  const { id, steppedUpAtMs } = session
  const rows = await db
    .select({ id, steppedUpAtMs, passkeyHost: passkey.host })
    .from(session)
    .leftJoin(passkey, eq(passkey.id, session.passkeyId))
    .where(eq(session.userId, userId))
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

/** Writes the time of a session's step-up. @returns true if the account has this session */
export async function updateSteppedUp(
  tx: Tx,
  { userId, id, atMs }: { userId: string; id: string; atMs: number },
): Promise<boolean> {
  const { session } = tx.t
  const rows = await tx.db
    .update(session)
    .set({ steppedUpAtMs: atMs })
    .where(and(isOf(tx.t, userId), eq(session.id, id)))
    .returning({ id: session.id })
  invalidate(tx, userTopic(userId))
  return rows.length > 0
}

/** The sessions of an account with valid tokens at an instant, newest first. */
export async function listSessions(
  { t, db }: Handle,
  { id, tokenVersion }: Pick<User, 'id' | 'tokenVersion'>,
  nowMs: number,
): Promise<Session[]> {
  const { session } = t
  return await db
    .select()
    .from(session)
    .where(and(isOf(t, id), eq(session.tokenVersion, tokenVersion), gt(session.expiresAtMs, nowMs)))
    .orderBy(desc(session.createdAtMs), desc(session.id))
}

/** Ends one session of an account. @returns true if the account had it */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx.db
    .delete(tx.t.session)
    .where(and(isOf(tx.t, userId), eq(tx.t.session.id, id)))
    .returning({ id: tx.t.session.id })
  invalidate(tx, userTopic(userId))
  return rows.length > 0
}

/** Ends every session of an account except one. @returns the number ended */
export async function deleteOtherSessions(
  tx: Tx,
  userId: string,
  keptId: string | undefined,
): Promise<number> {
  const { session } = tx.t
  const rows = await tx.db
    .delete(session)
    .where(and(isOf(tx.t, userId), keptId === undefined ? undefined : ne(session.id, keptId)))
    .returning({ id: session.id })
  invalidate(tx, userTopic(userId))
  return rows.length
}

/** Writes the last use of sessions by id, if the stored one is at least `SESSION_SEEN_MS` older. */
export async function updateSeen({ t, db }: Tx, seen: ReadonlyMap<string, number>): Promise<void> {
  const { id, seenAtMs: last } = t.session
  // Sorted, because other processes write the same rows: one order prevents deadlocks.
  const inOrder = [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const part of chunks(inOrder)) {
    const whens = part.map(([key, atMs]) => sql`when ${id} = ${key} then ${atMs}`)
    const latest = Math.max(...part.map(([, atMs]) => atMs))
    const keys = part.map(([key]) => key)
    await db
      .update(t.session)
      .set({ seenAtMs: sql`case ${sql.join(whens, sql` `)} else ${last} end` })
      .where(and(inArray(id, keys), lte(last, latest - SESSION_SEEN_MS)))
  }
}

/**
 * Deletes sessions whose tokens expired before an instant.
 *
 * @returns the number deleted; fewer than the maximum: none are left
 */
export function deleteExpiredSessions(tx: Tx, beforeMs: number): Promise<number> {
  const { id, expiresAtMs } = tx.t.session
  return deleteBelow(tx, { key: [id], by: expiresAtMs }, beforeMs)
}

const isOf = ({ session }: Tables, userId: string) => eq(session.userId, userId)
