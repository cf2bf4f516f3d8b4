import { AppError } from '../../domain/kernel/errors.ts'
import type { LimitKind, LoginBound } from '../../domain/kernel/limit-kinds.ts'
import { countUse, type UseCount, usesOfLastMinute } from '../../domain/kernel/rate-limit.ts'
import type { SpendResult } from '../../store/engine/limiter.ts'

/**
 * The error for an empty token bucket.
 *
 * @param limit the limit that refused, for the metrics; of a log-in also `loginBound`
 */
export const rateLimited = (
  limit: LimitKind,
  detail: string,
  { retryAfterSeconds }: SpendResult,
  loginBound?: LoginBound,
): AppError =>
  new AppError('rate_limited', detail, {
    ...{ limit, retryAfterSeconds },
    ...(loginBound && { loginBound }),
  })

export type UseCounter = ReturnType<typeof createUseCounter>

/**
 * Creates an in-memory counter of accepted requests by name. Names are never dropped: use it for small sets.
 *
 * @param monotonicMs as for a limiter
 */
export function createUseCounter(monotonicMs: () => number) {
  const uses = new Map<string, UseCount>()
  return {
    count: (name: string) => void uses.set(name, countUse(uses.get(name), monotonicMs())),
    /** Returns the count of the last 60 seconds. */
    ofLastMinute: (name: string) => usesOfLastMinute(uses.get(name), monotonicMs()),
  }
}
