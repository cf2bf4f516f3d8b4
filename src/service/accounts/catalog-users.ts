import type { AccessGrant, Removal } from '../../domain/accounts/access-grant.ts'
import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import type { Membership } from '../../domain/accounts/membership.ts'
import type { Role, User, UserStatus } from '../../domain/accounts/user.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { endLinks } from '../../store/accounts/links.ts'
import { findUser, findUserSecret, hasAdmin, updateUser } from '../../store/accounts/users.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { listHotelNames } from '../../store/catalog/catalog-lists.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { simulateTx } from '../simulate.ts'
import { giveUpFor } from '../webhooks/end-webhooks.ts'
import { endCreations, lockCreations } from './access-grants.ts'
import { addUser, emailTaken } from './accounts.ts'
import { belongingsOf } from './belongings.ts'
import { keepAgencyOwned } from './colleagues.ts'
import { endInvitationsBy } from './end-invitations.ts'
import { noteMemberships } from './members.ts'
import { chooserOf, refuseWeak } from './weak-passwords.ts'

/** An account created by an admin. */
export type NewUser = {
  email: string
  password: string
  name: string
  role: Role
  /** Slugs of a manager's hotels. */
  hotels?: string[]
  /** The agency of an agency user, and the role in it. */
  agencyCode?: string
  agencyRole?: AgencyRole
}

/** Changes of an account by an admin; absent fields stay as they are. */
export type UserChanges = Partial<NewUser> &
  Removal & {
    status?: UserStatus
    /** Slugs of its hotels as the admin saw them: `hotels` adds and removes relative to these; others' changes stay. */
    seenHotels?: string[]
  }

/** Creates an account. @throws AppError `password_too_weak`, `validation_failed`, `already_exists`, `unavailable` */
export async function createUser(
  deps: Deps,
  actor: Actor,
  { password, hotels, agencyCode, agencyRole, ...fields }: NewUser,
): Promise<User> {
  await refuseWeak(deps, { ...fields, ...ownedHotels(hotels ?? []) }, password, '/password')
  const passwordHash = await deps.passwords.hash(password)
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const belongings = await belongingsOf(tx, fields.role, { hotels, agencyCode, agencyRole })
    const user = await addUser(tx, deps, { ...fields, ...belongings }, passwordHash)
    const slugs = await slugsOf(tx, user.memberships)
    const after = await stateOf(tx, user, slugs)
    await audit(tx, deps, { entity: 'user', entityId: user.id, actor, after })
    await noteMemberships(tx, deps, actor, { user, before: [], slugs })
    return user
  })
}

/**
 * Changes an account. A new role drops the belongings of the former one; a new password, role or status revokes every
 * token (contract §5). The last active admin stays an admin, and the last active owner of a hotel its owner, unless
 * blocked. On request, its creations end with it: those at hotels that it loses, or all once it is blocked.
 *
 * @returns the account and its active creations there; in a dry run the account as it would be
 * @throws AppError `not_found`, `password_too_weak`, `validation_failed`, `already_exists`, `last_owner`, `unavailable`
 */
