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

/** One's own e-mail address (issue 17, part 3). @param guard bounds tries of the password, with those of log-ins */
export function ownEmailRoutes(context: Context, guard: LoginGuard) {
  const { app, route } = routes('/v1/auth', sessionDoor(context), 'Accounts')

  route('POST', '/change-email', {
    id: 'changeEmail',
    summary: 'Ask for another e-mail address of my account',
    description: `Mails a link to the address of now and one to the new one; when both are used the account goes by the new one. At most ${LINKS_PER_HOUR} times an hour. The answer is the same for an address that another account has.`,
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
    says: 'Asked for.',
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
