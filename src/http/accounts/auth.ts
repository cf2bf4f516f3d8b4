import { Type } from 'typebox'
import {
  LOGIN_FAILURES_PER_MINUTE,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from '../../domain/kernel/limits.ts'
import { changeAccount, endSessions, registerGuest } from '../../service/accounts/accounts.ts'
import { addressOf } from '../../service/accounts/addresses.ts'
import { type Approach, logIn } from '../../service/accounts/sessions.ts'
import { readBody } from '../api/body.ts'
import { NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { EmailSchema, LanguageSchema, strictObject } from '../api/texts.ts'
import { limitAddress } from '../doors/login-addresses.ts'
import { attemptOf, createLoginGuard, type LoginGuard } from '../doors/login-guard.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { readToken, tokens } from '../doors/session.ts'
import { cookieToken, expiredCookie, refuseOtherOrigins } from '../doors/session-cookie.ts'
import { type SignedIn, sessionDoor } from '../doors/session-door.ts'
import { originOf } from '../doors/session-origin.ts'
import { signInPlace } from '../doors/visitor.ts'
import { SessionSchema, showSession, UserSchema, userViews } from './account-shape.ts'
import { answerSignIn } from './answer-sign-in.ts'
import { ownEmailRoutes } from './own-email.ts'
import { ownFactorRoutes } from './own-factor.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { passkeyRoutes } from './passkeys.ts'
import { stepUpRoutes } from './step-up.ts'

const EMAIL = 'grace@example.com'
const PASSWORD = 'a boat on the Bosphorus'

/** Bounds the size only; `refusePassword` checks the length in characters, each up to two UTF-16 units. */
const Password = Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX })
const NewPassword = {
  ...Password,
  description: `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters; not a common password, name or address`,
}
const RegisterBody = strictObject({
  email: EmailSchema,
  password: NewPassword,
  name: Type.Optional(NameLine),
})
/** The e-mail address may be any text: an invalid address has no account (401, not 422). */
const LoginBody = strictObject({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Password,
  totp: Type.Optional({
    ...Type.String({ minLength: 1, maxLength: 40 }),
    description:
      'For an account with a second factor: the six digits of its app, or a recovery code; spaces and dashes are ignored.',
  }),
  mailedCode: Type.Optional({
    ...Type.String({ minLength: 1, maxLength: 40 }),
    description: 'The six digits mailed after `mail_code_required`.',
  }),
  keep: Type.Optional(
    Type.Boolean({
      description: 'Also keeps the session in a cookie that only `POST /v1/auth/session` reads.',
    }),
  ),
})
const AccountPatch = strictObject({
  name: Type.Optional(NameLine),
  language: Type.Optional(LanguageSchema),
  currentPassword: Type.Optional(Password),
  newPassword: Type.Optional(NewPassword),
})

/** Accounts: register, log in and out, and the caller's own account (specification §4.2, §5; contract §5). */
export function authRoutes(context: Context) {
  const guard = createLoginGuard(context)
  const open = routes('/v1/auth', publicDoor(context), 'Accounts')
  addRegisterAndLogin(open.route, context, guard)
  addSession(open.route, context)
  const own = routes('/v1/auth', sessionDoor(context), 'Accounts')
  addOwnAccount(own.route, context, guard)
  return together(
    open.app,
    own.app,
    ownFactorRoutes(context, guard),
    stepUpRoutes(context, guard),
    ownSessionRoutes(context),
    passkeyRoutes(context, guard),
    ownEmailRoutes(context, guard),
  )
}

