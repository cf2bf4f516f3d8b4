import type { Role, User } from '../../src/domain/accounts/user.ts'
import { issueToken, TOKEN_SECONDS, tokens } from '../../src/http/doors/session.ts'
import { newSession } from '../../src/service/accounts/sessions.ts'
import { insertSession } from '../../src/store/accounts/sessions.ts'
import { insertUser } from '../../src/store/accounts/users.ts'
import { insertAgency } from '../../src/store/agencies/agencies.ts'
import type { Call, TestService } from './service.ts'

/** Somebody signed in. */
export type TestUser = { user: User; token: string; call: Call }

/** Makes an account of a role, an owner of hotels, and signs it in; the e-mail is its name at example.com. */
export async function signIn(
  service: TestService,
  role: Role,
  { name = role, hotelIds = [], ...rest }: Partial<User> & { hotelIds?: number[] } = {},
): Promise<TestUser> {
  const { store, deps } = service
  const user: User = {
    id: deps.newId(),
    email: `${name}@example.com`,
    name,
    role,
    status: 'active',
    tokenVersion: 0,
    agencyId: null,
    agencyRole: null,
    memberships: hotelIds.map((hotelId) => ({ hotelId, role: 'owner' })),
    language: null,
    hasSecondFactor: false,
    isAddressProven: false,
    createdAtMs: deps.nowMs(),
    ...rest,
  }
  const secret = { ...user, passwordHash: 'no password opens this' }
  if (!(await store.tx((tx) => insertUser(tx, secret)))) throw new Error(`two are ${user.email}`)
  const token = await signToken(service, user)
  return { user, token, call: withToken(service, token) }
}

/** A fresh token of a user, whatever the database says about them. */
export const signToken = (
  { context }: TestService,
  user: User,
  sessionId?: string,
): Promise<string> => issueToken(context, tokens(context).decorator.jwt, user, sessionId)

/** A session of a user, as a log-in begins it. @returns its token */
export async function signSession(service: TestService, user: User): Promise<string> {
  const { deps, store } = service
  const origin = { userAgent: null, address: '203.0.113.9', lastsMs: TOKEN_SECONDS * 1_000 }
  const session = newSession(deps, user, origin)
  await store.tx((tx) => insertSession(tx, session))
  return await signToken(service, user, session.id)
}

/** Calls with a token. */
export function withToken(service: TestService, token: string): Call {
  return (method, path, init = {}) =>
    service.call(method, path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
}

/** Makes agency Delta, which earns 10 %. @returns its id */
export async function addAgency({ store, deps }: TestService, code = 'DELTA'): Promise<number> {
  return await store.tx((tx) =>
    insertAgency(tx, {
      code,
      name: `Agency ${code}`,
      email: `${code.toLowerCase()}@example.com`,
      commissionBasisPoints: 1_000,
      optionDays: 0,
      active: true,
      ...{ licenceNumber: null, address: null, phone: null, logoId: null },
      secondFactorRequired: false,
      createdAtMs: deps.nowMs(),
    }),
  )
}
