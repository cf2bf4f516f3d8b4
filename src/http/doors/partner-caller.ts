import { type ApiKey, isKeyActive } from '../../domain/accounts/api-key.ts'
import { type CallingVendor, isVendorSecret } from '../../domain/accounts/vendor.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { isWithin } from '../../domain/kernel/network.ts'
import { noteCall } from '../../service/sandbox/certification.ts'
import { nextAnswerFault } from '../../service/sandbox/faults.ts'
import { keyTopics } from '../../store/accounts/api-keys.ts'
import { vendorTopic } from '../../store/accounts/vendors.ts'
import { exactAddressOf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { addressText } from '../api/query.ts'
import type { Call } from '../api/route.ts'
import { noteTest } from '../api/test-mode.ts'
import { refuseCredential } from './refuse-credential.ts'
import { BEARER } from './session.ts'

/**
 * A caller of the partner interface: the holder of a hotel's API key, or a vendor, either at a connected hotel, with the
 * connection as its key, or at no hotel.
 */
export type PartnerCaller =
  | { key: ApiKey; vendor?: CallingVendor }
  | { key: undefined; vendor: CallingVendor }

/** The parts of a call that identify the caller and the hotel. */
type CallOrigin = Pick<Call, 'request' | 'server'>

/** Finds the caller of an `Authorization` header; undefined if the credential is unknown or no longer valid. */
export async function findCaller(
  context: Context,
  { headers, url }: Request,
): Promise<PartnerCaller | undefined> {
  const secret = headers.get('authorization')?.match(BEARER)?.[1]
  if (!secret) return undefined
  if (!isVendorSecret(secret)) {
    const key = await context.apiKeyOf(secret)
    return key && isKeyActive(key, context.nowMs()) ? { key } : undefined
  }
  const vendor = await context.vendorOf(secret)
  if (!vendor) return undefined
  const slug = hotelSlugOf(url)
  return {
    vendor,
    key: slug === undefined ? undefined : await context.connectionOf(vendor.id, slug),
  }
}

/**
 * Authenticates a caller and checks the address against the key's networks.
 *
 * @param refuse counts refusals by address, unless the caller was admitted before and has waited
 * @throws AppError `unauthenticated`, `address_not_allowed`, `rate_limited`
 */
export async function identifyCaller(
  context: Context,
  call: CallOrigin,
  refuse: typeof refuseCredential = refuseCredential,
): Promise<PartnerCaller> {
  const caller = await findCaller(context, call.request)
  if (!caller) throw refuse(context, call, unauthenticated())
  const { key } = caller
  if (key?.test) noteTest(call.request, testContextOf(context, key))
  else if (caller.vendor?.testOf) noteTest(call.request, { ...OF_NO_HOTEL, startedAtMs: 0 })
  if (isAddressAllowed(context, caller, call)) return caller
  // Another process may have changed the allowed networks.
  await context.store.freshen(topicsOf(caller))
  const now = await findCaller(context, call.request)
  if (now && isAddressAllowed(context, now, call)) return now
  const address = exactAddressOf(context, call.request, call.server)
  throw refuse(context, call, addressNotAllowed(address))
}

/** A call of a test secret that names no hotel: it is marked, and has neither faults nor evidence. */
const OF_NO_HOTEL = { nextFault: async () => undefined, ended: async () => {} }

/** Returns the sandbox context of a test key; operations of the sandbox itself have no faults and give no evidence. */
function testContextOf(context: Context, key: ApiKey): Parameters<typeof noteTest>[1] {
  const isPartners = (operation: string) => context.partnerOperations.has(operation)
  return {
    nextFault: async (operation) =>
      isPartners(operation) ? await nextAnswerFault(context, key.hotelId, operation) : undefined,
    ended: async (call, operation) => {
      if (operation === undefined || isPartners(operation)) await noteCall(context, key, call)
    },
    startedAtMs: context.nowMs(),
  }
}

/** Returns the cache topics of a caller's credentials. */
export function topicsOf({ key, vendor }: PartnerCaller): string[] {
  const topics = key ? keyTopics(key) : []
  if (vendor) topics.push(vendorTopic(vendor))
  return topics
}

/** Returns the slug in `?hotel=`; undefined without one. */
export function hotelSlugOf(url: string): string | undefined {
  const start = url.indexOf('?')
  const slug = start < 0 ? null : new URLSearchParams(url.slice(start + 1)).get('hotel')
  return slug === null ? undefined : addressText(slug)
}

/** True if the key may be used from the client's address. */
export function isAddressAllowed(
  context: Context,
  { key }: PartnerCaller,
  { request, server }: CallOrigin,
): boolean {
  if (!key || key.allowedIps.length === 0) return true
  return isWithin(exactAddressOf(context, request, server), key.allowedIps)
}

const unauthenticated = () =>
  new AppError('unauthenticated', 'Send an active API key as "Authorization: Bearer <API_KEY>".')

/** @param address the client's address, cut to the length of one: it may come from a header */
const addressNotAllowed = (address: string) =>
  new AppError('address_not_allowed', `This key may not be used from ${address.slice(0, 45)}.`)
