import { Type } from 'typebox'
import { LINKS_PER_HOUR } from '../../domain/accounts/account-link.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/kernel/limits.ts'
import { askForEmail } from '../../service/accounts/change-email.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { EmailSchema, LanguageSchema, strictObject } from '../api/texts.ts'
import { attemptOf, type LoginGuard } from '../doors/login-guard.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { signInPlace } from '../doors/visitor.ts'

/** The caller's e-mail address (issue 17, part 3). @param guard limits password attempts, together with log-ins */
export function ownEmailRoutes(context: Context, guard: LoginGuard) {
  const { app, route } = routes('/v1/auth', sessionDoor(context), 'Accounts')

  route('POST', '/change-email', {
    id: 'changeEmail',
    summary: 'Request another e-mail address for my account',
    description: `Mails one link to the old and one to the new address; using both makes the change. At most ${LINKS_PER_HOUR} times an hour. The answer is the same if another account has the address.`,
    body: strictObject({
      email: EmailSchema,
      currentPassword: Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX }),
      language: Type.Optional(LanguageSchema),
    }),
    examples: {
      'Another address': {
        email: 'grace.hopper@example.com',
        currentPassword: 'a boat on the Bosphorus',
      },
    },
    status: 202,
    says: 'Requested.',
    errors: ['mail_off'],
    handle: async ({ user, sessionId, request, server, body }) => {
      const attempt = attemptOf(
        { user, sessionId },
        await signInPlace(context, { request, server }),
      )
      const { language = 'en', ...asked } = body
      await guard(attempt, () => askForEmail(context, user, { ...asked, language }))
    },
  })

  return app
}
