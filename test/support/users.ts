import type { Role, User } from '../../src/domain/user.ts'
import { TOKEN_SECONDS, tokens } from '../../src/http/session.ts'
import { insertAgency } from '../../src/store/agencies.ts'
import { insertUser } from '../../src/store/users.ts'
import type { Call, TestService } from './service.ts'

/** Somebody signed in. */
export type TestUser = { user: User; token: string; call: Call }

/** Makes an account of a role and signs it in; the e-mail is its name at example.com. */
export async function signIn(
  service: TestService,
  role: Role,
  { name = role, ...rest }: Partial<User> = {},
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
    hotelIds: [],
    createdAtMs: deps.nowMs(),
    ...rest,
  }
  await store.tx((tx) => insertUser(tx, { ...user, passwordHash: 'no password opens this' }))
  const token = await signToken(service, {})(user)
  return { user, token, call: withToken(service, token) }
}

/** Signs a token for a user, with other claims where a test wants them. */
export const signToken =
  ({ context, clock }: TestService, claims: Record<string, unknown>) =>
  async ({ id, role, tokenVersion }: User): Promise<string> => {
    const { jwt } = tokens(context).decorator
    const exp = Math.floor(clock.nowMs / 1_000) + TOKEN_SECONDS
    return await jwt.sign({ sub: id, role, tv: tokenVersion, exp, ...claims } as never)
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
      active: true,
      createdAtMs: deps.nowMs(),
    }),
  )
}
