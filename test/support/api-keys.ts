import { createApiKey } from '../../src/service/api-keys.ts'
import type { TestService } from './service.ts'

/** Calls with an `Authorization` header as it stands. */
export const withHeader = ({ call }: TestService, authorization: string) =>
  call('GET', '/v1/partner/hotel', { headers: { authorization } })

/** Calls with a key, as it should be sent. */
export const withKey = (service: TestService, secret: string) =>
  withHeader(service, `Bearer ${secret}`)

/** Another key of hotel Alfa. */
export const newKey = ({ deps, alfa }: TestService, more: { expiresAtMs?: number } = {}) =>
  createApiKey(deps, { hotelId: alfa.id, name: 'another', ...more })
