import { createApiKey, type NewApiKey } from '../../src/service/accounts/api-keys.ts'
import type { TestHotel, TestService } from './service.ts'

/** Calls with an `Authorization` header as it stands. */
export const withHeader = ({ call }: TestService, authorization: string) =>
  call('GET', '/v1/partner/hotel', { headers: { authorization } })

/** Calls with a key, as it should be sent. */
export const withKey = (service: TestService, secret: string) =>
  withHeader(service, `Bearer ${secret}`)

/** Another key of hotel Alfa. */
export const newKey = ({ deps, alfa }: TestService, more: Partial<NewApiKey> = {}) =>
  createApiKey(deps, { hotelId: alfa.id, name: 'another', ...more })

/** A hotel seen through another key of its own, which `given` says more of. */
export async function withAnotherKey(
  { deps, call }: TestService,
  hotel: TestHotel,
  given: Partial<NewApiKey> = {},
): Promise<TestHotel> {
  const made = { hotelId: hotel.id, name: 'another', requestsPerMinute: 1_000_000, ...given }
  const { key, secret } = await createApiKey(deps, made)
  return {
    ...hotel,
    keyId: key.id,
    secret,
    call: (method, path, init = {}) =>
      call(method, `/v1/partner${path}`, {
        ...init,
        headers: { authorization: `Bearer ${secret}`, ...init.headers },
      }),
  }
}
