import type { TestService } from './service.ts'
import { forge, hmac, partsOf } from './tokens.ts'
import { signIn, type TestUser } from './users.ts'

/** How long a token stands, and how far ahead its signer's clock may be (contract §5). */
export const HOUR_SECONDS = 3_600
export const LEEWAY_SECONDS = 60

/** A token of a guest, and what to sign others with. */
export type Scene = {
  service: TestService
  guest: TestUser
  secret: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
  nowSeconds: number
}

/** Signs a guest in. */
export async function scene(service: TestService): Promise<Scene> {
  const guest = await signIn(service, 'guest')
  return {
    service,
    guest,
    secret: service.context.jwtSecret,
    nowSeconds: service.clock.nowMs / 1_000,
    ...partsOf(guest.token),
  }
}

/** The scene's token with other claims, signed as the service signs. */
export const resignToken = ({ header, claims, secret }: Scene, other: Record<string, unknown>) =>
  forge(header, { ...claims, ...other }, hmac(secret, 'sha256'))

/** Asks who one is, with an `Authorization` header as it stands. */
export const ask = ({ service }: Scene, authorization: string) =>
  service.call('GET', '/v1/auth/me', { headers: { authorization } })
