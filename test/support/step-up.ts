import { eq } from 'drizzle-orm'
import { STEP_UP_MS } from '../../src/domain/accounts/step-up.ts'
import { PASSWORD } from './accounts.ts'
import type { Answer } from './matchers.ts'
import { type Call, type Settings, startService, type TestService } from './service.ts'
import { signSession, type TestUser, withToken } from './users.ts'

/** A log-in of so long ago is not enough for what lasts. */
export const ELEVEN_MINUTES_MS = STEP_UP_MS + 60_000

/** The service with the bound of a real one. */
export const startAsking = (settings: Settings = {}) =>
  startService({ stepUpMs: STEP_UP_MS, rooms: [{ roomCode: 'DBL' }], ...settings })

/** Gives an account a password and starts a session. @returns calls made in that session */
export async function sessionOf(service: TestService, { user }: TestUser): Promise<Call> {
  const passwordHash = await service.deps.passwords.hash(PASSWORD)
  await service.store.tx(({ t, db }) =>
    db.update(t.user).set({ passwordHash }).where(eq(t.user.id, user.id)),
  )
  return withToken(service, await signSession(service, user))
}

/** Shows again who one is: by the password, unless said otherwise. */
export const stepUp = (call: Call, body: object = { currentPassword: PASSWORD }): Promise<Answer> =>
  call('POST', '/v1/auth/step-up', { body })
