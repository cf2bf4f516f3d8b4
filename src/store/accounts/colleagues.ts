import { and, asc, count, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { type AgencyRole, heldAgencyRole } from '../../domain/accounts/agency-role.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import { userTopic } from './users.ts'

// The accounts of an agency's people.

/** An account of an agency, with its role there. */
export type Colleague = Pick<User, 'email' | 'name' | 'status'> & {
  userId: string
  agencyRole: AgencyRole
  hasSecondFactor: boolean
}

/** The people of an agency, in the order in which their accounts were created. */
export async function listColleagues(
  handle: Handle,
  agencyId: number,
  { afterId, limit }: { afterId?: string | undefined; limit: number },
): Promise<Colleague[]> {
  const { user } = handle.t
  const rows = await selectColleagues(handle)
    .where(and(isOf(handle, agencyId), afterId === undefined ? undefined : gt(user.id, afterId)))
    .orderBy(asc(user.id))
    .limit(limit)
  return rows.map(fromRow)
}

/** One of an agency's people; undefined if the account does not belong to it. */
export async function findColleague(
  handle: Handle,
  { agencyId, userId }: { agencyId: number; userId: string },
): Promise<Colleague | undefined> {
  const isThem = and(isOf(handle, agencyId), eq(handle.t.user.id, userId))
  const [row] = await selectColleagues(handle).where(isThem)
  return row && fromRow(row)
}

/** The number of an agency's people. */
export async function countColleagues(handle: Handle, agencyId: number): Promise<number> {
  const [row] = await handle.db
    .select({ people: count() })
    .from(handle.t.user)
    .where(isOf(handle, agencyId))
  return row!.people
}

/** True if an agency has an owner with an active account. */
export function hasAgencyOwner(handle: Handle, agencyId: number): Promise<boolean> {
  const { user } = handle.t
  const isOwner = or(eq(user.agencyRole, 'agency_owner'), isNull(user.agencyRole))
  return hasRow(handle, user, and(isOf(handle, agencyId), eq(user.status, 'active'), isOwner))
}

/** The addresses of an agency's owners and accounts with an active account, who get its statements. */
export async function listAccountants(
  handle: Handle,
  agencyId: number,
): Promise<{ email: string; language: Language | null }[]> {
  const { user } = handle.t
  const isMeant = or(
    inArray(user.agencyRole, ['agency_owner', 'agency_accounts']),
    isNull(user.agencyRole),
  )
  return await handle.db
    .select({ email: user.email, language: user.language })
    .from(user)
    .where(and(isOf(handle, agencyId), eq(user.status, 'active'), isMeant))
    .orderBy(asc(user.id))
}

/** Requires a second factor of an agency's people or stops it; takes effect at each one's next request. */
export async function updateAgencyFactor(
  tx: Tx,
  agencyId: number,
  secondFactorRequired: boolean,
): Promise<void> {
  const { agency, user } = tx.t
  await tx.db.update(agency).set({ secondFactorRequired }).where(eq(agency.id, agencyId))
  const people = await tx.db.select({ id: user.id }).from(user).where(isOf(tx, agencyId))
  for (const { id } of people) invalidate(tx, userTopic(id))
}

const isOf = ({ t: { user } }: Handle, agencyId: number) =>
  and(eq(user.agencyId, agencyId), eq(user.role, 'agency_user'))

function selectColleagues({ t: { user, secondFactor }, db }: Handle) {
  const { id: userId, email, name, status, agencyId, agencyRole } = user
  return db
    .select({
      ...{ userId, email, name, status, agencyId, agencyRole },
      confirmedAtMs: secondFactor.confirmedAtMs,
    })
    .from(user)
    .leftJoin(secondFactor, eq(secondFactor.userId, user.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectColleagues>>[number]

const fromRow = ({ confirmedAtMs, agencyId, agencyRole, ...account }: Row): Colleague => ({
  ...account,
  agencyRole: heldAgencyRole({ agencyId, agencyRole })!,
  hasSecondFactor: confirmedAtMs !== null,
})
