import { AppError, type LoginBound } from '../../domain/kernel/errors.ts'
import { countUse, type UseCount, usesOfLastMinute } from '../../domain/kernel/rate-limit.ts'
import type { SpendResult } from '../../store/engine/limiter.ts'

/** The error for an empty token bucket. @param loginBound the limit that refused a log-in, for the metrics */
export const rateLimited = (
  detail: string,
  { retryAfterSeconds }: SpendResult,
  loginBound?: LoginBound,
): AppError =>
  new AppError('rate_limited', detail, { retryAfterSeconds, ...(loginBound && { loginBound }) })

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
