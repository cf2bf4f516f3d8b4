import { type ApiKey, isKeyActive } from '../../domain/api-key.ts'
import { AppError } from '../../domain/errors.ts'
import {
  AUTH_FAILURES_PER_MINUTE,
  KEY_REQUESTS_PER_MINUTE,
  PUSHED_DAYS,
} from '../../domain/limits.ts'
import { perMinute } from '../../domain/rate-limit.ts'
import { counted } from '../../domain/text.ts'
import type { Context } from '../context.ts'
import { addressOf } from '../request/address.ts'
import { rateLimited } from '../request/limiter.ts'
import type { Call, Door } from '../route.ts'
import { BEARER } from './session.ts'

/**
 * Lets in the holder of an active API key and takes one token of its bucket (specification §5, §8; contract §7, §8).
 * A refused credential takes no token from anyone.
 */
export const partnerDoor = (context: Context): Door<{ key: ApiKey }> => ({
  security: [{ apiKey: [] }],
  errors: ['unauthenticated', 'rate_limited'],
  headers: ['RateLimit-Policy', 'RateLimit'],
  enter: (call) => enter(context, call),
})

async function enter(context: Context, { request, server, set }: Call): Promise<{ key: ApiKey }> {
  const key = await findKey(context, request.headers.get('authorization'))
  if (!key) throw refuse(context, addressOf(context, request, server))
  const nowMs = context.nowMs()
  const limit = limitOf(key)
  const spent = context.keyLimiter.spend(key.id, perMinute(limit))
  tellLimit(set.headers, limit, spent)
  if (!spent.allowed)
    throw rateLimited(`This key may send ${counted(limit, 'request')} a minute.`, spent)
  context.keyRequests.count(key.id)
  context.keyUses.set(key.id, nowMs)
  return { key }
}

/**
 * What an answer tells a key that asked for an address or method that the partner interface has not: it costs no token,
 * yet says what is left, as every answer does (contract §7).
 */
export async function addRateLimitHeaders(
  context: Context,
  { url, headers }: Request,
  answerHeaders: Record<string, unknown>,
): Promise<void> {
  if (!URL.parse(url)?.pathname.startsWith('/v1/partner/')) return
  const key = await findKey(context, headers.get('authorization'))
  if (!key) return
  const limit = limitOf(key)
  tellLimit(answerHeaders, limit, context.keyLimiter.peek(key.id, perMinute(limit)))
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
export async function findKey(
  context: Context,
  header: string | null,
): Promise<ApiKey | undefined> {
  const secret = header?.match(BEARER)?.[1]
  const key = secret && (await context.apiKeyOf(secret))
  return key && isKeyActive(key, context.nowMs()) ? key : undefined
}

/** Failures are limited by address, yet a good key from the same address always passes. */
function refuse(context: Context, address: string): AppError {
  const spent = context.failureLimiter.spend(address, perMinute(AUTH_FAILURES_PER_MINUTE))
  if (!spent.allowed) return rateLimited('Too many refused credentials from this address.', spent)
  return new AppError(
    'unauthenticated',
    'Send an active API key as "Authorization: Bearer <API_KEY>".',
  )
}
