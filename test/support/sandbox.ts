import { SCOPES } from '../../src/domain/accounts/scope.ts'
import { createApiKey } from '../../src/service/accounts/api-keys.ts'
import type { Answer } from './matchers.ts'
import type { Call, TestHotel, TestService } from './service.ts'

/** The sandbox of Alfa as its test key's holder has it; `id` is the sandbox's. */
export async function openSandbox(
  service: TestService,
  hotel: TestHotel = service.alfa,
): Promise<TestHotel> {
  const { deps, call } = service
  const much = { requestsPerMinute: 1_000_000, scopes: SCOPES }
  const made = { hotelId: hotel.id, name: 'tester', test: true, ...much }
  const { key, secret } = await createApiKey(deps, made)
  const withKey: Call = (method, path, init = {}) =>
    call(method, `/v1/partner${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, ...init.headers },
    })
  const sandbox = (await service.context.apiKeyOf(secret))!
  return { id: sandbox.hotelId, slug: hotel.slug, keyId: key.id, secret, call: withKey }
}

/** A test booking: two nights from 1 April for two, unless said otherwise. */
export const bookTest = (sandbox: TestHotel, more: Record<string, unknown> = {}): Promise<Answer> =>
  sandbox.call('POST', '/sandbox/bookings', {
    body: { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2, ...more },
  })

/** A test reservation of these stays, each two nights from 1 April for two, unless said otherwise. */
export const groupTest = (
  sandbox: TestHotel,
  stays: readonly object[],
  more: Record<string, unknown> = {},
): Promise<Answer> => {
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
  const body = { stays: stays.map((each) => ({ ...stay, ...each })), ...more }
  return sandbox.call('POST', '/sandbox/booking-groups', { body })
}
