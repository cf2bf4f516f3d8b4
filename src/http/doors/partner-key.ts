import { type TProperties, Type } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { KEY_REQUESTS_PER_MINUTE } from '../../domain/accounts/api-key.ts'
import { type NeededScope, needScope } from '../../domain/accounts/scope.ts'
import { isVendorSecret, notConnected, type Vendor } from '../../domain/accounts/vendor.ts'
import { AppError, flaw } from '../../domain/kernel/errors.ts'
import { PUSHED_DAYS, perMinute } from '../../domain/kernel/rate-limit.ts'
import { counted } from '../../domain/kernel/text.ts'
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

/** What is said of each operation of the partner interface: the scope that it needs (contract §8). */
export type ScopeNeed = { scope: NeededScope }
/** Who calls the partner interface: a vendor by the key that its connection is. */
export type Partner = { key: ApiKey }
/** What adds a route of the partner interface. */
export type AddPartnerRoute = AddRoute<Partner, Record<never, never>, ScopeNeed>

/** The parameter that names the hotel of a vendor's call; handlers have the key of the connection. */
const hotelQuery: TProperties = {
  hotel: Type.Optional(
    Type.String({ description: "The hotel by its slug, in a vendor's calls; a key has but one." }),
  ),
}

/**
 * Lets in the holder of an active API key that has the scope, from an address that the key is taken from, and takes one
 * token of its bucket (specification §5, §8; contract §7, §8). What is refused for its credential or address takes no
 * token from anyone. A vendor is let in to the hotel that it names, as far as it is connected with it.
 */
export const partnerDoor = (context: Context): Door<Partner, Record<never, never>, ScopeNeed> => ({
  ...partnerWords(context),
  enter: (call, _, { scope }) => enter(context, call, scope),
})

/** Lets in whom `partnerDoor` does, and a vendor that names no hotel. */
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
): DoorWords & Required<Pick<Door<object>, 'added' | 'hasRead'>> & { query: TProperties } => ({
  security: [{ apiKey: [] }],
  errors: ['unauthenticated', 'address_not_allowed', 'not_found', 'hotel_required', 'rate_limited'],
  isScoped: true,
  headers: ['RateLimit-Policy', 'RateLimit'],
  query: hotelQuery,
  added: (operation) => void context.partnerOperations.add(operation),
  hasRead: (call) => reauthorise(context, call),
})

/** Lets in the holder of an active test key, on whose sandbox it works (contract §2, *Sandbox*). */
export function testDoor(
  context: Context,
): Door<{ key: TestKey }, Record<never, never>, ScopeNeed> {
  // Its own operations never go wrong on purpose.
  const { added: _, ...door } = partnerDoor(context)
  return {
    ...door,
    errors: [...door.errors, 'forbidden'],
    isTest: true,
    async enter(...call) {
      const { key } = await door.enter(...call)
      if (isTestKey(key)) return { key }
      throw new AppError('forbidden', 'Only a test key works on a sandbox: make one in the panel.')
    },
  }
}

/** A key that works on a sandbox. */
export type TestKey = ApiKey & { sandboxOf: number }

const isTestKey = (key: ApiKey): key is TestKey => key.sandboxOf !== undefined

/**
 * Who calls, for a token of the key's bucket, or of the vendor's own where it names no hotel that it is connected with.
 *
 * @param isAnyHotel whether a vendor may name none
 * @throws AppError what `identifyCaller` throws, `rate_limited`, `not_found` for another hotel, `hotel_required`, `scope_missing`
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
  // Once more when anything was committed meanwhile: that statement has told when another process has ended or changed it.
  const isSame = context.store.version(ANY) === before
  const caller = isSame ? known : await identifyCaller(context, call)
  setLimitHeaders(set.headers, limit, spent)
  if (!spent.allowed) {
    await witnessRefusal(call, spent.retryAfterSeconds)
    const whose = known.key ? 'key' : 'vendor'
    throw rateLimited(`This ${whose} may send ${counted(limit, 'request')} a minute.`, spent)
  }
  const { key, vendor } = caller
  if (key) {
    context.keyRequests.count(key.id)
    noteUse(context, call, key.id, nowMs)
  }
  // To look which hotel a key names would cost each of its calls: hardly any does.
  if (vendor || request.url.includes('hotel=')) await checkHotel(context, caller, request)
  if (key) needScope(key.scopes, scope)
  else if (!isAnyHotel) throw hotelRequired()
  return caller
}

/** Notes the use of a key, to a second: the address costs each call 2 µs. */
function noteUse(context: Context, { request, server }: Call, keyId: string, atMs: number): void {
  const { keyUses } = context
  const last = keyUses.get(keyId)
  if (last && atMs - last.atMs < 1_000) return
  keyUses.set(keyId, { atMs, from: exactAddressOf(context, request, server) })
}

/** @throws AppError `not_found` for a hotel that the caller has nothing to do with: all the same, whatever it is */
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
 * Looks whether a caller who was let in still is: it may have ended while it waited.
 *
 * @throws AppError what `identifyCaller` throws; `not_found` for a vendor whose connection has ended
 */
export async function admitAgain(context: Context, call: Pick<Call, 'request' | 'server'>) {
  const caller = await identifyCaller(context, call)
  if (!caller.vendor) return caller
  // Nothing is answered to a vendor that another process has just disconnected.
  await context.store.freshen(topicsOf(caller))
  const now = await identifyCaller(context, call)
  if (!now.key && hotelSlugOf(call.request.url) !== undefined) throw notConnected()
  return now
}

/** `admitAgain` for a vendor whose body has been read, for that may have taken any time; a key's is not looked at again. */
export async function reauthorise(context: Context, call: Pick<Call, 'request' | 'server'>) {
  if (isVendorSecret(call.request.headers.get('authorization') ?? ''))
    await admitAgain(context, call)
}

/** As whom what a key does is written down: that of a connection as its vendor's doing. */
export const actorOf = ({ id, vendorId }: Pick<ApiKey, 'id' | 'vendorId'>): Actor =>
  vendorId === null ? { type: 'key', id } : { type: 'vendor', id, vendorId }

/**
 * What an answer tells a key that asked for an address or method that the partner interface has not: it costs no token,
 * yet says what is left, as every answer does (contract §7).
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

/** Days that may be pushed to the hotel (contract §7, *Fair use*). */
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

/** Requests a minute of a key: its own limit, else the default, which a vendor at no hotel has (contract §7). */
export const limitOf = ({ key }: { key: ApiKey | undefined }) =>
  key?.requestsPerMinute ?? KEY_REQUESTS_PER_MINUTE

/** Whose bucket a call takes from. */
const holderOf = ({ key, vendor }: PartnerCaller): ApiKey | Vendor => key ?? vendor

const hotelRequired = () => {
  const message = 'Say which hotel, by its slug: ?hotel=.'
  return new AppError('hotel_required', message, { errors: [flaw('?hotel', 'required', message)] })
}
