import { LINKS_PER_HOUR } from '../../domain/accounts/account-link.ts'
import type { User } from '../../domain/accounts/user.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import {
  type AccountLink,
  countLinks,
  endLinks,
  findOtherLink,
  takeLink,
} from '../../store/accounts/links.ts'
import {
  findCredential,
  findUser,
  findUserSecret,
  noteProven,
  updateUser,
} from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { checkPassword, wrongPassword } from './accounts.ts'
import { linkInvalid, mailAbout, makeLink, openLink } from './make-link.ts'
import { holderOf } from './reset-password.ts'

const HOUR_MS = 60 * 60 * 1_000
const KINDS = ['email_old', 'email_new'] as const
/** A domain that no mail reaches (RFC 6761 §6.4). */
const NOWHERE = 'displaced.invalid'
const CHANGE_EMAIL: Actor = { type: 'system', id: 'change-email' }

/**
 * Requests a new address for the caller's account. Links go to the current and the new address, and nothing changes
 * before both are used. The answer does not reveal that another account has the address: its holder gets a notice and
 * no link.
 *
 * @throws AppError `mail_off`, `validation_failed` (`wrong_password`, `repeated`, `too_many`), `unavailable`
 */
export async function askForEmail(
  deps: Deps,
  user: User,
  asked: { email: string; currentPassword: string; language: Language },
): Promise<void> {
  const { store, isMailing, newId, nowMs } = deps
  if (!isMailing)
    throw new AppError('mail_off', 'This service sends no mail: an admin changes the address.')
  const address = normalizeEmail(asked.email)
  await checkPassword(deps, user, asked.currentPassword)
  if (address === user.email)
    throw refused('/email', 'repeated', 'The account has this address already.')
  await store.tx(async (tx) => {
    await lockAccounts(tx)
    const now = await findUser(tx, user.id)
    if (now?.status !== 'active' || now.email !== user.email) throw wrongPassword()
    const made = await countLinks(tx, { kinds: ['email_new'], userId: user.id }, nowMs() - HOUR_MS)
    if (made >= LINKS_PER_HOUR)
      throw refused('/email', 'too_many', `At most ${LINKS_PER_HOUR} times an hour.`, {
        max: LINKS_PER_HOUR,
      })
    const isTaken = (await findCredential(tx, address)) !== undefined
    const actor = { type: 'user' as const, id: user.id }
    const language = user.language ?? asked.language
    const shared = { userId: user.id, changeId: newId(), language, actor, mailed: true }
    const old = await makeLink(tx, deps, { kind: 'email_old', address: user.email, ...shared })
    const fresh = await makeLink(tx, deps, { kind: 'email_new', address, ...shared })
    await mailAbout(tx, deps, old, 'email_old')
    await mailAbout(tx, deps, fresh, isTaken ? 'email_taken' : 'email_new')
  })
}

/**
 * Confirms a change of address at one of its two addresses; the second confirmation applies it. A refused call does
 * not use up its link.
 *
 * @returns true if the change is complete
 * @throws AppError `link_invalid`, `already_exists`
 */
export async function confirmEmail(deps: Deps, token: string): Promise<boolean> {
  const link = await openLink(deps, token, KINDS)
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const user = await holderOf(tx, link)
    const other = await findOtherLink(tx, link)
    const now = deps.nowMs()
    if (!other || other.endedAtMs !== null) throw linkInvalid()
    if (!(await takeLink(tx, link.id, now))) throw linkInvalid()
    if (link.kind === 'email_old') await noteProven(tx, user)
    if (other.usedAtMs === null) return false
    const [old, fresh] = link.kind === 'email_old' ? [link, other] : [other, link]
    await moveAccount(tx, deps, user, { old, fresh })
    return true
  })
}

/** Refuses a change of address at either address; both links end. @throws AppError `link_invalid` */
export async function refuseEmail(deps: Deps, token: string): Promise<void> {
  const link = await openLink(deps, token, KINDS)
  await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const ended = await endLinks(tx, { changeId: link.changeId! }, deps.nowMs())
    if (ended === 0) throw linkInvalid()
  })
}

/**
 * Takes the new address from an account that registered with it after the request and never proved the mailbox; at
 * this point the link mailed there has been used. No address is reserved, and a registration cannot block a change.
 *
 * @throws AppError `already_exists`
 */
async function freeAddress(tx: Tx, deps: Deps, { address, createdAtMs }: AccountLink) {
  const other = await findUserSecret(tx, address)
  if (!other) return
  const isStranger = other.role === 'guest' && !other.isAddressProven
  if (!isStranger || other.createdAtMs < createdAtMs)
    throw new AppError('already_exists', 'The new address belongs to another account by now.')
  await displaceUser(tx, deps, other)
}

/**
 * Takes an address from an account whose holder never proved it. The account is signed out and blocked, under an
 * address that reaches no one. It keeps its bookings; neither the next holder of the address nor anyone else can read
 * them by it. An admin can give the account another address and unblock it.
 */
async function displaceUser(tx: Tx, deps: Deps, user: User): Promise<void> {
  const { id, name, email, tokenVersion } = user
  const nowMs = deps.nowMs()
  const change = { email: `${id}@${NOWHERE}`, status: 'blocked' as const }
  await updateUser(tx, id, { ...change, tokenVersion: tokenVersion + 1, updatedAtMs: nowMs })
  await endLinks(tx, { userId: id }, nowMs)
  const before = { name, email, status: user.status }
  const actor = CHANGE_EMAIL
  await audit(tx, deps, { entity: 'user', entityId: id, actor, before, after: { name, ...change } })
}

type LinkPair = { old: AccountLink; fresh: AccountLink }

async function moveAccount(
  tx: Tx,
  deps: Deps,
  user: User,
  { old, fresh }: LinkPair,
): Promise<void> {
  const email = fresh.address
  if (user.email !== old.address) throw linkInvalid()
  await freeAddress(tx, deps, fresh)
  const now = deps.nowMs()
  await updateUser(tx, user.id, { email, updatedAtMs: now })
  await noteProven(tx, { id: user.id, email })
  // Ends the links made for the former address.
  await endLinks(tx, { userId: user.id }, now)
  const actor = { type: 'user' as const, id: user.id }
  const { name } = user
  const change = { before: { name, email: user.email }, after: { name, email } }
  await audit(tx, deps, { entity: 'user', entityId: user.id, actor, ...change })
  await mailAbout(tx, deps, old, 'email_changed')
  await mailAbout(tx, deps, fresh, 'email_changed')
}
