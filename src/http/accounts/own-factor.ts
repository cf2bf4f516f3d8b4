import { Type } from 'typebox'
import { renderSVG } from 'uqr'
import { RECOVERY_CODES } from '../../domain/accounts/second-factor.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/kernel/limits.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  renewRecoveryCodes,
} from '../../service/accounts/second-factor.ts'
import { countAsStepUp } from '../../service/accounts/step-up.ts'
import { countRecoveryCodes, findSecondFactor } from '../../store/accounts/second-factors.ts'
import type { Context } from '../api/context.ts'
import { type AddRoute, type Call, routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { attemptOf, type LoginGuard } from '../doors/login-guard.ts'
import type { Session } from '../doors/session.ts'
import { type SignedIn, sessionDoor } from '../doors/session-door.ts'
import { signInPlace } from '../doors/visitor.ts'
import { FactorSchema, NewFactorSchema, RecoveryCodesSchema } from './account-shape.ts'

const Password = Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX })
const Code = Type.String({ minLength: 1, maxLength: 40 })
const FactorProofBody = strictObject({ currentPassword: Password, code: Code })
const PROOF_EXAMPLE = { currentPassword: 'a boat on the Bosphorus', code: '287 082' }

type Guarded = ReturnType<typeof underGuard>

/** The caller's second factor: codes of an app in addition to the password (TOTP, RFC 6238), and recovery codes. */
export function ownFactorRoutes(context: Context, guard: LoginGuard) {
  const { app, route } = routes('/v1/auth/second-factor', sessionDoor(context), 'Accounts')
  const guarded = underGuard(context, guard)
  addFactor(route, context)
  addBeginAndConfirm(route, context, guarded)
  addRecoveryCodesAndRemove(route, context, guarded)
  return app
}

/** Runs an attempt under the guard: wrong passwords and codes count as failed log-ins. */
function underGuard(context: Context, guard: LoginGuard) {
  return async <T>(
    { user, sessionId, request, server, set }: Call & Session,
    attempt: () => Promise<T>,
  ) => {
    set.headers['cache-control'] = 'no-store'
    const place = await signInPlace(context, { request, server })
    return await guard(attemptOf({ user, sessionId }, place), attempt)
  }
}

/** Runs an attempt that also counts as a step-up: it proves as much. */
async function prove<T>(
  context: Context,
  guarded: Guarded,
  call: Call & Session,
  attempt: () => Promise<T>,
) {
  const result = await guarded(call, attempt)
  await countAsStepUp(context, call)
  return result
}

function addFactor(route: AddRoute<SignedIn>, context: Context): void {
  route('GET', '', {
    id: 'getSecondFactor',
    summary: 'My second factor',
    says: 'When it was confirmed, and the number of recovery codes left.',
    answer: FactorSchema,
    handle: async ({ user: { id }, set }) => {
      set.headers['cache-control'] = 'no-store'
      const factor = await findSecondFactor(context.store, id)
      const sinceMs = factor?.confirmedAtMs ?? null
      return {
        since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
        recoveryCodesLeft: await countRecoveryCodes(context.store, id),
      }
    },
  })
}

function addBeginAndConfirm(route: AddRoute<SignedIn>, context: Context, guarded: Guarded): void {
  route('POST', '', {
    id: 'beginSecondFactor',
    summary: 'Begin a second factor',
    description:
      'Answers a new secret for an authenticator app; it has no effect before `POST /v1/auth/second-factor/confirm`.',
    body: strictObject({ currentPassword: Password }),
    examples: { Begin: { currentPassword: PROOF_EXAMPLE.currentPassword } },
    status: 201,
    says: 'The secret, also as a QR code: shown this once.',
    answer: NewFactorSchema,
    errors: ['already_exists'],
    handle: async ({ body, ...call }) => {
      const attempt = () => beginFactor(context, call.user, body.currentPassword)
      const { secret, address: url } = await prove(context, guarded, call, attempt)
      return { secret, url, qr: renderSVG(url, { border: 2 }) }
    },
  })

  route('POST', '/confirm', {
    id: 'confirmSecondFactor',
    stepUp: 'own_second_factor',
    summary: 'Switch the second factor on',
    description: `With a right code of the app, within half an hour. From now on a log-in needs a code; each works once. Every other session ends. Answers ${RECOVERY_CODES} recovery codes, each for one log-in without the app.`,
    body: strictObject({ code: Code }),
    examples: { Confirm: { code: PROOF_EXAMPLE.code } },
    says: 'It is on.',
    answer: RecoveryCodesSchema,
    errors: ['not_found'],
    handle: async ({ body: { code }, ...call }) => ({
      recoveryCodes: await guarded(call, () => confirmFactor(context, call, code)),
    }),
  })
}

function addRecoveryCodesAndRemove(
  route: AddRoute<SignedIn>,
  context: Context,
  guarded: Guarded,
): void {
  route('POST', '/recovery-codes', {
    id: 'renewRecoveryCodes',
    summary: 'Make new recovery codes',
    description: 'The previous codes end.',
    body: FactorProofBody,
    examples: { Renew: PROOF_EXAMPLE },
    says: 'The codes.',
    answer: RecoveryCodesSchema,
    errors: ['not_found'],
    handle: async ({ body, ...call }) => ({
      recoveryCodes: await prove(context, guarded, call, () =>
        renewRecoveryCodes(context, call.user, body),
      ),
    }),
  })

  route('POST', '/remove', {
    id: 'removeSecondFactor',
    summary: 'Switch my second factor off',
    description: 'Needs the password and a code of it, or a recovery code.',
    body: FactorProofBody,
    examples: { Off: PROOF_EXAMPLE },
    says: 'Off; no body.',
    errors: ['not_found'],
    handle: async ({ body, ...call }) =>
      await prove(context, guarded, call, () => endFactor(context, call.user, body)),
  })
}
