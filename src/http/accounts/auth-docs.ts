import { Type } from 'typebox'
import type { ErrorCode } from '../../domain/errors.ts'
import { LOGIN_FAILURES_PER_MINUTE } from '../../domain/limits.ts'
import { BODY_ERRORS } from '../catalog/admin-docs-schemas.ts'
import { describeOperation, nullable, words } from '../docs.ts'
import { TOKEN_SECONDS } from '../doors/session.ts'
import { AccountPatch, LoginBody, RegisterBody } from './auth-schemas.ts'

const EMAIL = 'grace@example.com'
const PASSWORD = 'a boat on the Bosphorus'

/** An account as its holder and admins see it. */
const AccountSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: words('guest', 'hotel_manager', 'agency_user', 'admin'),
  status: words('active', 'blocked'),
  hotels: Type.Array(Type.String(), { description: 'slugs of the hotels a manager manages' }),
  agencyCode: nullable(Type.String()),
  createdAt: Type.String(),
})

const account = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  email: EMAIL,
  name: 'Grace Hopper',
  role: 'guest',
  status: 'active',
  hotels: [],
  agencyCode: null,
  createdAt: '2027-03-10T09:00:00.000Z',
}

const shown = { description: 'The account.', schema: AccountSchema, example: account }

const SENT_ERRORS: ErrorCode[] = [...BODY_ERRORS, 'rate_limited']

export const register = {
  ...describeOperation({
    id: 'register',
    tag: 'Accounts',
    summary: 'Register a guest',
    description:
      'Makes an account with the role `guest`; an admin gives every other role. The e-mail address is not verified, so registering shows nothing that was booked with it before. Without a `name` the account goes by its address. 10 a minute from one address.',
    body: {
      schema: RegisterBody,
      examples: { 'A guest': { email: EMAIL, password: PASSWORD, name: 'Grace Hopper' } },
    },
    answers: {
      201: {
        ...shown,
        description: 'Registered; log in next. `Location` names the account.',
        headers: ['Location'],
      },
    },
    errors: [...SENT_ERRORS, 'already_exists'],
  }),
  security: [],
}

const sessionSchema = Type.Object({
  token: Type.String(),
  tokenType: words('Bearer'),
  expiresIn: Type.Integer({ description: 'seconds' }),
  user: AccountSchema,
})
const sessionExample = {
  token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6…',
  tokenType: 'Bearer',
  expiresIn: TOKEN_SECONDS,
  user: account,
}

export const login = {
  ...describeOperation({
    id: 'login',
    tag: 'Accounts',
    summary: 'Log in',
    description: `Answers a token for \`Authorization: Bearer <token>\`, good for 12 hours. A wrong password, an unknown e-mail and a blocked account are answered alike. 10 a minute from one address, of which one that succeeds does not count, and after ${LOGIN_FAILURES_PER_MINUTE} failures in a minute an account waits, except where it logged in before.`,
    body: {
      schema: LoginBody,
      examples: { 'A guest who registered': { email: EMAIL, password: PASSWORD } },
    },
    answers: {
      200: {
        description: 'The token, and whose it is; with `keep` also a cookie.',
        headers: ['Set-Cookie'],
        schema: sessionSchema,
        example: sessionExample,
      },
    },
    errors: [...SENT_ERRORS, 'credentials_invalid'],
  }),
  security: [],
}

export const session = {
  ...describeOperation({
    id: 'resumeSession',
    tag: 'Accounts',
    summary: 'Resume a kept session',
    description:
      'For pages of this service: answers the token that a log-in with `keep` left in this browser, with the seconds it is still good for. The cookie is HttpOnly and SameSite=Strict and is read here only; a request that another origin sends is refused.',
    answers: {
      200: {
        description: 'The token, and whose it is.',
        schema: sessionSchema,
        example: { ...sessionExample, expiresIn: 40_000 },
      },
      204: {
        description: 'No session is kept in this browser, or no longer.',
        headers: ['Set-Cookie'],
      },
    },
    errors: ['forbidden', 'rate_limited'],
  }),
  security: [],
}

export const logout = {
  ...describeOperation({
    id: 'logout',
    tag: 'Accounts',
    summary: 'Log out everywhere',
    description:
      'Ends every token of the account at once, on every device, and the session kept in this browser.',
    answers: { 204: { description: 'Done; no body.', headers: ['Set-Cookie'] } },
    errors: ['unauthenticated', 'rate_limited'],
  }),
  security: [{ session: [] }],
}

export const me = {
  ...describeOperation({
    id: 'getMe',
    tag: 'Accounts',
    summary: 'Who am I',
    answers: { 200: shown },
    errors: ['unauthenticated', 'rate_limited'],
  }),
  security: [{ session: [] }],
}

export const change = {
  ...describeOperation({
    id: 'changeMe',
    tag: 'Accounts',
    summary: 'Change my name or password',
    description:
      'A new password needs the current one and ends every token, this one too: log in again.',
    body: {
      schema: AccountPatch,
      examples: {
        'Another name': { name: 'Grace B. Hopper' },
        'Another password': { currentPassword: PASSWORD, newPassword: 'a ferry on the Bosphorus' },
      },
    },
    answers: { 200: shown },
    errors: [...SENT_ERRORS, 'unauthenticated'],
  }),
  security: [{ session: [] }],
}
