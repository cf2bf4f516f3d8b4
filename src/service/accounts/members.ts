import type { AccessGrant, Removal } from '../../domain/accounts/access-grant.ts'
import {
  MEMBERS_MAX,
  MEMBERSHIPS_MAX,
  type MemberRole,
  type Membership,
  type NeededRole,
  needRole,
} from '../../domain/accounts/membership.ts'
import { roleIn, type User } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError, refused, tooMany } from '../../domain/kernel/errors.ts'
import {
  deleteMember,
  findMember,
  hasOwner,
  insertMember,
  listMembers,
  type Member,
  type MemberPlace,
  updateMember,
} from '../../store/accounts/members.ts'
import { findUser, findUserSecret } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { simulateTx } from '../simulate.ts'
import { giveUpFor } from '../webhooks/end-webhooks.ts'
import { endCreations, lockCreations } from './access-grants.ts'
import { addressOf } from './addresses.ts'
import { endInvitationsBy } from './end-invitations.ts'

/** The hotel whose members change. */
type Place = Pick<Hotel, 'id' | 'slug'>

/**
 * Adds an account of the role `hotel_manager` to a hotel. The refusal is the same for other accounts and for an
 * unknown address.
 *
 * @throws AppError `validation_failed` (`unknown_account`, `too_many`), `already_exists`, `role_missing`, `not_found`
 */
export async function addMember(
  deps: Deps,
  actor: Actor,
  hotel: Place,
  { email, role }: { email: string; role: MemberRole },
): Promise<Member> {
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    await checkOwner(tx, actor, hotel)
    const user = await findUserSecret(tx, await addressOf(tx, email))
    if (user?.role !== 'hotel_manager' || user.status !== 'active') throw unknownAccount()
    return await joinHotel(tx, deps, actor, { hotel, user, role })
  })
}

/** A new member, with hotel and role; joins by an accepted invitation, or at once. */
type NewMember = { hotel: Place; user: User; role: MemberRole; hasAccepted?: boolean }

/** Makes an account a member of a hotel. @throws AppError `already_exists`, `validation_failed` (`too_many`) */
export async function joinHotel(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, user, role, hasAccepted = false }: NewMember,
): Promise<Member> {
  if (user.memberships.some(({ hotelId }) => hotelId === hotel.id))
    throw alreadyExists('/email', 'This account already belongs to the hotel.', {
      person: user.name,
    })
  if (user.memberships.length >= MEMBERSHIPS_MAX)
    throw refused('/email', 'too_many', `An account has at most ${MEMBERSHIPS_MAX} hotels.`, {
      max: MEMBERSHIPS_MAX,
    })
  const limit = MEMBERS_MAX
  if ((await listMembers(tx, hotel.id, { limit })).length >= limit) throw tooMany('members', limit)
  const place = { hotelId: hotel.id, userId: user.id }
  await insertMember(tx, { ...place, memberRole: role })
  await noteMember(tx, deps, actor, { hotel, user, before: undefined, after: role, hasAccepted })
  return (await findMember(tx, place))!
}

/**
 * Changes the role of a member. The caller must own the hotel inside the transaction: no one can promote themselves,
 * and of two owners who demote each other one is refused.
 *
 * @throws AppError `not_found`, `role_missing`, `last_owner`
 */
export async function changeMember(
  deps: Deps,
  actor: Actor,
  hotel: Place,
  { userId, role }: { userId: string; role: MemberRole },
): Promise<Member> {
  return await deps.store.tx(async (tx) => {
    const { place, before } = await holdMember(tx, actor, hotel, userId)
    await updateMember(tx, place, role)
    if (before.memberRole === 'owner' && role !== 'owner')
      await loseOwnership(tx, deps, actor, { hotel, userId })
    const change = { before: before.memberRole, after: role }
    await noteMember(tx, deps, actor, { hotel, user: { ...before, id: userId }, ...change })
    return { ...before, memberRole: role }
  })
}

/**
 * Ends a membership at once and everywhere, and on request the member's creations at the hotel. Members may end their
 * own membership; ending another's, or any creations, takes an owner.
 *
 * @returns the member's active creations there
 * @throws AppError `not_found`, `role_missing`, `last_owner`
 */
