import { PUSHED_DAYS } from '../../domain/kernel/rate-limit.ts'
import type { DaysBudget } from '../../service/days/judge-push.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import { groupDigits } from '../api/schema.ts'

/**
 * Returns the token bucket of pushed days of a hotel, shared by all its senders (rate limit; contract §7, *Fair use*).
 * Days are counted as received.
 *
 * @returns undefined with `FAIR_USE=0`: no limit
 */
export function daysBudgetOf(context: Context, hotelId: number): DaysBudget | undefined {
  if (!context.fairUse) return undefined
  const name = String(hotelId)
  return {
    async take(days) {
      const spent = await context.dayLimiter.spendMany(name, PUSHED_DAYS, days)
      if (spent.allowed) return
      const { capacity, perMinute } = PUSHED_DAYS
      const message = `A hotel may be pushed ${groupDigits(perMinute)} days a minute, ${groupDigits(capacity)} at once; nothing was written.`
      throw rateLimited('days', message, spent)
    },
    giveBack: (days) => context.dayLimiter.giveBack(name, PUSHED_DAYS, days),
  }
}

/** Returns the rest of a hotel's bucket of days. */
export const daysLeft = ({ dayLimiter }: Context, hotelId: number) =>
  dayLimiter.peek(String(hotelId), PUSHED_DAYS)

/** Returns that rest as an item of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers). */
export async function daysLeftText(context: Context, hotelId: number): Promise<string> {
  const { remaining, resetSeconds } = await daysLeft(context, hotelId)
  return `"days";r=${remaining};t=${resetSeconds}`
}
