import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { isOnBehalf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import type { Call, Door } from '../api/route.ts'
import { sessionOf, tokens } from './session.ts'
import { siteOfCall } from './site-key.ts'
import { addressForLimit } from './visitor.ts'

/**
 * Rate limit of the general interface: takes a token of the account's bucket, or without a valid session of the address's
 * (contract §7), which a site names for its visitor (`contract-access`). Signed-in colleagues behind one address do not
 * share a bucket. Internal requests were counted with their page. A limit of 0 switches it off; the key of a site is
 * checked all the same.
 *
 * @param cost the tokens of one call
 * @throws AppError `rate_limited`, and as `siteOfCall`
 */
export function spendPublic(context: Context, cost = 1) {
  const { publicLimiter, publicRatePerMinute } = context
  const allowance = perMinute(publicRatePerMinute)
  const { jwt } = tokens(context).decorator
  return async (call: Call): Promise<void> => {
    await siteOfCall(context, call)
    const { request } = call
    if (publicRatePerMinute === 0 || isOnBehalf(request)) return
    const isGuest = !request.headers.has('authorization')
    const user = isGuest ? undefined : (await sessionOf(context, jwt, request))?.user
    const bucket = user ? `account ${user.id}` : await addressForLimit(context, call)
    if (bucket === null) return
    // Only a lone token is reserved for who is refused.
    const spent =
      cost === 1
        ? publicLimiter.spend(bucket, allowance)
        : publicLimiter.spendMany(bucket, allowance, cost)
    const whose = user ? 'account' : 'address'
    if (!spent.allowed) throw rateLimited('public', `Too many requests from this ${whose}.`, spent)
  }
}

/** Admits everyone, within the general rate limit. @param cost as for `spendPublic` */
export function publicDoor(context: Context, cost?: number): Door<Record<never, never>> {
  const spend = spendPublic(context, cost)
  return {
    context,
    security: [{}, { site: [] }],
    errors: ['unauthenticated', 'rate_limited'],
    async enter(call) {
      await spend(call)
      return {}
    },
  }
}
