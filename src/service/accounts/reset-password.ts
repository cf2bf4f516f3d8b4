import { LINKS_PER_HOUR } from '../../domain/accounts/account-link.ts'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { type AccountLink, countLinks, endLinks, takeLink } from '../../store/accounts/links.ts'
import { deletePasskeys } from '../../store/accounts/passkeys.ts'
import { deleteSecondFactor } from '../../store/accounts/second-factors.ts'
import { findUser, findUserSecret, noteProven, updateUser } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { createDeferredQueue, type DeferredQueue } from '../later.ts'
import { linkInvalid, mailAbout, makeLink, openLink } from './make-link.ts'
import { noteFactor } from './second-factor.ts'
import { chooserOf, refuseWeak } from './weak-passwords.ts'

/** A request of the holder of an address who forgot the password. */
type ResetRequest = { email: string; language: Language }

/** Queue that mails links for a new password, apart from the requests; mails none without a mail server. */
export type ResetRequests = DeferredQueue<ResetRequest>

const HOUR_MS = 60 * 60 * 1_000
const KINDS = ['password_reset'] as const

/** Creates the queue. The answer is the same for every address and does not reveal which ones have accounts. */
export function createResetRequests(
  deps: Deps,
  onFailure: (error: unknown) => void,
): ResetRequests {
  const tooMany = 'Too many new passwords are being requested at the moment.'
  const later = createDeferredQueue((whose: ResetRequest) => mailReset(deps, whose), {
    tooMany,
    onFailure,
  })
  return { ...later, ask: (whose) => deps.isMailing && later.ask(whose) }
}

/** Mails a link to the active account of an address, at most five within an hour. */
async function mailReset(deps: Deps, { email, language }: ResetRequest): Promise<void> {
  const { store, nowMs } = deps
  const isWanted = async (handle: Handle) => {
    const user = await findUserSecret(handle, email)
    if (user?.status !== 'active') return undefined
    const whose = { kinds: KINDS, userId: user.id }
    const made = await countLinks(handle, whose, nowMs() - HOUR_MS)
    return made < LINKS_PER_HOUR ? user : undefined
  }
  if (!(await isWanted(store))) return
  await store.tx(async (tx) => {
    await lockAccounts(tx)
    const user = await isWanted(tx)
    if (!user) return
    const { id: userId, email: address } = user
    const actor = { type: 'user' as const, id: userId }
    const about = { kind: 'password_reset' as const, userId, address, actor }
    await mailAbout(
      tx,
      deps,
      await makeLink(tx, deps, {
        ...about,
        language: user.language ?? language,
        mailed: true,
      }),
      about.kind,
    )
  })
}

/**
 * Creates a link for a new password, to be handed over by an admin. It is shown only once and proves no address.
 *
 * @throws AppError `not_found` if there is no such active account
 */
export async function makeResetLink(deps: Deps, actor: Actor, userId: string) {
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const user = await findUser(tx, userId)
    if (user?.status !== 'active')
      throw new AppError('not_found', 'There is no such active account.')
    const about = { kind: 'password_reset' as const, userId, address: user.email }
    const link = await makeLink(tx, deps, {
      ...about,
      language: user.language ?? 'en',
      actor,
      mailed: false,
    })
    const made = { entity: 'user' as const, entityId: userId, actor }
    const before = { name: user.name }
    await audit(tx, deps, { ...made, before, after: { ...before, resetLinkMade: true } })
    return link
  })
}

/**
 * Sets a new password by a link: revokes every token of the account and all its other links, and mails a notice. A
 * mailed link proves the address. The first proof removes the second factor and the passkeys of a guest's account:
 * anyone can register with any address, and must not lock out the holder of the mailbox.
 *
 * @returns the account, and whether the link was mailed: if so, its place becomes a known one
 * @throws AppError `link_invalid`, `password_too_weak`, `unavailable`
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
): Promise<{ user: User; isMailed: boolean }> {
  const { store, passwords, nowMs } = deps
  const link = await openLink(deps, token, KINDS)
  await refuseWeak(deps, chooserOf(await holderOf(store, link)), password, '/password')
  const passwordHash = await passwords.hash(password)
  return await store.tx(async (tx) => {
    await lockAccounts(tx)
    const user = await holderOf(tx, link)
    const now = nowMs()
    if (!(await takeLink(tx, link.id, now))) throw linkInvalid()
    await endLinks(tx, { userId: user.id }, now)
    const tokenVersion = user.tokenVersion + 1
    await updateUser(tx, user.id, { passwordHash, tokenVersion, updatedAtMs: now })
    const isNews = link.mailed && (await noteProven(tx, user))
    const isNewGuest = isNews && user.role === 'guest'
    const isFreed = isNewGuest && (await deleteSecondFactor(tx, user.id))
    if (isNewGuest) await deletePasskeys(tx, user.id)
    const actor = { type: 'user' as const, id: user.id }
    const before = { name: user.name }
    const change = { before, after: { ...before, passwordChanged: true } }
    await audit(tx, deps, { entity: 'user', entityId: user.id, actor, ...change })
    if (isFreed) await noteFactor(tx, deps, { user, actor, after: false })
    await mailAbout(tx, deps, link, 'password_changed')
    return { user: { ...user, tokenVersion }, isMailed: link.mailed }
  })
}

/** Returns the account of a link, if unchanged since the link was made. @throws AppError `link_invalid` */
export async function holderOf(
  handle: Handle,
  { userId, address, kind }: AccountLink,
): Promise<User> {
  const user = userId === null ? undefined : await findUser(handle, userId)
  const isItsOwn = kind === 'email_new' || user?.email === address
  if (user?.status !== 'active' || !isItsOwn) throw linkInvalid()
  return user
}
