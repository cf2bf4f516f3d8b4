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
import { holdAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { checkPassword } from './accounts.ts'
import { endOthers } from './other-sessions.ts'
import { newTotpSecret, stepOf, totpAddress } from './totp.ts'

/** How long a second factor waits for the code that confirms it. */
const ENROLMENT_MS = 30 * 60 * 1_000

/** What came of a code. A wrong one is counted, so that its transaction must not fail. */
export type FactorVerdict = 'passed' | 'missing' | 'wrong' | { waitMs: number }

/** Somebody's own password and code, said again. */
type FactorCredentials = { currentPassword: string; code: string }

/**
 * Begins a second factor of one's own account; it counts for nothing before `confirmFactor`. Begun anew it has another
 * secret.
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
  const kept = { userId: user.id, secret: deps.vault.seal(secret), createdAtMs: deps.nowMs() }
  if (!(await deps.store.tx((tx) => upsertUnconfirmed(tx, kept))))
    throw alreadyExists('', 'This account has a second factor already; switch it off first.')
  return { secret, address: totpAddress(secret, user.email) }
}

/**
 * Has the second factor that was begun count, by a right code of it. Every other session ends: it was begun without one.
 *
 * @param sessionId the one that asks
 * @returns the recovery codes, which are kept nowhere
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
    await holdAccounts(tx)
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
    throw new AppError('not_found', 'No second factor waits to be confirmed; begin one.')
  refuseCode(passed)
  return made.codes
}

/** Switches one's own second factor off. @throws AppError `validation_failed`, `not_found`, `rate_limited`, `unavailable` */
export async function endFactor(deps: Deps, user: User, said: FactorCredentials): Promise<void> {
  const { id } = user
  await withCode(deps, user, said, async (tx) => {
    await deleteSecondFactor(tx, id)
    await noteFactor(tx, deps, { user, actor: { type: 'user', id }, after: false })
  })
}

/**
 * Makes recovery codes in the place of all that are left.
 *
 * @throws AppError `validation_failed`, `not_found`, `rate_limited`, `unavailable`
 */
export async function renewRecoveryCodes(
  deps: Deps,
  user: User,
  said: FactorCredentials,
): Promise<string[]> {
  const { id } = user
  const made = newCodes(deps, id)
  await withCode(deps, user, said, async (tx) => {
    await replaceRecoveryCodes(tx, id, made.hashes)
    const actor = { type: 'user' as const, id }
    const before = { name: user.name }
    const after = { ...before, recoveryCodesRenewed: true }
    await audit(tx, deps, { entity: 'user', entityId: id, actor, before, after })
  })
  return made.codes
}

/**
 * Takes a lost second factor off somebody else's account, by an admin.
 *
 * @throws AppError `not_found`, `forbidden` for one's own, which a code switches off
 */
export async function removeFactor(deps: Deps, actor: Actor, userId: string): Promise<User> {
  if (actor.id === userId)
    throw new AppError('forbidden', 'Your own is switched off with its code, on your own page.')
  return await deps.store.tx(async (tx) => {
    await holdAccounts(tx)
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('not_found', 'There is no such account.')
    if (!(await deleteSecondFactor(tx, userId))) throw noFactor()
    await noteFactor(tx, deps, { user, actor, after: false })
    return { ...user, hasSecondFactor: false }
  })
}

/** Whether an account is let in with what was said of its second factor; without one nothing is asked. */
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

/** Uses a code up: one of the app by its step, a recovery code by deleting it. Who guesses at codes of the app is counted. */
async function takeCode(
  tx: Tx,
  { vault, nowMs }: Deps,
  { userId, guessesUntilMs }: SecondFactor,
  { kind, code }: Proof,
): Promise<FactorVerdict> {
  if (kind === 'recovery')
    return (await takeRecoveryCode(tx, userId, hashOf(userId, code))) ? 'passed' : 'wrong'
  const now = nowMs()
  // What stands in the row now: another request may have been answered since it was read.
  const factor = await takeGuess(tx, userId, now)
  if (!factor) return { waitMs: guessWaitMs(guessesUntilMs, now) }
  const secret = vault.open(factor.secret)
  const step = secret === undefined ? undefined : stepOf(secret, code, now)
  if (step === undefined) return 'wrong'
  return (await takeStep(tx, { ...factor, lastStep: step })) ? 'passed' : 'wrong'
}

/** Does what needs password and code of one's own account. */
async function withCode(
  deps: Deps,
  user: User,
  { currentPassword, code }: FactorCredentials,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await checkPassword(deps, user, currentPassword)
  const passed = await deps.store.tx(async (tx) => {
    await holdAccounts(tx)
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
    throw refused('/code', 'required', 'This account has a second factor: send a code, too.')
  if (passed !== 'passed')
    throw refused('/code', 'wrong_code', 'This code is not right, or was taken before.')
}

/** Recovery codes as they are shown, and what is kept of them. */
function newCodes({ newRecoveryCode }: Deps, userId: string) {
  const made = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  return { codes: made.map(showRecoveryCode), hashes: made.map((code) => hashOf(userId, code)) }
}

/** 79 random bits need no slow hash; the account keeps equal codes of two apart. */
const hashOf = (userId: string, code: string) =>
  new Bun.CryptoHasher('sha256').update(`${userId} ${code}`).digest('hex')

/** What the history tells of a second factor that was switched on or off. */
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
