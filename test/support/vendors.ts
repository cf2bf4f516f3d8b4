import { changeApiKey } from '../../src/service/accounts/api-keys.ts'
import {
  connectVendor,
  createVendor,
  disconnectVendor,
} from '../../src/service/accounts/vendors.ts'
import type { Call, TestHotel, TestService } from './service.ts'

const ACTOR = { type: 'system', id: 'test' } as const

/** A vendor as its people have it. */
export type TestVendor = {
  id: string
  name: string
  secret: string
  /** Calls a path of the partner interface, of the hotel that the path names. */
  call: Call
}

/** Makes a vendor, connected with no hotel. */
export async function addVendor(
  { deps, call }: TestService,
  name = 'Harbour Channels',
): Promise<TestVendor> {
  const contact = 'support@harbour.example'
  const { vendor, secret } = await createVendor(deps, ACTOR, { name, contact })
  return { id: vendor.id, name, secret, call: bearer(call, secret) }
}

/** Connects a vendor with a hotel, which it may ask as often as it likes. @returns the hotel as the vendor has it */
export async function connect(
  service: TestService,
  vendor: TestVendor,
  hotel: TestHotel,
  scopes?: readonly string[],
): Promise<TestHotel> {
  const { deps } = service
  const place = { hotelId: hotel.id, vendorId: vendor.id, scopes }
  const { connection } = await connectVendor(deps, ACTOR, place)
  const limit = { requestsPerMinute: 1_000_000 }
  await changeApiKey(deps, { id: connection.id, hotelId: hotel.id }, limit, ACTOR)
  return {
    ...hotel,
    keyId: connection.id,
    secret: vendor.secret,
    call: (method, path, init) => vendor.call(method, naming(path, hotel.slug), init),
  }
}

/** Ends the connection of a vendor with a hotel. */
export const disconnect = ({ deps }: TestService, { id }: TestVendor, hotel: TestHotel) =>
  disconnectVendor(deps, ACTOR, { vendorId: id, hotelId: hotel.id })

/** A path that names a hotel. */
export const naming = (path: string, slug: string) =>
  `${path}${path.includes('?') ? '&' : '?'}hotel=${encodeURIComponent(slug)}`

/** Calls paths of the partner interface with a secret. */
export const bearer =
  (call: Call, secret: string): Call =>
  (method, path, init = {}) =>
    call(method, `/v1/partner${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, ...init.headers },
    })

/** Makes a webhook of a vendor's own, for all its hotels. */
export async function addOwnWebhook(
  vendor: TestVendor,
  url: string,
  more: object = {},
): Promise<Record<string, any>> {
  const { status, body } = await vendor.call('POST', '/vendor-webhooks', { body: { url, ...more } })
  if (status !== 201) throw new Error(`no webhook: ${status} ${JSON.stringify(body)}`)
  return body
}
