import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import { isAtHome, ownsAgency, roleIn, type User } from '../../domain/accounts/user.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { type AccountLink, endLinks, takeLink } from '../../store/accounts/links.ts'
import { deletePasskeys } from '../../store/accounts/passkeys.ts'
import { deleteSecondFactor } from '../../store/accounts/second-factors.ts'
import { insertSession, type Session } from '../../store/accounts/sessions.ts'
import { findUser, findUserSecret, noteProven, updateUser } from '../../store/accounts/users.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { addUser, checkedName } from './accounts.ts'
import { joinAgency } from './colleagues.ts'
import { linkInvalid, openLink } from './make-link.ts'
import { joinHotel } from './members.ts'
import { newSession, type Origin } from './sessions.ts'
import { refuseWeak } from './weak-passwords.ts'

/** The effect of an invitation on its address. `new`: an account is created. `member`: its account joins. */
export type Arrival = 'new' | 'member'

export type Acceptance = { token: string; name?: string | undefined; password?: string | undefined }

/** The account that joined, its hotel or agency, and the session created with its new password. */
export type AcceptanceResult = {
  user: User
  hotelSlug: string | null
  agencyCode: string | null
  session: Session | undefined
}

/**
 * Accepts an invitation. An address without an account gets one with name and password. The holder of a
 * account that may join must be signed in to it: of a `hotel_manager` for a hotel, of an `agency_user` without an agency
 * for an agency. A guest's account becomes one with the new password if the link was mailed: opening the link proves the mailbox, which a mere registration did not.
 *
 * @param from the signed-in caller, and the origin of a new account
 * @throws AppError `link_invalid`, `unauthenticated`, `password_too_weak`, `validation_failed`, `already_exists`,
 *   `unavailable`
 */
export async function acceptInvitation(
  deps: Deps,
  { token, name, password }: Acceptance,
  from: { caller: User | undefined; origin: Origin },
): Promise<AcceptanceResult> {
  const { store } = deps
  const link = await openLink(deps, token, ['invitation'])
  await checkInviter(store, link)
  if ((await arrivalOf(store, link)) === 'member') return await joinAs(deps, link, from.caller)
  if (name === undefined) throw refused('/name', 'required', 'Say your name.')
  if (password === undefined) throw refused('/password', 'required', 'Choose a password.')
  const account = { name: checkedName(name), email: link.address }
  const hotels = { ids: link.hotelId === null ? [] : [link.hotelId] }
  const place = { hotels, ownsOne: ['owner', 'agency_owner'].includes(link.memberRole!) }
  await refuseWeak(deps, { ...account, role: roleOf(link), ...place }, password, '/password')
  const passwordHash = await deps.passwords.hash(password)
  return await store.tx(async (tx) => {
    await take(tx, deps, link)
    const isGuest = (await findUserSecret(tx, link.address)) !== undefined
    const user = isGuest
      ? await promote(tx, deps, account, { link, passwordHash })
      : await make(tx, deps, account, { link, passwordHash })
    const joined = await join(tx, deps, link, user)
    const session = newSession(deps, joined.user, from.origin)
    await insertSession(tx, session)
    return { ...joined, session }
  })
}

/**
 * Returns the current effect of an invitation on its address.
 *
 * @throws AppError `link_invalid` for an account that cannot join
 */
export async function arrivalOf(handle: Handle, link: AccountLink): Promise<Arrival> {
  const user = await findUserSecret(handle, link.address)
  if (!user || (user.role === 'guest' && user.status === 'active' && link.mailed)) return 'new'
  // An account of another agency joins none.
  const isFree = link.agencyId === null || user.agencyId === null
  if (user.role === roleOf(link) && user.status === 'active' && isFree) return 'member'
  throw linkInvalid(
    'The account of this address cannot join; ask to be invited at another address.',
  )
}

/** The role of an account that accepts an invitation. */
const roleOf = ({ agencyId }: AccountLink) =>
  agencyId === null ? ('hotel_manager' as const) : ('agency_user' as const)

