import { type ApiKey, isKeyActive } from '../../domain/api-key.ts'
import { AppError } from '../../domain/errors.ts'
import {
  AUTH_FAILURES_PER_MINUTE,
  KEY_REQUESTS_PER_MINUTE,
  PUSHED_DAYS,
} from '../../domain/limits.ts'
import { isWithin } from '../../domain/network.ts'
import { perMinute } from '../../domain/rate-limit.ts'
import { type NeededScope, needScope } from '../../domain/scope.ts'
import { counted } from '../../domain/text.ts'
import { noteCall } from '../../service/sandbox/certification.ts'
import { nextAnswerFault } from '../../service/sandbox/faults.ts'
import { daysTopic } from '../../store/availability/availability.ts'
import { keyTopics } from '../../store/catalog/api-keys.ts'
import { ANY } from '../../store/memory/versions.ts'
import type { Context } from '../context.ts'
import { addressOf, exactAddressOf } from '../request/address.ts'
import { rateLimited } from '../request/limiter.ts'
import type { AddRoute, Call, Door } from '../route.ts'
import { noteTest, witnessRefusal } from '../test-mode.ts'
import { BEARER } from './session.ts'

/** What is said of each operation of the partner interface: the scope that it needs (contract §8). */
export type Scoped = { scope: NeededScope }
/** Who calls the partner interface. */
export type Partner = { key: ApiKey }
/** What adds a route of the partner interface. */
export type AddPartnerRoute = AddRoute<Partner, Record<never, never>, Scoped>

/**
 * Lets in the holder of an active API key that has the scope, from an address that the key is taken from, and takes one
 * token of its bucket (specification §5, §8; contract §7, §8). What is refused for its credential or address takes no
 * token from anyone.
 */
export const partnerDoor = (context: Context): Door<Partner, Record<never, never>, Scoped> => ({
  security: [{ apiKey: [] }],
  errors: ['unauthenticated', 'address_not_allowed', 'rate_limited'],
  isScoped: true,
  headers: ['RateLimit-Policy', 'RateLimit'],
  added: (operation) => void context.partnerOperations.add(operation),
  enter: (call, _, { scope }) => enter(context, call, scope),
})

/** Lets in the holder of an active test key, on whose twin it works (contract §2, *Sandbox*). */
export function testDoor(context: Context): Door<{ key: TestKey }, Record<never, never>, Scoped> {
  // Its own operations never go wrong on purpose.
  const { added: _, ...door } = partnerDoor(context)
  return {
    ...door,
    errors: [...door.errors, 'forbidden'],
    async enter(...call) {
      const { key } = await door.enter(...call)
      if (isTestKey(key)) return { key }
      throw new AppError('forbidden', 'Only a test key works on a sandbox: make one in the panel.')
    },
  }
}

/** A key that works on a twin. */
export type TestKey = ApiKey & { twinOf: number }

const isTestKey = (key: ApiKey): key is TestKey => key.twinOf !== undefined

async function enter(context: Context, call: Call, scope: NeededScope): Promise<Partner> {
  const { set } = call
  const before = context.store.version(ANY)
  const known = await admit(context, call)
  const nowMs = context.nowMs()
  const limit = limitOf(known)
  const topics = [...keyTopics(known), daysTopic(known.hotelId)]
  const spent = await context.keyLimiter.spend(known.id, perMinute(limit), topics)
  // Once more when anything was committed meanwhile: that statement has told when another process has ended or changed it.
  const isSame = context.store.version(ANY) === before
  const key = isSame ? known : await admit(context, call)
  tellLimit(set.headers, limit, spent)
  if (!spent.allowed) {
    await witnessRefusal(call, spent.retryAfterSeconds)
    throw rateLimited(`This key may send ${counted(limit, 'request')} a minute.`, spent)
  }
  context.keyRequests.count(key.id)
  context.keyUses.set(key.id, nowMs)
  needScope(key.scopes, scope)
  return { key }
}

