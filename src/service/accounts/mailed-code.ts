import {
  LINKS_PER_HOUR,
  LOGIN_CODE,
  LOGIN_CODE_MS,
  LOGIN_CODE_TRIES,
} from '../../domain/accounts/account-link.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Language } from '../../domain/kernel/language.ts'
import {
  type AccountLink,
  countTry,
  findLoginCode,
  listLinkTimes,
} from '../../store/accounts/links.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { mailAbout, makeLink } from './make-link.ts'

/**
 * The result of checking a mailed code, or of its absence. A wrong code is counted, so its transaction must not fail.
 */
export type MailedCode =
  | { came: 'unasked' | 'asked' | 'wrong' }
  | { came: 'right'; linkId: string }
  | { came: 'late'; waitMs: number }

const HOUR_MS = 60 * 60 * 1_000

/**
 * Judges a log-in with a correct password from an unknown place by its mailed code; mails a code if none was sent and
 * none is valid (`contract-access`, *Accounts*). Once a code was required it stays required until one is given or the
 * password changes: the request for a code tells an attacker that the guessed password is right, and waiting until the
 * guessing ends must not let the attacker in.
 *
 * @param said the code, whether the account is under attack, and the language of a mail to an account without one
 */
export async function judgeMailedCode(
  tx: Tx,
  deps: Deps,
  user: User,
  said: { text: string | undefined; isGuessed: boolean; language: Language },
): Promise<MailedCode> {
  const found = await findLoginCode(tx, user.id)
  if (!found && !said.isGuessed) return { came: 'unasked' }
  if (said.text === undefined) return await mailCode(tx, deps, user, said.language)
  const isGood = found !== undefined && isStanding(found, deps.nowMs())
  if (isGood && isSame(said.text, await deps.links.digits(found.id)))
    return { came: 'right', linkId: found.id }
  if (isGood) await countTry(tx, found.id)
  return { came: 'wrong' }
}

/**
 * Mails a code unless one is valid, at most five an hour: per account, or per mailbox for a guest's unproven address,
 * for anyone can register with any address.
 */
async function mailCode(tx: Tx, deps: Deps, user: User, language: Language): Promise<MailedCode> {
  await lockAccounts(tx)
  const nowMs = deps.nowMs()
  const standing = await findLoginCode(tx, user.id)
  if (standing && isStanding(standing, nowMs)) return { came: 'asked' }
  const { id: userId, email: address } = user
  const isAnybodys = user.role === 'guest' && !user.isAddressProven
  const whose = isAnybodys ? { mailboxOf: address } : { userId }
  const times = await listLinkTimes(tx, { kinds: [LOGIN_CODE], ...whose }, nowMs - HOUR_MS)
  const hourAgo = times.at(-LINKS_PER_HOUR)
  if (hourAgo !== undefined) return { came: 'late', waitMs: hourAgo + HOUR_MS - nowMs }
  const link = await makeLink(tx, deps, {
    kind: LOGIN_CODE,
    ...{ userId, address },
    language: user.language ?? language,
    actor: { type: 'user', id: userId },
    mailed: true,
    lastsMs: LOGIN_CODE_MS,
  })
  await mailAbout(tx, deps, link, LOGIN_CODE)
  return { came: 'asked' }
}

const isStanding = ({ tries, expiresAtMs }: AccountLink, nowMs: number) =>
  tries < LOGIN_CODE_TRIES && expiresAtMs > nowMs

/** Ignores blanks and dashes. */
function isSame(text: string, digits: string): boolean {
  const said = Buffer.from(text.replaceAll(/[\s-]/g, ''))
  const right = Buffer.from(digits)
  return said.length === right.length && crypto.timingSafeEqual(said, right)
}
