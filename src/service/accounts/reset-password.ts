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
import { holdAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { createDeferredQueue, type DeferredQueue } from '../later.ts'
import { linkInvalid, mailAbout, makeLink, openLink } from './make-link.ts'
import { noteFactor } from './second-factor.ts'
import { chooserOf, refuseWeak } from './weak-passwords.ts'

/** Somebody who has forgotten the password of the account of an address. */
type ResetRequest = { email: string; language: Language }

/** Mails links by which forgotten passwords are chosen anew, beside the requests that ask for them; nothing without a mail server. */
export type ResetRequests = DeferredQueue<ResetRequest>

const HOUR_MS = 60 * 60 * 1_000
const KINDS = ['password_reset'] as const

/** The answer to who has forgotten a password is the same for every address, and tells not which addresses have accounts. */
export function createResetRequests(
  deps: Deps,
  onFailure: (error: unknown) => void,
): ResetRequests {
  const tooMany = 'Too many ask for a new password at the moment.'
  const later = createDeferredQueue((whose: ResetRequest) => mailReset(deps, whose), {
    tooMany,
    onFailure,
  })
  return { ...later, ask: (whose) => deps.isMailing && later.ask(whose) }
}

/** Mails a link to an active account of the address, of which there are five within an hour at most. */
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
    await holdAccounts(tx)
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
 * Makes a link to hand over by which somebody chooses a new password; for admins. It is shown this once and proves no
 * address.
 *
 * @throws AppError `not_found` when there is no such active account
 */
export async function makeResetLink(deps: Deps, actor: Actor, userId: string) {
  return await deps.store.tx(async (tx) => {
    await holdAccounts(tx)
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
 * Chooses a new password by a link: ends every token of the account and all its other links, and mails it that this
 * happened. A link that was mailed proves the address; the first time, a guest's account loses its second factor and passkeys: anybody
 * registers with any address, and whoever did so before the holder of the mailbox must not keep them out.
 *
 * @returns the account, and whether the link was mailed: then the place of its use becomes a known one
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
    await holdAccounts(tx)
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

/** The account that a link is for, as it was when the link was made. @throws AppError `link_invalid` */
export async function holderOf(
  handle: Handle,
  { userId, address, kind }: AccountLink,
): Promise<User> {
  const user = userId === null ? undefined : await findUser(handle, userId)
  const isItsOwn = kind === 'email_new' || user?.email === address
  if (user?.status !== 'active' || !isItsOwn) throw linkInvalid()
  return user
}
