import { KEY_REQUESTS_PER_MINUTE } from '../../domain/accounts/api-key.ts'
import { SCOPES_DEFAULT } from '../../domain/accounts/scope.ts'
import { instantOrNull } from '../../domain/kernel/date.ts'
import { PUSHED_DAYS, perMinute } from '../../domain/kernel/rate-limit.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { daysLeft } from '../days/fair-use.ts'
import type { PartnerCaller } from '../doors/partner-caller.ts'
import { holderOf, hotelsDoor, limitOf } from '../doors/partner-key.ts'
import { LIMITS, LimitsSchema, limitsOff } from './limits.ts'

const keyExample = {
  id: '0198c0de-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
  name: 'Channel manager',
  scopes: SCOPES_DEFAULT,
  allowedIps: ['203.0.113.0/24'],
  expiresAt: null,
}

/** Adds the limits of a key, or of a vendor with a hotel or without (contract §7, §8). */
export function partnerLimitRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/limits', hotelsDoor(context), 'Mapping')

  route('GET', '', {
    id: 'getLimits',
    scope: 'any',
    summary: 'The key with its limits and remaining requests',
    description:
      'Counts as a request, too: `remaining` is the number left after it. A vendor that names no hotel is told of its bucket for such calls.',
    says: 'The limits.',
    answer: LimitsSchema,
    example: {
      key: keyExample,
      requests: { perMinute: KEY_REQUESTS_PER_MINUTE, remaining: 47, resetSeconds: 13 },
      off: [],
      pushedDays: { ...PUSHED_DAYS, remaining: 90_000, resetSeconds: 12 },
      ...LIMITS,
    },
    handle: async ({ caller }) => {
      const perMinuteMax = limitOf(caller)
      const left = await context.keyLimiter.peek(holderOf(caller).id, perMinute(perMinuteMax))
      const { remaining, resetSeconds } = left
      return {
        key: grantOf(caller),
        requests: { perMinute: perMinuteMax, remaining, resetSeconds },
        off: limitsOff(context),
        pushedDays: caller.key ? await pushedDaysOf(context, caller.key.hotelId) : null,
        ...LIMITS,
      }
    },
  })

  return app
}

/** Returns the rights of a caller: those of its key, or none of a vendor that names no hotel. */
function grantOf({ key, vendor }: PartnerCaller) {
  if (!key) return { id: vendor.id, name: vendor.name, scopes: [], allowedIps: [], expiresAt: null }
  const { id, name, scopes, allowedIps, expiresAtMs } = key
  return { id, name, scopes, allowedIps, expiresAt: instantOrNull(expiresAtMs) }
}

async function pushedDaysOf(context: Context, hotelId: number) {
  const { remaining, resetSeconds } = await daysLeft(context, hotelId)
  return { ...PUSHED_DAYS, remaining, resetSeconds }
}
