import { expect } from 'bun:test'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import type { Answer } from './matchers.ts'
import type { Call, TestService } from './service.ts'
import { withToken } from './users.ts'

const PATH = '/v1/auth/passkeys'

type Purpose = 'sign_in' | 'step_up' | 'add'

/** The options that a browser is given. */
export async function optionsFor(call: Call, purpose: Purpose): Promise<any> {
  const answer = await call('POST', `${PATH}/options`, { body: { for: purpose } })
  expect(answer.status).toBe(200)
  return answer.body.publicKey
}

/** Sends a passkey that was made. */
export const sendNew = (call: Call, passkey: unknown, name = 'Telephone'): Promise<Answer> =>
  call('POST', PATH, { body: { name, passkey } })

/** Adds a passkey to the account of who calls. */
export async function addPasskey(
  call: Call,
  { name, ...kind }: { name?: string; counts?: boolean } = {},
): Promise<Authenticator> {
  const authenticator = createAuthenticator(kind)
  const made = authenticator.create(await optionsFor(call, 'add'))
  expect((await sendNew(call, made, name)).status).toBe(201)
  return authenticator
}

/** Signs in by a passkey, which may do so otherwise than it was asked. */
export async function signInBy(
  { call }: TestService,
  authenticator: Authenticator,
  otherwise: Parameters<Authenticator['get']>[1] = {},
): Promise<Answer> {
  const passkey = authenticator.get(await optionsFor(call, 'sign_in'), otherwise)
  return await call('POST', `${PATH}/verify`, { body: { passkey } })
}

/** Who has signed in by a passkey. */
export async function enteredBy(service: TestService, authenticator: Authenticator): Promise<Call> {
  const { status, body } = await signInBy(service, authenticator)
  expect(status).toBe(200)
  return withToken(service, body.token)
}