export async function changeUser(
  deps: Deps,
  actor: Actor,
  id: string,
  {
    password,
    hotels,
    seenHotels,
    agencyCode,
    agencyRole,
    revoke = false,
    simulate = false,
    ...fields
  }: UserChanges,
): Promise<{ user: User; made: AccessGrant[] }> {
  const known = await findUser(deps.store, id)
  if (!known) throw new AppError('not_found', 'There is no such account.')
  if (password !== undefined) {
    const chooser = { ...chooserOf(known), ...fields, ...(hotels && ownedHotels(hotels)) }
    await refuseWeak(deps, chooser, password, '/password')
  }
  const passwordHash = password === undefined ? undefined : await deps.passwords.hash(password)
  const change = async (tx: Tx) => {
    await lockAccounts(tx)
    const before = (await findUser(tx, id))!
    const email = fields.email === undefined ? before.email : normalizeEmail(fields.email)
    const other = await findUserSecret(tx, email)
    if (other && other.id !== id) throw emailTaken()
    const role = fields.role ?? before.role
    const status = fields.status ?? before.status
    const belongings = await belongingsOf(
      tx,
      role,
      { hotels, seenHotels, agencyCode, agencyRole },
      before,
    )
    const endsTokens =
      passwordHash !== undefined || role !== before.role || status !== before.status
    const after: User = {
      ...before,
      ...fields,
      ...belongings,
      email,
      tokenVersion: before.tokenVersion + (endsTokens ? 1 : 0),
    }
    const lost = lostPlaces(before, after)
    const made = lost ? await lockCreations(tx, deps, { userId: id, ...lost }) : []
    const { id: _, createdAtMs, ...row } = after
    const secret = passwordHash === undefined ? {} : { passwordHash }
    await updateUser(tx, id, { ...row, ...secret, updatedAtMs: deps.nowMs() })
    // Links were made for the account before the change.
    if (endsTokens || email !== before.email) await endLinks(tx, { userId: id }, deps.nowMs())
    if (!(await hasAdmin(tx)))
      throw refused('/role', 'last_admin', 'This is the last active admin; make another first.')
    const slugs = await slugsOf(tx, [...before.memberships, ...after.memberships])
    const passwordChanged = passwordHash && { passwordChanged: true }
    const state = { ...(await stateOf(tx, after, slugs)), ...passwordChanged }
    const change = { entityId: id, actor, before: await stateOf(tx, before, slugs), after: state }
    await audit(tx, deps, { entity: 'user', ...change })
    await noteMemberships(tx, deps, actor, { user: after, before: before.memberships, slugs })
    await keepAgencyOwned(tx, deps, actor, before, after)
    if (role !== before.role || status !== 'active')
      await endTheirInvitations(tx, deps, actor, id, slugs)
    const webhookIds = revoke ? await endCreations(tx, deps, actor, made) : []
    return { user: after, made, webhookIds }
  }
  if (simulate) return await simulateTx(deps, change)
  const { webhookIds, ...changed } = await deps.store.tx(change)
  for (const webhookId of webhookIds) await giveUpFor(deps, webhookId, deps.nowMs())
  return changed
}

/** Returns where an account loses rights by a change: everywhere (no list), at some hotels, or nowhere (undefined). */
function lostPlaces(before: User, after: User): { hotelIds?: number[] } | undefined {
  const isOut = after.status === 'blocked' || (before.role === 'admin' && after.role !== 'admin')
  if (isOut) return {}
  const kept = new Set(after.memberships.map(({ hotelId }) => hotelId))
  const hotelIds = before.memberships
    .map(({ hotelId }) => hotelId)
    .filter((hotel) => !kept.has(hotel))
  return hotelIds.length === 0 ? undefined : { hotelIds }
}

/** Hotels with these slugs, for a new owner. */
const ownedHotels = (slugs: string[]) => ({ hotels: { slugs }, ownsOne: slugs.length > 0 })

/** Ends all invitations, of whatever hotel, made by an account that is blocked or changes its role. */
async function endTheirInvitations(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  userId: string,
  slugs: ReadonlyMap<number, string>,
): Promise<void> {
  for (const [id, slug] of slugs)
    await endInvitationsBy(tx, deps, actor, { hotel: { id, slug } }, userId)
  await endLinks(tx, { kinds: ['invitation'], actorId: userId }, deps.nowMs())
}

/** Returns the hotels of memberships: slugs by id, ascending by id, in the order of the audit entries. */
async function slugsOf(tx: Tx, memberships: readonly Membership[]): Promise<Map<number, string>> {
  const found = await listHotelNames(tx, { ids: memberships.map(({ hotelId }) => hotelId) })
  return new Map(found.toSorted((a, b) => a.id - b.id).map(({ id, slug }) => [id, slug]))
}

/** Returns an account as the audit log shows it: without its password and the secrets of its tokens. */
async function stateOf(
  tx: Tx,
  { email, name, role, status, memberships, agencyId, agencyRole }: User,
  slugs: ReadonlyMap<number, string>,
) {
  const hotels = memberships.map(({ hotelId }) => slugs.get(hotelId)!)
  const agency = agencyId === null ? undefined : await findAgency(tx, agencyId)
  const agencyCode = agency?.code ?? null
  return { email, name, role, status, hotels, agencyCode, ...(agencyRole && { agencyRole }) }
}
