import {
  INVITATIONS_MAX,
  INVITATIONS_PER_DAY,
  LINKS_PER_HOUR,
} from '../../domain/accounts/account-link.ts'
import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import { type House, type HouseRole, placeOf } from '../../domain/accounts/house.ts'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError, refused, tooMany } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { countLinks, endLink, findLink, listInvitations } from '../../store/accounts/links.ts'
import type { Member } from '../../store/accounts/members.ts'
import { findUser, findUserSecret } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists } from '../history/audit.ts'
import { addressOf } from './addresses.ts'
import { checkAgencyOwner } from './colleagues.ts'
import { noteInvitation, stateOf } from './end-invitations.ts'
import { mailAbout, makeLink, type TokenLink } from './make-link.ts'
import { checkOwner, joinHotel } from './members.ts'

const HOUR_MS = 60 * 60 * 1_000

type InvitingHotel = Pick<Hotel, 'id' | 'slug' | 'mailLanguage'>
type InvitationRequest = { email: string; role: MemberRole; language?: Language | undefined }

/** The result of an invitation: a member at once, if the invited account already works for hotels, else a link. */
export type InvitationResult =
  | { member: Member; link?: undefined }
  | { link: TokenLink; member?: undefined }

/**
 * Invites the holder of an address into a hotel. An active account of the role `hotel_manager` joins at once. Neither
 * the answer nor the list reveals any other account of the address.
 *
 * @throws AppError `role_missing`, `not_found`, `already_exists`, `validation_failed` (`too_many`)
 */
export async function invite(
  deps: Deps,
  actor: Actor,
  hotel: InvitingHotel,
  { email, role, language = hotel.mailLanguage }: InvitationRequest,
): Promise<InvitationResult> {
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    await checkOwner(tx, actor, hotel)
    const address = await addressOf(tx, email)
    const user = await findUserSecret(tx, address)
    if (user?.role === 'hotel_manager' && user.status === 'active')
      return { member: await joinHotel(tx, deps, actor, { hotel, user, role }) }
    return { link: await sendInvitation(tx, deps, actor, { hotel }, { address, role, language }) }
  })
}

/**
 * Invites the holder of an address into an agency. Everybody accepts by the link: the answer reveals no account, except
 * that the agency's own people are not invited again.
 *
 * @param language default: the inviter's
 * @throws AppError `role_missing`, `not_found`, `already_exists`, `validation_failed` (`too_many`)
 */
export async function inviteColleague(
  deps: Deps,
  actor: Actor,
  agency: { id: number; code: string },
  request: { email: string; role: AgencyRole; language?: Language | undefined },
): Promise<TokenLink> {
  const { email, role } = request
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    await checkAgencyOwner(tx, actor, agency)
    const address = await addressOf(tx, email)
    const user = await findUserSecret(tx, address)
    if (user?.role === 'agency_user' && user.agencyId === agency.id)
      throw alreadyExists('/email', 'This account already belongs to the agency.', {
        person: user.name,
      })
    const language = request.language ?? (await findUser(tx, actor.id))?.language ?? 'en'
    return await sendInvitation(tx, deps, actor, { agency }, { address, role, language })
  })
}

/**
 * Sends an invitation again with a new link; the old link ends. The new sender becomes its inviter.
 *
 * @throws AppError `role_missing`, `not_found`, `validation_failed` (`too_many`)
 */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  house: House,
  id: string,
): Promise<TokenLink> {
  return await deps.store.tx(async (tx) => {
    const { address, memberRole, language, ...former } = await holdInvitation(tx, actor, house, id)
    const about = { address, role: memberRole!, language }
    const link = await makeInvitation(tx, deps, actor, house, about)
    const before = { ...stateOf({ ...former, address, memberRole }), sentAtMs: former.createdAtMs }
    const after = { ...stateOf(link), sentAtMs: link.createdAtMs }
    await noteInvitation(tx, deps, actor, house, { link, before, after })
    return link
  })
}

/** Withdraws an invitation; its link ends. @throws AppError `role_missing`, `not_found` */
export async function withdrawInvitation(
  deps: Deps,
  actor: Actor,
  house: House,
  id: string,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    const link = await holdInvitation(tx, actor, house, id)
    const nowMs = deps.nowMs()
    if (!(await endLink(tx, id, nowMs))) throw noInvitation()
    const before = stateOf(link)
    const after = { ...before, deletedAtMs: nowMs }
    await noteInvitation(tx, deps, actor, house, { link, before, after })
  })
}

type Invitation = { address: string; role: HouseRole; language: Language }

/** Makes an invitation that takes the place of an open one to the address. @throws AppError `validation_failed` */
async function sendInvitation(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  house: House,
  about: Invitation,
): Promise<TokenLink> {
  const open = await listInvitations(tx, placeOf(house), INVITATIONS_MAX)
  const former = open.find((each) => each.address === about.address)
  if (!former && open.length >= INVITATIONS_MAX) throw tooMany('invitations', INVITATIONS_MAX)
  const before = former && stateOf(former)
  const link = await makeInvitation(tx, deps, actor, house, about)
  await noteInvitation(tx, deps, actor, house, { link, before, after: stateOf(link) })
  return link
}

async function makeInvitation(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  house: House,
  { address, role, language }: Invitation,
): Promise<TokenLink> {
  // Counts the invitations of all hotels and agencies, but no other mail to the address, which the inviter must not learn about.
  const sinceMs = deps.nowMs() - HOUR_MS
  const toMailbox = { kinds: ['invitation'], mailboxOf: address } as const
  if ((await countLinks(tx, toMailbox, sinceMs)) >= LINKS_PER_HOUR)
    throw refused(
      '/email',
      'too_many',
      `This mailbox is invited at most ${LINKS_PER_HOUR} times an hour.`,
      { max: LINKS_PER_HOUR },
    )
  const ofHouse = { kinds: ['invitation'], ...placeOf(house) } as const
  // Counts withdrawn invitations too, for every invitation mails a stranger.
  if ((await countLinks(tx, ofHouse, deps.nowMs() - 24 * HOUR_MS)) >= INVITATIONS_PER_DAY)
    throw tooMany('invitations a day', INVITATIONS_PER_DAY)
  const link = await makeLink(tx, deps, {
    ...{ kind: 'invitation', address, ...placeOf(house), memberRole: role },
    ...{ language, actor, mailed: deps.isMailing },
  })
  await mailAbout(tx, deps, link, 'invitation')
  return link
}

/** @throws AppError `role_missing`, `not_found` */
async function holdInvitation(tx: Tx, actor: Actor, house: House, id: string) {
  await lockAccounts(tx)
  if (house.hotel) await checkOwner(tx, actor, house.hotel)
  else await checkAgencyOwner(tx, actor, house.agency)
  const link = await findLink(tx, id)
  const isItsOwn =
    link?.kind === 'invitation' &&
    link.hotelId === (house.hotel?.id ?? null) &&
    link.agencyId === (house.agency?.id ?? null)
  if (!isItsOwn || link.usedAtMs !== null || link.endedAtMs !== null) throw noInvitation()
  return link
}

const noInvitation = () => new AppError('not_found', 'There is no such invitation.')
