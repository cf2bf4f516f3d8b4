import {
  type AgencyRole,
  COLLEAGUES_MAX,
  needAgencyRole,
} from '../../domain/accounts/agency-role.ts'
import { auditPlaceOf } from '../../domain/accounts/house.ts'
import { agencyRoleOf, type User } from '../../domain/accounts/user.ts'
import { AppError, refused, tooMany } from '../../domain/kernel/errors.ts'
import {
  type Colleague,
  countColleagues,
  findColleague,
  hasAgencyOwner,
  updateAgencyFactor,
} from '../../store/accounts/colleagues.ts'
import { deleteOtherSessions } from '../../store/accounts/sessions.ts'
import { findUser, revokeTokens, updateUser } from '../../store/accounts/users.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts, lockCatalog } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { endInvitationsBy } from './end-invitations.ts'
import { noteEnded } from './other-sessions.ts'

/** The agency whose people change. */
type OwnAgency = Pick<Agency, 'id' | 'code'>

/**
 * Changes the role of one of an agency's people. The caller must own the agency inside the transaction.
 *
 * @throws AppError `not_found`, `role_missing`, `last_owner`
 */
export async function changeColleague(
  deps: Deps,
  actor: Actor,
  agency: OwnAgency,
  { userId, role }: { userId: string; role: AgencyRole },
): Promise<Colleague> {
  return await deps.store.tx(async (tx) => {
    const before = await holdColleague(tx, actor, agency, userId)
    await updateUser(tx, userId, { agencyRole: role, updatedAtMs: deps.nowMs() })
    if (before.agencyRole === 'agency_owner' && role !== 'agency_owner')
      await loseAgency(tx, deps, actor, agency, userId)
    await noteColleague(tx, deps, actor, agency, { user: before, after: role })
    return { ...before, agencyRole: role }
  })
}

/**
 * Takes an account out of an agency at once and everywhere, and ends its sessions. People may leave by themselves; only
 * owners remove others.
 *
 * @throws AppError `not_found`, `role_missing`, `last_owner`
 */
export async function removeColleague(
  deps: Deps,
  actor: Actor,
  agency: OwnAgency,
  userId: string,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    const before = await holdColleague(tx, actor, agency, userId, actor.id === userId)
    const nowMs = deps.nowMs()
    await updateUser(tx, userId, { agencyId: null, agencyRole: null, updatedAtMs: nowMs })
    await revokeTokens(tx, userId, nowMs)
    if (before.agencyRole === 'agency_owner') await loseAgency(tx, deps, actor, agency, userId)
    await noteColleague(tx, deps, actor, agency, { user: before, after: null })
  })
}

/** Signs one of an agency's people out everywhere. @throws AppError `not_found`, `role_missing` */
export async function endColleagueSessions(
  deps: Deps,
  actor: Actor,
  agency: OwnAgency,
  userId: string,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    const { name } = await holdColleague(tx, actor, agency, userId)
    const ended = await deleteOtherSessions(tx, userId, undefined)
    await revokeTokens(tx, userId, deps.nowMs())
    if (ended > 0) await noteEnded(tx, deps, { id: userId, name }, ended, actor)
  })
}

/** Adds an account that accepted an invitation. @throws AppError `validation_failed` (`too_many`) */
export async function joinAgency(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { agency, user, role }: { agency: OwnAgency; user: User; role: AgencyRole },
): Promise<void> {
  if ((await countColleagues(tx, agency.id)) >= COLLEAGUES_MAX)
    throw tooMany('people', COLLEAGUES_MAX)
  const place = { agencyId: agency.id, agencyRole: role }
  await updateUser(tx, user.id, { ...place, updatedAtMs: deps.nowMs() })
  const joined = { userId: user.id, email: user.email, name: user.name }
  await noteColleague(tx, deps, actor, agency, { user: joined, after: role })
}

