import { Type } from 'typebox'
import { refused } from '../../domain/kernel/errors.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/kernel/limits.ts'
import { stepUp, stepUpByPasskey } from '../../service/accounts/step-up.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { attemptOf, type LoginGuard } from '../doors/login-guard.ts'
import { partyOf } from '../doors/passkey-party.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { signInPlace } from '../doors/visitor.ts'
import { AssertionBody } from './passkey-bodies.ts'

const StepUpBody = strictObject({
  currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX })),
  code: Type.Optional({
    ...Type.String({ minLength: 1, maxLength: 40 }),
    description: 'For an account with a second factor: a code of its app, or a recovery code.',
  }),
  passkey: Type.Optional(AssertionBody),
})

/** The step-up before acts with lasting effect. @param guard limits password attempts, together with log-ins */
export function stepUpRoutes(context: Context, guard: LoginGuard) {
  const { app, route } = routes('/v1/auth', sessionDoor(context), 'Accounts')

  route('POST', '/step-up', {
    id: 'stepUp',
    summary: 'Confirm my identity again',
    description:
      'For 10 minutes this session may perform acts with lasting effect: operations with `x-step-up` in this document, otherwise 403 `step_up_required`. Send the password, or a `passkey` (options `for: "step_up"`). A log-in counts, too; in the demo for its 12 hours. API keys need no step-up.',
    body: StepUpBody,
    examples: {
      'With a second factor': { currentPassword: 'a boat on the Bosphorus', code: '287 082' },
    },
    says: 'Confirmed; no body.',
    errors: ['forbidden', 'passkeys_off'],
    handle: async ({ body: { currentPassword, code, passkey }, request, server, set, ...who }) => {
      set.headers['cache-control'] = 'no-store'
      if (passkey) return await stepUpByPasskey(context, partyOf(context), who, passkey)
      if (currentPassword === undefined)
        throw refused('/currentPassword', 'required', 'Send the password.')
      const place = await signInPlace(context, { request, server })
      const attempt = () => stepUp(context, who, { currentPassword, code })
      await guard(attemptOf(who, place), attempt)
    },
  })

  return app
}
