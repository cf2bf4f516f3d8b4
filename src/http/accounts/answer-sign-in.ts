import type { User } from '../../domain/accounts/user.ts'
import type { Session } from '../../store/accounts/sessions.ts'
import type { Context } from '../api/context.ts'
import type { Call } from '../api/route.ts'
import { addCookie, rememberPlace } from '../doors/device-cookie.ts'
import { issueToken, TOKEN_SECONDS, tokens } from '../doors/session.ts'
import { sessionCookie } from '../doors/session-cookie.ts'
import type { SignInPlace } from '../doors/visitor.ts'
import { showSession } from './account-shape.ts'

/** A sign-in that has passed, by which way, and if the browser keeps it. */
type SignIn = {
  user: User
  session: Session
  place: SignInPlace
  by: 'password' | 'password_and_code' | 'passkey' | 'invitation'
  keep: boolean
}

/**
 * Answers a sign-in with its token and sets its cookies. The log has a line for everybody but guests, whose number has
 * no bound (ASVS 5.0 §16.3.1).
 */
export async function answerSignIn(
  context: Context,
  { request, set }: Pick<Call, 'request' | 'set'>,
  { user, session, place, by, keep }: SignIn,
) {
  const token = await issueToken(context, tokens(context).decorator.jwt, user, session.id)
  set.headers['cache-control'] = 'no-store'
  if (keep) addCookie(set, sessionCookie(context, token))
  await rememberPlace(context, { request, set }, { userId: user.id, place })
  const { id: userId, role } = user
  if (role !== 'guest')
    context.log.info('signed_in', { userId, role, by, address: session.address })
  return await showSession(context, user, { token, expiresIn: TOKEN_SECONDS })
}
