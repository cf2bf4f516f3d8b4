import type { RelyingParty } from '../../domain/accounts/passkey.ts'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { updateSteppedUp } from '../../store/accounts/sessions.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { checkPassword } from './accounts.ts'
import { showPasskey } from './passkeys.ts'
import { passFactor, refuseCode } from './second-factor.ts'
import type { Assertion } from './webauthn.ts'

/** The user who re-authenticates, and the session to step up. */
export type StepUpSession = { user: User; sessionId: string | undefined }

/**
 * Steps a session up (re-authentication, `contract-access`, *Accounts*): by the password, and by a code if the account
 * has a second factor.
 *
 * @throws AppError `validation_failed` (`wrong_password`, `wrong_code`, `required`), `forbidden`, `rate_limited`,
 *   `unavailable`
 */
export async function stepUp(
  deps: Deps,
  who: StepUpSession,
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<void> {
  await checkPassword(deps, who.user, currentPassword)
  const passed = await deps.store.tx(async (tx) => {
    const passed = await passFactor(tx, deps, who.user.id, code)
    if (passed === 'passed') await noteStepUp(tx, deps, who)
    return passed
  })
  refuseCode(passed)
}

/**
 * Steps a session up by a passkey, which counts as both factors.
 *
 * @throws AppError `validation_failed` (`wrong_passkey`), `forbidden`
 */
export const stepUpByPasskey = (
  deps: Deps,
  here: RelyingParty,
  who: StepUpSession,
  passkey: Assertion,
): Promise<void> => showPasskey(deps, here, who, passkey, (tx) => noteStepUp(tx, deps, who))

/** Counts a call with equivalent proof as a step-up of its session, if it has one. */
export async function countAsStepUp(deps: Deps, who: StepUpSession): Promise<void> {
  if (who.sessionId !== undefined) await deps.store.tx((tx) => noteStepUp(tx, deps, who))
}

/** Marks a session as stepped up now, whatever proof was given. @throws AppError `forbidden` */
async function noteStepUp(
  tx: Tx,
  { nowMs }: Pick<Deps, 'nowMs'>,
  { user: { id: userId }, sessionId: id }: StepUpSession,
): Promise<void> {
  if (id === undefined || !(await updateSteppedUp(tx, { userId, id, atMs: nowMs() })))
    throw new AppError('forbidden', 'This token has no active session; log in again.')
}
