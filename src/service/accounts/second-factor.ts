import {
  guessWaitMs,
  type Proof,
  RECOVERY_CODES,
  readProof,
  showRecoveryCode,
  tooManyGuesses,
} from '../../domain/accounts/second-factor.ts'
import type { User } from '../../domain/accounts/user.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  takeGuess,
  takeRecoveryCode,
  takeStep,
  upsertUnconfirmed,
} from '../../store/accounts/second-factors.ts'
import { findUser } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { checkPassword } from './accounts.ts'
import { endOthers } from './other-sessions.ts'
import { newTotpSecret, stepOf, totpAddress } from './totp.ts'

/** How long a new second factor waits for its confirming code. */
const ENROLMENT_MS = 30 * 60 * 1_000

/** The result of checking a code. A wrong code is counted, so its transaction must not fail. */
export type FactorVerdict = 'passed' | 'missing' | 'wrong' | { waitMs: number }

/** The caller's own password and code, repeated. */
type FactorCredentials = { currentPassword: string; code: string }

/**
 * Begins a second factor (TOTP) of the caller's account; it is inactive before `confirmFactor`. A new attempt has a
 * new secret.
 *
 * @throws AppError `validation_failed` (`wrong_password`), `already_exists`, `unavailable`
 */
export async function beginFactor(
  deps: Deps,
  user: User,
  currentPassword: string,
): Promise<{ secret: string; address: string }> {
  await checkPassword(deps, user, currentPassword)
  const secret = newTotpSecret()
  const sealed = await deps.vault.seal(secret)
  const kept = { userId: user.id, secret: sealed, createdAtMs: deps.nowMs() }
  if (!(await deps.store.tx((tx) => upsertUnconfirmed(tx, kept))))
    throw alreadyExists('', 'This account already has a second factor; switch it off first.')
  return { secret, address: totpAddress(secret, user.email) }
}

/**
 * Activates the pending second factor by a correct code. All other sessions end, for they began without it.
 *
 * @param sessionId the caller's session, which stays
 * @returns the recovery codes, which are stored only as hashes
 * @throws AppError `validation_failed` (`wrong_code`), `not_found`, `rate_limited`
 */
export async function confirmFactor(
  deps: Deps,
  { user, sessionId }: { user: User; sessionId: string | undefined },
  code: string,
): Promise<string[]> {
  const { id } = user
  const made = newCodes(deps, id)
  const passed = await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const nowMs = deps.nowMs()
    const begun = await findSecondFactor(tx, id)
    if (!begun || begun.confirmedAtMs !== null || begun.createdAtMs < nowMs - ENROLMENT_MS)
      return undefined
    const passed = await takeCode(tx, deps, begun, readProof(code))
    if (passed === 'passed') {
      await confirmSecondFactor(tx, { userId: id, confirmedAtMs: nowMs })
      await replaceRecoveryCodes(tx, id, made.hashes)
      await noteFactor(tx, deps, { user, actor: { type: 'user', id }, after: true })
      await endOthers(tx, deps, user, sessionId)
    }
    return passed
  })
  if (passed === undefined)
    throw new AppError('not_found', 'No second factor awaits confirmation; begin one.')
  refuseCode(passed)
  return made.codes
}

/**
 * Switches off the caller's second factor.
 *
 * @throws AppError `validation_failed`, `not_found`, `rate_limited`, `unavailable`
 */
export async function endFactor(
  deps: Deps,
  user: User,
  credentials: FactorCredentials,
): Promise<void> {
  const { id } = user
  await withCode(deps, user, credentials, async (tx) => {
    await deleteSecondFactor(tx, id)
    await noteFactor(tx, deps, { user, actor: { type: 'user', id }, after: false })
  })
}

/**
 * Replaces all remaining recovery codes with new ones.
 *
 * @throws AppError `validation_failed`, `not_found`, `rate_limited`, `unavailable`
 */
export async function renewRecoveryCodes(
  deps: Deps,
  user: User,
  credentials: FactorCredentials,
): Promise<string[]> {
  const { id } = user
  const made = newCodes(deps, id)
  await withCode(deps, user, credentials, async (tx) => {
    await replaceRecoveryCodes(tx, id, made.hashes)
    const actor = { type: 'user' as const, id }
    const before = { name: user.name }
    const after = { ...before, recoveryCodesRenewed: true }
    await audit(tx, deps, { entity: 'user', entityId: id, actor, before, after })
  })
  return made.codes
}