export async function removeMember(
  deps: Deps,
  actor: Actor,
  hotel: Place,
  { userId, revoke = false, simulate = false }: Removal & { userId: string },
): Promise<AccessGrant[]> {
  const remove = async (tx: Tx) => {
    const needed = actor.id === userId && !revoke ? 'any' : 'owner'
    const { place, before } = await holdMember(tx, actor, hotel, userId, needed)
    const made = await lockCreations(tx, deps, { userId, hotelIds: [hotel.id] })
    await deleteMember(tx, place)
    if (before.memberRole === 'owner') await loseOwnership(tx, deps, actor, { hotel, userId })
    const change = { before: before.memberRole, after: undefined }
    await noteMember(tx, deps, actor, { hotel, user: { ...before, id: userId }, ...change })
    return { made, webhookIds: revoke ? await endCreations(tx, deps, actor, made) : [] }
  }
  if (simulate) return (await simulateTx(deps, remove)).made
  const { made, webhookIds } = await deps.store.tx(remove)
  for (const id of webhookIds) await giveUpFor(deps, id, deps.nowMs())
  return made
}

/** The memberships of an account before and after an admin's change, which is already written. */
type MembershipChange = {
  user: User
  before: readonly Membership[]
  slugs: ReadonlyMap<number, string>
}

/**
 * Audits the effect of an account's change on its memberships.
 *
 * @param slugs of all hotels concerned
 * @throws AppError `last_owner`
 */
export async function noteMemberships(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { user, before, slugs }: MembershipChange,
): Promise<void> {
  const roleOf = (all: readonly Membership[], id: number) =>
    all.find(({ hotelId }) => hotelId === id)?.role
  for (const [hotelId, slug] of slugs) {
    const [was, is] = [roleOf(before, hotelId), roleOf(user.memberships, hotelId)]
    const hotel = { id: hotelId, slug }
    if (was === 'owner' && is !== 'owner')
      await loseOwnership(tx, deps, actor, { hotel, userId: user.id })
    await noteMember(tx, deps, actor, { hotel, user, before: was, after: is })
  }
}

/** @throws AppError `not_found`, `role_missing` */
async function holdMember(
  tx: Tx,
  actor: Actor,
  hotel: Place,
  userId: string,
  needed: NeededRole = 'owner',
) {
  await lockAccounts(tx)
  await checkOwner(tx, actor, hotel, needed)
  const place: MemberPlace = { hotelId: hotel.id, userId }
  const before = await findMember(tx, place)
  if (!before) throw new AppError('not_found', 'This hotel has no such member.')
  return { place, before }
}

/**
 * Checks again inside the transaction that the caller owns the hotel, for the first check came before it.
 *
 * @param needed a lesser requirement that also suffices
 * @throws AppError `not_found`, `role_missing`
 */
export async function checkOwner(
  tx: Tx,
  actor: Actor,
  { id }: Place,
  needed: NeededRole = 'owner',
): Promise<void> {
  if (actor.type === 'system') return
  const role = roleIn(await findUser(tx, actor.id), id)
  if (!role) throw new AppError('not_found', 'You manage no hotel with this slug.')
  needRole(role, needed)
}

/** Applies the loss of a hotel's ownership; the hotel keeps another owner. @throws AppError `last_owner` */
async function loseOwnership(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  former: { hotel: Place; userId: string },
): Promise<void> {
  await checkOwned(tx, former.hotel.id)
  await endInvitationsBy(tx, deps, actor, { hotel: former.hotel }, former.userId)
}

async function checkOwned(tx: Tx, hotelId: number): Promise<void> {
  if (await hasOwner(tx, hotelId)) return
  throw new AppError('last_owner', 'This is the last owner of the hotel; make another one first.')
}

type MemberNote = {
  hotel: Place
  user: Pick<User, 'id' | 'email' | 'name'>
  before: MemberRole | undefined
  after: MemberRole | undefined
  /** True for an accepted invitation, which the audit log tells apart from an act of others. */
  hasAccepted?: boolean
}

/** Audits a change of membership; no role means no membership. */
async function noteMember(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, user: { id, email, name }, before, after, hasAccepted }: MemberNote,
): Promise<void> {
  await audit(tx, deps, {
    entity: 'member',
    entityId: `${hotel.slug}/${id}`,
    hotelId: hotel.id,
    actor,
    before: before && { email, name, role: before },
    after: { email, name, role: after ?? null, ...(hasAccepted && { accepted: true }) },
  })
}

const unknownAccount = () =>
  refused('/email', 'unknown_account', 'No hotel account has this address; invite it.')
