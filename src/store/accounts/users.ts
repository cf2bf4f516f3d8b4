import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { heldAgencyRole } from '../../domain/accounts/agency-role.ts'
import type { Membership } from '../../domain/accounts/membership.ts'
import type { User } from '../../domain/accounts/user.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { hasRow } from '../engine/rows.ts'

// Accounts: credentials, password hashes, memberships, and the token version that revokes tokens.

/** Cache topic of an account and of the checks of its tokens; see `Store.version`. */
export const userTopic = (userId: string) => `user:${userId}`

/** An account with its password hash, for the one place that compares it. */
export type UserSecret = User & { passwordHash: string }

/** Finds an account by id; undefined if none exists. */
export async function findUser(handle: Handle, id: string): Promise<User | undefined> {
  const found = await findAccount(handle, eq(handle.t.user.id, id))
  if (!found) return undefined
  const { passwordHash: _, ...user } = found
  return user
}

/** Finds an account with its password hash by lower-case e-mail address; undefined if none exists. */
export const findUserSecret = (handle: Handle, email: string): Promise<UserSecret | undefined> =>
  findAccount(handle, eq(handle.t.user.email, email))

/**
 * The credentials that a log-in is checked against; undefined if no account has the address. One query runs in both
 * cases, so that the time taken gives nothing away.
 */
export async function findCredential(
  { t, db }: Handle,
  email: string,
): Promise<Pick<UserSecret, 'role' | 'status' | 'passwordHash' | 'tokenVersion'> | undefined> {
  const { role, status, passwordHash, tokenVersion } = t.user
  const [row] = await db
    .select({ role, status, passwordHash, tokenVersion })
    .from(t.user)
    .where(eq(t.user.email, email))
  return row
}

/** Names of accounts by id; null if an account's name is its address. Deleted accounts have no entry. */
export async function listAccountNames(
  { t, db }: Handle,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { id, name, email } = t.user
  const names = new Map<string, string | null>()
  for (const part of chunks(ids))
    for (const row of await db
      .select({ id, name, email })
      .from(t.user)
      .where(inArray(id, [...part])))
      names.set(row.id, row.name === row.email ? null : row.name)
  return names
}

/** True if an active administrator exists. */
export function hasAdmin(handle: Handle): Promise<boolean> {
  const { user } = handle.t
  return hasRow(handle, user, and(eq(user.role, 'admin'), eq(user.status, 'active')))
}

/** Stores a new account. @returns false if its e-mail address is taken */
export async function insertUser(tx: Tx, user: UserSecret): Promise<boolean> {
  const { memberships, ...row } = rowOf(user)
  const inserted = await tx.db
    .insert(tx.t.user)
    .values({ ...row, updatedAtMs: user.createdAtMs })
    .onConflictDoNothing({ target: tx.t.user.email })
    .returning({ id: tx.t.user.id })
  if (inserted.length > 0) await replaceMemberships(tx, user.id, memberships)
  return inserted.length > 0
}

/** Invalidates every token of an account. */
export async function revokeTokens(tx: Tx, id: string, nowMs: number): Promise<void> {
  const { user } = tx.t
  await tx.db
    .update(user)
    .set({ tokenVersion: sql`${user.tokenVersion} + 1`, updatedAtMs: nowMs })
    .where(eq(user.id, id))
  invalidate(tx, userTopic(id))
}

/**
 * Replaces the password that was checked, and invalidates every token of the account.
 *
 * @returns false if the password changed after the check, or the account is blocked: then nothing is written
 */
export async function updatePassword(
  tx: Tx,
  { id, former, passwordHash }: { id: string; former: string; passwordHash: string },
): Promise<boolean> {
  const { user } = tx.t
  const changed = await tx.db
    .update(user)
    .set({ passwordHash, tokenVersion: sql`${user.tokenVersion} + 1` })
    .where(and(eq(user.id, id), eq(user.passwordHash, former), eq(user.status, 'active')))
    .returning({ id: user.id })
  invalidate(tx, userTopic(id))
  return changed.length > 0
}

/** Rehashes the password that was checked, unless it changed after the check; tokens stay valid. */
export async function renewHash(
  tx: Tx,
  { id, former, passwordHash }: { id: string; former: string; passwordHash: string },
): Promise<void> {
  const { user } = tx.t
  await tx.db
    .update(user)
    .set({ passwordHash })
    .where(and(eq(user.id, id), eq(user.passwordHash, former)))
}

/**
 * Notes that a mail to the account's address was read, which proves the address.
 *
 * @returns true if the address was unproven before
 */
export async function noteProven(
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<boolean> {
  const { user } = tx.t
  const isUnproven = or(isNull(user.provenAddress), ne(user.provenAddress, email))
  const proven = await tx.db
    .update(user)
    .set({ provenAddress: email })
    .where(and(eq(user.id, id), eq(user.email, email), isUnproven))
    .returning({ id: user.id })
  if (proven.length > 0) invalidate(tx, userTopic(id))
  return proven.length > 0
}

/** Writes changes of an account; the caller raises the token version if tokens must end. */
export async function updateUser(
  tx: Tx,
  id: string,
  changes: Partial<Omit<UserSecret, 'id' | 'createdAtMs'>> & { updatedAtMs: number },
): Promise<void> {
  const { memberships, ...row } = rowOf(changes)
  await tx.db.update(tx.t.user).set(row).where(eq(tx.t.user.id, id))
  if (memberships) await replaceMemberships(tx, id, memberships)
  invalidate(tx, userTopic(id))
}

/** Drops what other tables tell about an account. */
const rowOf = <Fields extends Partial<UserSecret>>({
  hasSecondFactor: _,
  isAddressProven: __,
  isFactorOfAgency: ___,
  ...row
}: Fields) => row

async function replaceMemberships({ t, db }: Tx, userId: string, all: readonly Membership[]) {
  await db.delete(t.userHotel).where(eq(t.userHotel.userId, userId))
  if (all.length > 0)
    await db.insert(t.userHotel).values(all.map(({ hotelId, role }) => ({ userId, hotelId, role })))
}

async function findAccount({ t, db }: Handle, where: SQL): Promise<UserSecret | undefined> {
  const { user, userHotel, hotel, secondFactor, agency } = t
  const [row] = await db
    .select({
      user,
      confirmedAtMs: secondFactor.confirmedAtMs,
      isFactorOfAgency: agency.secondFactorRequired,
    })
    .from(user)
    .leftJoin(secondFactor, eq(secondFactor.userId, user.id))
    .leftJoin(agency, eq(agency.id, user.agencyId))
    .where(where)
  if (!row) return undefined
  const { updatedAtMs: _, provenAddress, ...account } = row.user
  const isAddressProven = provenAddress === account.email
  const { hotelId, role } = userHotel
  const memberships = await db
    .select({ hotelId, role, secondFactorRequired: hotel.secondFactorRequired })
    .from(userHotel)
    .innerJoin(hotel, eq(hotel.id, hotelId))
    .where(eq(userHotel.userId, account.id))
    .orderBy(asc(hotelId))
  return {
    ...account,
    agencyRole: heldAgencyRole(account),
    ...(row.isFactorOfAgency && { isFactorOfAgency: true }),
    ...{ memberships, isAddressProven, hasSecondFactor: row.confirmedAtMs !== null },
  }
}