/**
 * Removes a lost second factor from another user's account, by an admin.
 *
 * @throws AppError `not_found`, `forbidden` for the admin's own, which a code switches off
 */
export async function removeFactor(deps: Deps, actor: Actor, userId: string): Promise<User> {
  if (actor.id === userId)
    throw new AppError(
      'forbidden',
      'Switch off your own second factor with its code, on the page of your account.',
    )
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('not_found', 'There is no such account.')
    if (!(await deleteSecondFactor(tx, userId))) throw noFactor()
    await noteFactor(tx, deps, { user, actor, after: false })
    return { ...user, hasSecondFactor: false }
  })
}

/** Checks the second factor of a log-in; passes an account without one. */
export async function passFactor(
  tx: Tx,
  deps: Deps,
  userId: string,
  text: string | undefined,
): Promise<FactorVerdict> {
  const factor = await findSecondFactor(tx, userId)
  if (!factor || factor.confirmedAtMs === null) return 'passed'
  if (text === undefined) return 'missing'
  return await takeCode(tx, deps, factor, readProof(text))
}

/** Uses up a code: an app's code by its step, a recovery code by deleting it. Guesses at app codes are counted. */
async function takeCode(
  tx: Tx,
  { vault, nowMs }: Deps,
  { userId, guessesUntilMs }: SecondFactor,
  { kind, code }: Proof,
): Promise<FactorVerdict> {
  if (kind === 'recovery')
    return (await takeRecoveryCode(tx, userId, hashOf(userId, code))) ? 'passed' : 'wrong'
  const now = nowMs()
  // Reads the row anew: another request may have been answered since.
  const factor = await takeGuess(tx, userId, now)
  if (!factor) return { waitMs: guessWaitMs(guessesUntilMs, now) }
  const secret = await vault.open(factor.secret)
  const step = secret === undefined ? undefined : stepOf(secret, code, now)
  if (step === undefined) return 'wrong'
  return (await takeStep(tx, { ...factor, lastStep: step })) ? 'passed' : 'wrong'
}

/** Runs an action that takes the password and a code of the caller's account. */
async function withCode(
  deps: Deps,
  user: User,
  { currentPassword, code }: FactorCredentials,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await checkPassword(deps, user, currentPassword)
  const passed = await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const factor = await findSecondFactor(tx, user.id)
    if (!factor || factor.confirmedAtMs === null) throw noFactor()
    const passed = await takeCode(tx, deps, factor, readProof(code))
    if (passed === 'passed') await work(tx)
    return passed
  })
  refuseCode(passed)
}

/** @throws AppError `validation_failed`, `rate_limited` */
export function refuseCode(passed: FactorVerdict): void {
  if (typeof passed === 'object') throw tooManyGuesses(passed.waitMs)
  if (passed === 'missing')
    throw refused('/code', 'required', 'This account has a second factor; send a code, too.')
  if (passed !== 'passed')
    throw refused('/code', 'wrong_code', 'This code is wrong or was already used.')
}

/** Creates recovery codes to show, and their hashes to store. */
function newCodes({ newRecoveryCode }: Deps, userId: string) {
  const made = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  return { codes: made.map(showRecoveryCode), hashes: made.map((code) => hashOf(userId, code)) }
}

/** Codes of that length need no slow hash; the user id keeps equal codes of two accounts apart. */
const hashOf = (userId: string, code: string) =>
  new Bun.CryptoHasher('sha256').update(`${userId} ${code}`).digest('hex')

/** Audits a second factor switched on or off. */
export const noteFactor = (
  tx: Tx,
  deps: Deps,
  { user: { id, name }, actor, after }: { user: User; actor: Actor; after: boolean },
) =>
  audit(tx, deps, {
    entity: 'user',
    entityId: id,
    actor,
    before: { name, secondFactor: !after },
    after: { name, secondFactor: after },
  })

const noFactor = () => new AppError('not_found', 'This account has no second factor.')
