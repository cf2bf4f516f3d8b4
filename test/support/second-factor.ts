import { TOTP } from 'otpauth'
import { confirmSecondFactor, upsertUnconfirmed } from '../../src/store/accounts/second-factors.ts'
import { login, PASSWORD } from './accounts.ts'
import type { Answer } from './matchers.ts'
import type { Call, TestService } from './service.ts'

const STEP_MS = 30_000

/** What somebody holds who has switched a second factor on. */
export type FactorSecrets = { secret: string; recoveryCodes: string[] }

/** The code that an app shows at an instant, or some steps of 30 seconds from it. */
export const codeAt = (secret: string, nowMs: number, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: nowMs + steps * STEP_MS })

/** A code of the next step, which was not used before: the clock is put on. */
export function nextCode({ clock }: TestService, { secret }: FactorSecrets): string {
  clock.advance(STEP_MS)
  return codeAt(secret, clock.nowMs)
}

/** Begins a second factor. @returns its secret */
export async function begin(call: Call): Promise<string> {
  const body = { currentPassword: PASSWORD }
  const answer = await call('POST', '/v1/auth/second-factor', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.secret
}

export const confirm = (call: Call, code: string): Promise<Answer> =>
  call('POST', '/v1/auth/second-factor/confirm', { body: { code } })

/** Switches a second factor on, by the code of this moment. */
export async function enrol({ clock }: TestService, call: Call): Promise<FactorSecrets> {
  const secret = await begin(call)
  const { status, body, text } = await confirm(call, codeAt(secret, clock.nowMs))
  if (status !== 200) throw new Error(text)
  return { secret, recoveryCodes: body.recoveryCodes }
}

/** Logs Grace in with her password and a code. */
export const loginWith = (service: TestService, totp: string, sent: Record<string, unknown> = {}) =>
  login(service, { totp, ...sent })

export const remove = (call: Call, code: string, currentPassword = PASSWORD): Promise<Answer> =>
  call('POST', '/v1/auth/second-factor/remove', { body: { currentPassword, code } })

/** Gives an account a second factor that counts; for accounts of the tests, which have no password. */
export async function insertConfirmed(
  store: TestService['store'],
  { vault, nowMs }: TestService['deps'],
  userId: string,
): Promise<void> {
  const secret = await vault.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  const atMs = nowMs()
  await store.tx(async (tx) => {
    await upsertUnconfirmed(tx, { userId, secret, createdAtMs: atMs })
    await confirmSecondFactor(tx, { userId, confirmedAtMs: atMs })
  })
}
