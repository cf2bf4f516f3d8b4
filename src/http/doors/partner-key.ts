import { type TProperties, Type } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { KEY_REQUESTS_PER_MINUTE } from '../../domain/accounts/api-key.ts'
import { type NeededScope, needScope } from '../../domain/accounts/scope.ts'
import {
  isVendorSecret,
  notConnected,
  type Vendor,
  vendorRequestsPerMinute,
} from '../../domain/accounts/vendor.ts'
import { AppError, flaw, unavailable } from '../../domain/kernel/errors.ts'
import { PUSHED_DAYS, perMinute } from '../../domain/kernel/rate-limit.ts'
import { countNoun } from '../../domain/kernel/text.ts'
import { daysTopic } from '../../store/days/availability.ts'
import type { Actor } from '../../store/days/history.ts'
import { ANY } from '../../store/engine/versions.ts'
import { exactAddressOf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import type { DoorWords } from '../api/operation.ts'
import type { AddRoute, Call, Door } from '../api/route.ts'
import { witnessRefusal } from '../api/test-mode.ts'
import {
  findCaller,
  hotelSlugOf,
  identifyCaller,
  isAddressAllowed,
  type PartnerCaller,
  topicsOf,
} from './partner-caller.ts'

/** The scope that an operation of the partner interface needs (contract §8). */
export type ScopeNeed = { scope: NeededScope }
/** A caller of the partner interface; for a vendor the key is its connection. */
export type Partner = { key: ApiKey }
type Admitted = Pick<Call, 'request' | 'server'>
/** The function that adds a route of the partner interface. */
export type AddPartnerRoute = AddRoute<Partner, Record<never, never>, ScopeNeed>

/** The parameter that names the hotel of a vendor's call; handlers get the connection's key. */
const hotelQuery: TProperties = {
  hotel: Type.Optional(
    Type.String({ description: "The hotel's slug, for calls of a vendor; a key has one hotel." }),
  ),
}

/**
 * Admits an active API key with the scope, from an allowed address, and takes one token of its rate limit bucket
 * (specification §5, §8; contract §7, §8). A call refused for its credential or address takes no token. A vendor is
 * admitted to the hotel that it names, if it is connected with it.
 */
export const partnerDoor = (context: Context): Door<Partner, Record<never, never>, ScopeNeed> => ({
  ...partnerWords(context),
  enter: (call, _, { scope }) => enter(context, call, scope),
})

/** Admits the callers of `partnerDoor`, and a vendor that names no hotel. */
export const hotelsDoor = (
  context: Context,
): Door<{ caller: PartnerCaller }, Record<never, never>, ScopeNeed> => ({
  ...partnerWords(context),
  async enter(call, _, { scope }) {
    return { caller: await enter(context, call, scope, true) }
  },
})

const partnerWords = (
  context: Context,
): DoorWords &
  Required<Pick<Door<object>, 'context' | 'added' | 'hasRead'>> & { query: TProperties } => ({
  context,
  security: [{ apiKey: [] }],
  errors: ['unauthenticated', 'address_not_allowed', 'not_found', 'hotel_required', 'rate_limited'],
  isScoped: true,
  headers: ['RateLimit-Policy', 'RateLimit'],
  query: hotelQuery,
  added: (operation) => void context.partnerOperations.add(operation),
  hasRead: (call) => reauthorise(context, call),
})

/** Admits active test keys to their sandbox (contract §2, *Sandbox*). */
export function testDoor(
  context: Context,
): Door<{ key: TestKey }, Record<never, never>, ScopeNeed> {
  // The sandbox's own operations have no simulated faults.
  const { added: _, ...door } = partnerDoor(context)
  return {
    ...door,
    errors: [...door.errors, 'forbidden'],
    isTest: true,
    async enter(...call) {
      const { key } = await door.enter(...call)
      if (isTestKey(key)) return { key }
      throw new AppError('forbidden', 'A sandbox needs a test key: make one in the panel.')
    },
  }
}

/** A key that works on a sandbox. */
export type TestKey = ApiKey & { sandboxOf: number }

const isTestKey = (key: ApiKey): key is TestKey => key.sandboxOf !== undefined

/**
 * Admits a caller and takes a token of the key's bucket, or of the vendor's own if it names no connected hotel.
 *
 * @param isAnyHotel true if a vendor may name no hotel
 * @throws AppError what `identifyCaller` throws, `rate_limited`, `not_found` for another hotel, `hotel_required`,
 *   `scope_missing`
 */
function enter(context: Context, call: Call, scope: NeededScope): Promise<Partner>
function enter(
  context: Context,
  call: Call,
  scope: NeededScope,
  isAnyHotel: true,
): Promise<PartnerCaller>
async function enter(
  context: Context,
  call: Call,
  scope: NeededScope,
  isAnyHotel = false,
): Promise<PartnerCaller> {
  const { set, request } = call
  const before = context.store.version(ANY)
  const known = await identifyCaller(context, call)
  const nowMs = context.nowMs()
  const limit = limitOf(known)
  const topics = topicsOf(known)
  if (known.key) topics.push(daysTopic(known.key.hotelId))
  const spent = await context.keyLimiter.spend(holderOf(known).id, perMinute(limit), topics)
  // Checked again after any commit in between: the statement above reports changes of the key by other processes.
  const isSame = context.store.version(ANY) === before
  const caller = isSame ? known : await identifyCaller(context, call)
  setLimitHeaders(set.headers, limit, spent)
  if (!spent.allowed) {
    await witnessRefusal(call, spent.retryAfterSeconds)
    const whose = known.key ? 'key' : 'vendor'
    throw rateLimited(
      'key',
      `This ${whose} may send ${countNoun(limit, 'request')} a minute.`,
      spent,
    )
  }
  const { key, vendor } = caller
  if (key) {
    context.keyRequests.count(key.id)
    noteUse(context, call, key.id, nowMs)
  }
  // Checked only if a hotel is named: keys rarely name one, and the check would cost every call.
  if (vendor || request.url.includes('hotel=')) await checkHotel(context, caller, request)
  if (key) needScope(key.scopes, scope)
  else if (!isAnyHotel) throw hotelRequired()
  return caller
}

/** Records the use of a key, at most once a second: computing the address costs 2 µs. */
function noteUse(context: Context, { request, server }: Call, keyId: string, atMs: number): void {
  const { keyUses } = context
  const last = keyUses.get(keyId)
  if (last && atMs - last.atMs < 1_000) return
  keyUses.set(keyId, { atMs, from: exactAddressOf(context, request, server) })
}

/** @throws AppError `not_found` for any other hotel, in the same words if it exists or not */
async function checkHotel(
  context: Context,
  { key, vendor }: PartnerCaller,
  { url }: Request,
): Promise<void> {
  const slug = hotelSlugOf(url)
  if (slug === undefined || (vendor && key)) return
  if (!key || (await context.hotelOf(key.hotelId)).hotel.slug !== slug) throw notConnected()
}

/**
 * Authenticates an admitted caller again: the key or connection may have ended during a wait.
 *
 * @throws AppError what `identifyCaller` throws; `not_found` for a vendor whose connection has ended
 */
export async function admitAgain(context: Context, call: Admitted) {
  const caller = await identifyCaller(context, call, uncounted)
  if (!caller.vendor) return caller
  // A vendor just disconnected by another process must get no answer.
  await context.store.freshen(topicsOf(caller))
  const now = await identifyCaller(context, call, uncounted)
  if (!now.key && hotelSlugOf(call.request.url) !== undefined) throw notConnected()
  return now
}

const uncounted = (_: Context, __: Admitted, error: AppError) => error

/** Calls `admitAgain` for a pull that has waited. @throws AppError `unavailable` if its sandbox was reset */
export async function admitToHotel(context: Context, call: Admitted, hotelId: number) {
  const { key } = await admitAgain(context, call)
  if (key && key.hotelId !== hotelId)
    throw unavailable('The sandbox was reset while this pull waited: send it again.', 1)
}

/** Calls `admitAgain` for a vendor after its body was read, which may take long; a key is not checked again. */
export async function reauthorise(context: Context, call: Admitted) {
  if (isVendorSecret(call.request.headers.get('authorization') ?? ''))
    await admitAgain(context, call)
}

/** Returns the actor of a key for the audit: the vendor for a connection. */
export const actorOf = ({ id, vendorId }: Pick<ApiKey, 'id' | 'vendorId'>): Actor =>
  vendorId === null ? { type: 'key', id } : { type: 'vendor', id, vendorId }

/**
 * Adds the rate limit headers to the answer for an unknown address or method of the partner interface: the call costs no
 * token, but every answer has the headers (contract §7).
 */
export async function addRateLimitHeaders(context: Context, call: Call): Promise<void> {
  const { request, set } = call
  if (!URL.parse(request.url)?.pathname.startsWith('/v1/partner/')) return
  const caller = await findCaller(context, request)
  if (!caller || !isAddressAllowed(context, caller, call)) return
  const limit = limitOf(caller)
  const left = await context.keyLimiter.peek(holderOf(caller).id, perMinute(limit))
  setLimitHeaders(set.headers, limit, left)
}

/** The rate limit policy of pushed days (contract §7, *Fair use*). */
const DAYS_POLICY = `"days";q=${PUSHED_DAYS.capacity};w=${(PUSHED_DAYS.capacity * 60) / PUSHED_DAYS.perMinute}`

type RemainingTokens = { remaining: number; resetSeconds: number }

function setLimitHeaders(
  headers: Record<string, unknown>,
  limit: number,
  left: RemainingTokens,
): void {
  headers['ratelimit-policy'] = `"default";q=${limit};w=60, ${DAYS_POLICY}`
  headers.ratelimit = `"default";r=${left.remaining};t=${left.resetSeconds}`
}

/** Returns the requests per minute of a key, or of a vendor at no hotel (contract §7; contract-groups, *Vendors*). */
export const limitOf = (caller: PartnerCaller): number =>
  caller.key
    ? (caller.key.requestsPerMinute ?? KEY_REQUESTS_PER_MINUTE)
    : vendorRequestsPerMinute(caller.vendor.hotels)

/** Returns the owner of the token bucket of a call. */
export const holderOf = ({ key, vendor }: PartnerCaller): ApiKey | Vendor => key ?? vendor

const hotelRequired = () => {
  const message = 'Name the hotel by its slug: ?hotel=.'
  return new AppError('hotel_required', message, { errors: [flaw('?hotel', 'required', message)] })
}
