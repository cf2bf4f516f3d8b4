import { perMinute } from '../../domain/rate-limit.ts'
import type { Context } from '../context.ts'
import { addressOf } from '../request/address.ts'
import { rateLimited } from '../request/limiter.ts'
import type { Call, Door } from '../route.ts'
import { sessionOf, tokens } from './session.ts'

/**
 * Takes a token of the general interface's limit: of an account for whoever is signed in, else of the address (contract
 * §7). Colleagues behind one address do not share, and what carries no token that stands counts for its address. 0
 * switches it off.
 *
 * @throws AppError `rate_limited`
 */
export function spendPublic(context: Context) {
  const { publicLimiter, publicRatePerMinute } = context
  const allowance = perMinute(publicRatePerMinute)
  const { jwt } = tokens(context).decorator
  return async ({ request, server }: Call): Promise<void> => {
    if (publicRatePerMinute === 0) return
    const isGuest = !request.headers.has('authorization')
    const user = isGuest ? undefined : (await sessionOf(context, jwt, request))?.user
    const bucket = user ? `account ${user.id}` : addressOf(context, request, server)
    const spent = publicLimiter.spend(bucket, allowance)
    const whose = user ? 'account' : 'address'
    if (!spent.allowed) throw rateLimited(`Too many requests from this ${whose}.`, spent)
  }
}

/** Lets everybody in, within the general limit. */
export function publicDoor(context: Context): Door<Record<never, never>> {
  const spend = spendPublic(context)
  return {
    security: [],
    errors: ['rate_limited'],
    async enter(call) {
      await spend(call)
      return {}
    },
  }
}
