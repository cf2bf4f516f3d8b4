import type { AppError } from '../../domain/kernel/errors.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { addressOf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import type { Call } from '../api/route.ts'

/** Failed authentications per minute and address; further ones are answered 429. */
const AUTH_FAILURES_PER_MINUTE = 60

/** Returns the error for a refused key. Refusals are rate limited by address; a valid key always passes. */
export function refuseCredential(
  context: Context,
  { request, server }: Pick<Call, 'request' | 'server'>,
  error: AppError,
): AppError {
  const address = addressOf(context, request, server)
  const spent = context.failureLimiter.spend(address, perMinute(AUTH_FAILURES_PER_MINUTE))
  if (spent.allowed) return error
  return rateLimited('credentials', 'Too many refused credentials from this address.', spent)
}
