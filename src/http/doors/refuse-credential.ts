import type { AppError } from '../../domain/errors.ts'
import { perMinute } from '../../domain/rate-limit.ts'
import type { Context } from '../context.ts'
import { addressOf } from '../request/address.ts'
import { rateLimited } from '../request/limiter.ts'
import type { Call } from '../route.ts'

/** Failed authentications a minute from one address, before they are answered 429. */
const AUTH_FAILURES_PER_MINUTE = 60

/** What a refused key is answered: refusals are limited by address, yet a good key from the same address always passes. */
export function refuseCredential(
  context: Context,
  { request, server }: Pick<Call, 'request' | 'server'>,
  error: AppError,
): AppError {
  const address = addressOf(context, request, server)
  const spent = context.failureLimiter.spend(address, perMinute(AUTH_FAILURES_PER_MINUTE))
  if (spent.allowed) return error
  return rateLimited('Too many refused credentials from this address.', spent)
}
