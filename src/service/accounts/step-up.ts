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

/** Who shows again who they are, and the session that counts it. */
export type StepUpSession = { user: User; sessionId: string | undefined }

/**
 * Steps a session up (re-authentication, `contract-access`, *Accounts*): by the password, and a code where the account has a
 * second factor.
 *
 * @throws AppError `validation_failed` (`wrong_password`, `wrong_code`, `required`), `forbidden`, `rate_limited`, `unavailable`
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

/** The same by a passkey, which is both factors. @throws AppError `validation_failed` (`wrong_passkey`), `forbidden` */
export const stepUpByPasskey = (
  deps: Deps,
  here: RelyingParty,
  who: StepUpSession,
  passkey: Assertion,
): Promise<void> => showPasskey(deps, here, who, passkey, (tx) => noteStepUp(tx, deps, who))

/** Has a call that showed as much count as a step-up of the session it was made by, where that stands. */
export async function countAsStepUp(deps: Deps, who: StepUpSession): Promise<void> {
  if (who.sessionId !== undefined) await deps.store.tx((tx) => noteStepUp(tx, deps, who))
}

/** Has a session counted as stepped up now, whatever its holder has shown. @throws AppError `forbidden` */
async function noteStepUp(
  tx: Tx,
  { nowMs }: Pick<Deps, 'nowMs'>,
  { user: { id: userId }, sessionId: id }: StepUpSession,
): Promise<void> {
  if (id === undefined || !(await updateSteppedUp(tx, { userId, id, atMs: nowMs() })))
    throw new AppError('forbidden', 'This token names no session that stands: log in anew.')
}