/**
 * Sets or lifts an agency's rule that its people need a second factor, from their next request on. An owner without one
 * is refused, for the rule would lock that owner out.
 *
 * @throws AppError `role_missing`, `validation_failed` (`own_factor_first`)
 */
export async function requireAgencyFactor(
  deps: Deps,
  { actor, user: asking }: { actor: Actor; user: User },
  agency: OwnAgency,
  required: boolean,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    await lockCatalog(tx)
    const user = await checkAgencyOwner(tx, actor, agency)
    if (required && !user?.hasSecondFactor && !asking.hasShownPasskey)
      throw refused('/required', 'own_factor_first', 'Switch on a second factor of your own first.')
    const { name, secondFactorRequired } = (await findAgency(tx, agency.id))!
    const before = { name, secondFactorRequired }
    const after = { name, secondFactorRequired: required }
    if (secondFactorRequired !== required) await updateAgencyFactor(tx, agency.id, required)
    await audit(tx, deps, { entity: 'agency', entityId: agency.code, actor, before, after })
  })
}

/**
 * Checks again inside the transaction that the caller owns the agency, or is an admin, for the first check came before
 * it.
 *
 * @param isOwn true if the act concerns the caller alone: then any of the agency's people may
 * @returns the caller
 * @throws AppError `not_found`, `role_missing`, `second_factor_required`
 */
export async function checkAgencyOwner(
  tx: Tx,
  actor: Actor,
  { id }: OwnAgency,
  isOwn = false,
): Promise<User | undefined> {
  const user = await findUser(tx, actor.id)
  if (user?.role === 'admin') return user
  const role = user?.agencyId === id ? agencyRoleOf(user) : undefined
  if (!role) throw new AppError('not_found', 'You do not belong to this agency.')
  if (!isOwn) needAgencyRole(role, ['agency_owner'])
  return user
}

/**
 * Keeps an owner in the agency of an account whose change by an admin is already written: the last active one stays.
 *
 * @throws AppError `last_owner`
 */
export async function keepAgencyOwned(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  before: User,
  after: User,
): Promise<void> {
  const { agencyId } = before
  const isOwner = after.agencyId === agencyId && after.agencyRole === 'agency_owner'
  if (agencyId === null || before.agencyRole !== 'agency_owner' || isOwner) return
  await loseAgency(tx, deps, actor, (await findAgency(tx, agencyId))!, before.id)
}

/** Applies the loss of an agency's ownership; the agency keeps another owner. @throws AppError `last_owner` */
async function loseAgency(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  agency: OwnAgency,
  userId: string,
): Promise<void> {
  if (!(await hasAgencyOwner(tx, agency.id)))
    throw new AppError('last_owner', 'This is the last owner of the agency; make another first.')
  await endInvitationsBy(tx, deps, actor, { agency }, userId)
}

/** @throws AppError `not_found`, `role_missing` */
async function holdColleague(
  tx: Tx,
  actor: Actor,
  agency: OwnAgency,
  userId: string,
  isOwn = false,
): Promise<Colleague> {
  await lockAccounts(tx)
  await checkAgencyOwner(tx, actor, agency, isOwn)
  const found = await findColleague(tx, { agencyId: agency.id, userId })
  if (!found) throw new AppError('not_found', 'This agency has no such person.')
  return found
}

type ColleagueNote = {
  user: Pick<Colleague, 'userId' | 'email' | 'name'> & { agencyRole?: AgencyRole }
  after: AgencyRole | null
}

/** Audits who joined an agency, changed their role or left; somebody without a role before has joined. */
async function noteColleague(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  agency: OwnAgency,
  { user: { userId, email, name, agencyRole }, after }: ColleagueNote,
): Promise<void> {
  await audit(tx, deps, {
    entity: 'member',
    ...auditPlaceOf({ agency }, userId),
    actor,
    before: agencyRole && { email, name, role: agencyRole },
    after: { email, name, role: after, ...(!agencyRole && { accepted: true }) },
  })
}