function addRegisterAndLogin(route: AddRoute<object>, context: Context, guard: LoginGuard): void {
  route('POST', '/register', {
    id: 'register',
    summary: 'Register a guest',
    description:
      'Creates an account with the role `guest`; only an admin gives other roles. The e-mail address is not verified, so the account does not see earlier bookings with it. Without a `name` the address is the name. Limits: 10 a minute from one address or /64, 30 from a /56, 100 from a /24 or /48.',
    body: RegisterBody,
    // The handler reads it after the rate limit by address.
    bodyIs: 'own',
    examples: { 'A guest': { email: EMAIL, password: PASSWORD, name: 'Grace Hopper' } },
    status: 201,
    says: 'Registered; log in next. `Location` names the account.',
    answer: UserSchema,
    headers: ['Location'],
    errors: ['already_exists', 'password_too_weak'],
    handle: async ({ request, server, set }) => {
      limitAddress(context, 'register', await signInPlace(context, { request, server }))
      const user = await registerGuest(context, await readBody(RegisterBody, request))
      set.headers.location = '/v1/auth/me'
      set.headers['cache-control'] = 'no-store'
      return await userViews(context)(user)
    },
  })

  route('POST', '/login', {
    id: 'login',
    summary: 'Log in',
    description: `Answers a token for \`Authorization: Bearer <token>\`, valid for 12 hours. A wrong password, an unknown e-mail and a blocked account get the same answer. Each account and place (/24, IPv6 /48) may have ${LOGIN_FAILURES_PER_MINUTE} failures a minute; a browser that signed in there before has as many of its own, by its device cookie (\`__Host-device\`, over http \`device\`; 90 days). Other browsers may log in 10 times a minute by address or /64, 30 by /56, 100 by /24 or /48; successes do not count. After 30 failures in 10 minutes from unknown places, the right password from such a place is answered \`mail_code_required\`: repeat with \`mailedCode\`; without mail such attempts are drawn, ten a minute, and wait up to 10 seconds. An account with a second factor is answered \`totp_required\` after the right password: repeat with \`totp\`.`,
    body: LoginBody,
    bodyIs: 'own',
    examples: { 'A guest who registered': { email: EMAIL, password: PASSWORD } },
    says: 'The token and its account; sets the device cookie, with `keep` also that of the session.',
    answer: SessionSchema,
    headers: ['Set-Cookie'],
    errors: [
      'credentials_invalid',
      'mail_code_required',
      'mail_code_invalid',
      'totp_required',
      'totp_invalid',
    ],
    handle: async ({ request, server, set }) => {
      const place = await signInPlace(context, { request, server })
      const { keep = false, ...body } = await readBody(LoginBody, request)
      const email = await addressOf(context.store, body.email)
      const origin = originOf(request, place)
      const attempt = (approach: Approach) => logIn(context, { ...body, email }, origin, approach)
      const asked = { email, login: { request, totp: body.totp }, ...place }
      const { user, session } = await guard(asked, attempt)
      const by = user.hasSecondFactor ? 'password_and_code' : 'password'
      return await answerSignIn(context, { request, set }, { user, session, place, by, keep })
    },
  })
}

function addSession(route: AddRoute<object>, context: Context): void {
  const { jwt } = tokens(context).decorator
  route('POST', '/session', {
    id: 'resumeSession',
    summary: 'Resume a kept session',
    description:
      'For pages of this service: answers the token that a log-in with `keep` left in this browser, with its remaining seconds. The cookie is HttpOnly and SameSite=Strict, and only this operation reads it; requests from other origins are refused.',
    says: 'The token and its account.',
    answer: SessionSchema,
    also: {
      204: {
        description: 'This browser keeps no valid session.',
        headers: ['Set-Cookie'],
      },
    },
    errors: ['forbidden'],
    handle: async ({ request, set }) => {
      refuseOtherOrigins(context, request)
      set.headers['cache-control'] = 'no-store'
      const token = cookieToken(context, request)
      const kept = token === undefined ? undefined : await readToken(context, jwt, token)
      if (token !== undefined && kept)
        return await showSession(context, kept.user, { token, expiresIn: kept.secondsLeft })
      if (token !== undefined) set.headers['set-cookie'] = expiredCookie(context)
      // Not an error: every page calls this when it opens.
      return new Response(null, { status: 204 })
    },
  })
}

function addOwnAccount(route: AddRoute<SignedIn>, context: Context, guard: LoginGuard): void {
  route('POST', '/logout', {
    id: 'logout',
    summary: 'Log out everywhere',
    description:
      'Ends every token of the account at once, on every device, and the session kept in this browser.',
    says: 'Done; no body.',
    headers: ['Set-Cookie'],
    handle: async ({ user, set }) => {
      await endSessions(context, user)
      set.headers['set-cookie'] = expiredCookie(context)
    },
  })

  route('GET', '/me', {
    id: 'getMe',
    summary: 'Who am I',
    says: 'The account.',
    answer: UserSchema,
    handle: async ({ user, set }) => {
      set.headers['cache-control'] = 'no-store'
      return await userViews(context)(user)
    },
  })

  route('PATCH', '/me', {
    id: 'changeMe',
    summary: 'Change my name, language or password',
    description:
      'A new password needs the current one and ends every token, including this one: log in again.',
    body: AccountPatch,
    examples: {
      'Another name': { name: 'Grace B. Hopper' },
      'Another password': { currentPassword: PASSWORD, newPassword: 'a ferry on the Bosphorus' },
    },
    says: 'The account.',
    answer: UserSchema,
    errors: ['password_too_weak'],
    handle: async ({ user, sessionId, request, server, set, body }) => {
      const change = () => changeAccount(context, user, body)
      const attempt = attemptOf(
        { user, sessionId },
        await signInPlace(context, { request, server }),
      )
      const tries = body.currentPassword !== undefined && body.newPassword !== undefined
      const changed = tries ? await guard(attempt, change) : await change()
      set.headers['cache-control'] = 'no-store'
      return await userViews(context)(changed)
    },
  })
}