/**
 * Checks that the inviter could still send the invitation: as an owner of the hotel or the agency, or an admin.
 *
 * @throws AppError `link_invalid`
 */
export async function checkInviter(
  handle: Handle,
  { actorType, actorId, hotelId, agencyId }: AccountLink,
): Promise<void> {
  if (actorType === 'system') return
  const inviter = await findUser(handle, actorId)
  // An owner without the second factor that the house requires cannot invite either.
  const isOwner =
    agencyId === null
      ? inviter && isAtHome(inviter, hotelId!) && roleIn(inviter, hotelId!) === 'owner'
      : inviter && (inviter.role === 'admin' || ownsAgency(inviter, agencyId))
  if (inviter?.status !== 'active' || !isOwner) throw linkInvalid()
}

async function joinAs(
  deps: Deps,
  link: AccountLink,
  caller: User | undefined,
): Promise<AcceptanceResult> {
  if (caller?.email !== link.address)
    throw new AppError('unauthenticated', 'Sign in to the account of the invited address first.')
  return await deps.store.tx(async (tx) => {
    await take(tx, deps, link)
    const user = await findUser(tx, caller.id)
    if (user?.email !== link.address || user.status !== 'active') throw linkInvalid()
    if (link.mailed) await noteProven(tx, user)
    return { ...(await join(tx, deps, link, user)), session: undefined }
  })
}

/** @throws AppError `link_invalid` */
async function take(tx: Tx, deps: Deps, link: AccountLink): Promise<void> {
  await lockAccounts(tx)
  await checkInviter(tx, link)
  await arrivalOf(tx, link)
  if (!(await takeLink(tx, link.id, deps.nowMs()))) throw linkInvalid()
}

type NewHolder = { link: AccountLink; passwordHash: string }
type Account = Pick<User, 'name' | 'email'>

async function make(
  tx: Tx,
  deps: Deps,
  account: Account,
  { link, passwordHash }: NewHolder,
): Promise<User> {
  const user = await addUser(tx, deps, { ...account, role: roleOf(link) }, passwordHash)
  if (link.mailed) await noteProven(tx, user)
  const { email, name, role, status } = user
  await note(tx, deps, user, { before: null, after: { email, name, role, status } })
  return user
}

/** Earlier credentials stop opening the account, for anyone can register with any address. */
async function promote(
  tx: Tx,
  deps: Deps,
  { name, email }: Account,
  { link, passwordHash }: NewHolder,
): Promise<User> {
  const { passwordHash: _, ...before } = (await findUserSecret(tx, email))!
  const nowMs = deps.nowMs()
  const change = { name, role: roleOf(link), tokenVersion: before.tokenVersion + 1 }
  await updateUser(tx, before.id, { ...change, passwordHash, updatedAtMs: nowMs })
  await endLinks(tx, { userId: before.id }, nowMs)
  await deleteSecondFactor(tx, before.id)
  await deletePasskeys(tx, before.id)
  await noteProven(tx, before)
  const after = { name, role: change.role, passwordChanged: true }
  await note(tx, deps, before, { before: { name: before.name, role: before.role }, after })
  return { ...before, ...change }
}

const note = (
  tx: Tx,
  deps: Deps,
  { id }: User,
  change: { before: unknown; after: unknown },
): Promise<void> =>
  audit(tx, deps, { entity: 'user', entityId: id, actor: { type: 'user', id }, ...change })

async function join(tx: Tx, deps: Deps, link: AccountLink, user: User) {
  const actor = { type: 'user' as const, id: user.id }
  const role = link.memberRole!
  if (link.agencyId !== null) {
    const agency = (await findAgency(tx, link.agencyId))!
    await joinAgency(tx, deps, actor, { agency, user, role: role as AgencyRole })
    return { user: (await findUser(tx, user.id))!, hotelSlug: null, agencyCode: agency.code }
  }
  const hotel = (await findHotel(tx, link.hotelId!))!
  const as = { hotel, user, role: role as MemberRole, hasAccepted: true }
  await joinHotel(tx, deps, actor, as)
  return { user: (await findUser(tx, user.id))!, hotelSlug: hotel.slug, agencyCode: null }
}
