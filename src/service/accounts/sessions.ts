import { agentName, tooManyGuesses } from '../../domain/accounts/second-factor.ts'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { takeLink } from '../../store/accounts/links.ts'
import {
  deleteSession,
  insertSession,
  type Session,
  updateSeen,
} from '../../store/accounts/sessions.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { canMailProof } from '../mail-health.ts'
import { noteUses } from '../note-uses.ts'
import { checkCredentials } from './accounts.ts'
import { judgeMailedCode, type MailedCode } from './mailed-code.ts'
import { endOthers, noteEnded } from './other-sessions.ts'
import { type FactorVerdict, passFactor } from './second-factor.ts'

/** The credentials of a log-in. */
type Credentials = {
  email: string
  password: string
  totp?: string | undefined
  mailedCode?: string | undefined
}

/** Origin of a session, and the lifetime of its token. */
export type Origin = { userAgent: string | null; address: string; lastsMs: number }

/**
 * The circumstances of a log-in: `isKnown` for a place used before, `isGuessed` while others guess the password, and
 * the language of the browser.
 */
export type Approach = { isKnown: boolean; isGuessed: () => boolean; language: Language }

/**
 * Logs in. Checks the password first, then the mailed code that an unknown place may need, then the code of a second
 * factor. Both codes are used up together.
 *
 * @throws AppError `credentials_invalid`, `mail_code_required`, `mail_code_invalid`, `totp_required`, `totp_invalid`,
 *   `rate_limited`, `unavailable`
 */
export async function logIn(
  deps: Deps,
  { totp, mailedCode, ...credentials }: Credentials,
  origin: Origin,
  approach: Approach,
): Promise<{ user: User; session: Session }> {
  const user = await checkCredentials(deps, credentials, approach)
  const session = newSession(deps, user, origin)
  // Read after the slow hash, to include log-ins that failed during it.
  const isGuessed = canMailProof(deps) && approach.isGuessed()
  const said = { text: mailedCode, isGuessed, language: approach.language }
  const { mailed, passed } = await deps.store.tx(async (tx) => {
    // Locks the accounts, so that a second factor confirmed at this moment either ends this session too or is seen
    // here.
    if (!user.hasSecondFactor) await lockAccounts(tx)
    const asks = deps.isMailing && !approach.isKnown
    const mailed = asks ? await judgeMailedCode(tx, deps, user, said) : UNASKED
    if (mailed.came !== 'unasked' && mailed.came !== 'right') return { mailed }
    const passed = await passFactor(tx, deps, user.id, totp)
    if (passed !== 'passed') return { mailed, passed }
    if (mailed.came === 'right' && !(await takeLink(tx, mailed.linkId, deps.nowMs())))
      return { mailed: TAKEN }
    await insertSession(tx, session)
    return { mailed, passed }
  })
  refuseCodes(mailed, passed)
  return { user, session }
}

const UNASKED: MailedCode = { came: 'unasked' }
/** Another request used the code first. */
const TAKEN: MailedCode = { came: 'wrong' }

/** @throws AppError as `logIn` */
function refuseCodes(mailed: MailedCode, passed: FactorVerdict | undefined): void {
  if (mailed.came === 'asked')
    throw new AppError(
      'mail_code_required',
      'A six-digit code was mailed to the address of this account; send it as `mailedCode`.',
    )
  if (mailed.came === 'wrong')
    throw new AppError('mail_code_invalid', 'This mailed code is wrong or expired.')
  if (mailed.came === 'late')
    throw new AppError('rate_limited', 'Too many codes were mailed to this account.', {
      limit: 'codes',
      retryAfterSeconds: Math.ceil(mailed.waitMs / 1_000),
    })
  if (typeof passed === 'object') throw tooManyGuesses(passed.waitMs)
  if (passed === 'missing')
    throw new AppError(
      'totp_required',
      'This account has a second factor; send its code as `totp`.',
    )
  if (passed === 'wrong')
    throw new AppError('totp_invalid', 'This code is wrong or was already used.')
}

/** Returns a new session of an authenticated user; the caller stores it (`insertSession`). */
export function newSession(
  { newId, nowMs }: Deps,
  { id: userId, tokenVersion }: User,
  { userAgent, address, lastsMs }: Origin,
): Session {
  const now = nowMs()
  return {
    id: newId(),
    userId,
    tokenVersion,
    agent: agentName(userAgent),
    address,
    createdAtMs: now,
    seenAtMs: now,
    expiresAtMs: now + lastsMs,
    steppedUpAtMs: now,
    passkeyId: null,
  }
}

/** Ends a session of the caller, from its next request on. @throws AppError `not_found` */
export async function endSession(deps: Deps, user: User, id: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    if (!(await deleteSession(tx, user.id, id)))
      throw new AppError('not_found', 'You have no such session.')
    await noteEnded(tx, deps, user, 1)
  })
}

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(
  deps: Deps,
  user: User,
  sessionId: string | undefined,
): Promise<void> {
  await deps.store.tx((tx) => endOthers(tx, deps, user, sessionId))
}

/** Flushes when sessions were last seen. @throws as `noteUses` */
export const noteSessionUses = (
  deps: Pick<Deps, 'store'>,
  uses: Map<string, number>,
): Promise<void> => noteUses(deps, uses, updateSeen)
