import type { Answer } from './matchers.ts'
import type { Call, TestService } from './service.ts'
import { withToken } from './users.ts'

/** A password that is long enough. */
export const PASSWORD = 'correct horse battery'

/** Grace's account, signed in with her password. */
export type RegisteredGuest = { email: string; token: string; call: Call }

/** Fields to send in addition to Grace's, or in place of hers. */
type RegistrationFields = Record<string, unknown>
type Headers = Record<string, string>

/** Registers Grace, unless said otherwise. */
export const register = (
  { call }: TestService,
  sent: RegistrationFields = {},
  headers: Headers = {},
) =>
  call('POST', '/v1/auth/register', {
    body: { email: 'grace@example.com', password: PASSWORD, name: 'Grace', ...sent },
    headers,
  })

/** Logs Grace in, unless said otherwise. */
export const login = (
  { call }: TestService,
  sent: RegistrationFields = {},
  headers: Headers = {},
): Promise<Answer> =>
  call('POST', '/v1/auth/login', {
    body: { email: 'grace@example.com', password: PASSWORD, ...sent },
    headers,
  })

/** Logs in from an address, as seen from behind one proxy. */
export const loginFrom = (service: TestService, address: string, sent: RegistrationFields = {}) =>
  login(service, sent, { 'x-forwarded-for': address })

/** Registers Grace and logs her in. */
export async function registerGuest(service: TestService): Promise<RegisteredGuest> {
  const { status, body: account } = await register(service)
  const { body } = await login(service)
  if (status !== 201 || !body.token) throw new Error('Grace could not be registered')
  return { email: account.email, token: body.token, call: withToken(service, body.token) }
}

/** The statuses of some requests made at once, in their order. */
export async function statuses(count: number, ask: (index: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
  return answers.map(({ status }) => status)
}

/** Returns the statuses of simultaneous requests, ascending, because their order depends on the machine. */
export const sortedStatuses = async (count: number, ask: (index: number) => Promise<Answer>) =>
  (await statuses(count, ask)).toSorted((a, b) => a - b)