/**
 * The active key of a request that comes from where the key is taken from.
 *
 * @throws AppError `unauthenticated`, `address_not_allowed`, `rate_limited`
 */
export async function admit(context: Context, call: Pick<Call, 'request' | 'server'>) {
  const header = call.request.headers.get('authorization')
  const key = await findKey(context, header)
  if (!key) throw refuse(context, call, unauthenticated())
  if (key.test) noteTest(call.request, testedBy(context, key))
  if (isTakenFrom(context, key, call)) return key
  // Another process may have changed where it is taken from.
  await context.store.freshen(keyTopics(key))
  const now = await findKey(context, header)
  if (now && isTakenFrom(context, now, call)) return now
  const address = exactAddressOf(context, call.request, call.server)
  throw refuse(context, call, addressNotAllowed(address))
}

/** What is done about a request of a test key: nothing goes wrong on purpose, or shows anything, of what is the sandbox's. */
function testedBy(context: Context, key: ApiKey): Parameters<typeof noteTest>[1] {
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

/**
 * What an answer tells a key that asked for an address or method that the partner interface has not: it costs no token,
 * yet says what is left, as every answer does (contract §7).
 */
export async function addRateLimitHeaders(context: Context, call: Call): Promise<void> {
  const { url, headers } = call.request
  if (!URL.parse(url)?.pathname.startsWith('/v1/partner/')) return
  const key = await findKey(context, headers.get('authorization'))
  if (!key || !isTakenFrom(context, key, call)) return
  const limit = limitOf(key)
  tellLimit(call.set.headers, limit, await context.keyLimiter.peek(key.id, perMinute(limit)))
}

/** Days that may be pushed to the hotel (contract §7, *Fair use*). */
const DAYS_POLICY = `"days";q=${PUSHED_DAYS.capacity};w=${(PUSHED_DAYS.capacity * 60) / PUSHED_DAYS.perMinute}`

type Left = { remaining: number; resetSeconds: number }

function tellLimit(headers: Record<string, unknown>, limit: number, left: Left): void {
  headers['ratelimit-policy'] = `"default";q=${limit};w=60, ${DAYS_POLICY}`
  headers.ratelimit = `"default";r=${left.remaining};t=${left.resetSeconds}`
}

/** Requests a minute of a key: its own limit, else the default (contract §7). */
export const limitOf = (key: ApiKey) => key.requestsPerMinute ?? KEY_REQUESTS_PER_MINUTE

/** The active key that an `Authorization` header names; undefined when there is none. */
async function findKey(context: Context, header: string | null): Promise<ApiKey | undefined> {
  const secret = header?.match(BEARER)?.[1]
  const key = secret && (await context.apiKeyOf(secret))
  return key && isKeyActive(key, context.nowMs()) ? key : undefined
}

function isTakenFrom(
  context: Context,
  { allowedIps }: ApiKey,
  { request, server }: Pick<Call, 'request' | 'server'>,
): boolean {
  if (allowedIps.length === 0) return true
  return isWithin(exactAddressOf(context, request, server), allowedIps)
}

/** Refusals are limited by address, yet a good key from the same address always passes. */
function refuse(
  context: Context,
  { request, server }: Pick<Call, 'request' | 'server'>,
  error: AppError,
): AppError {
  const address = addressOf(context, request, server)
  const spent = context.failureLimiter.spend(address, perMinute(AUTH_FAILURES_PER_MINUTE))
  if (spent.allowed) return error
  return rateLimited('Too many refused credentials from this address.', spent)
}

const unauthenticated = () =>
  new AppError('unauthenticated', 'Send an active API key as "Authorization: Bearer <API_KEY>".')

/** @param address as it was seen; whatever stands in a header is told no further than an address is long */
const addressNotAllowed = (address: string) =>
  new AppError('address_not_allowed', `This key is not taken from ${address.slice(0, 45)}.`)
