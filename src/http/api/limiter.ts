import { AppError, type LoginBound } from '../../domain/kernel/errors.ts'
import { countUse, type Uses, usesOfLastMinute } from '../../domain/kernel/rate-limit.ts'
import type { SpendResult } from '../../store/engine/limiter.ts'

/** The error for who got no token. @param loginBound of log-ins: which one, for the metrics */
export const rateLimited = (
  detail: string,
  { retryAfterSeconds }: SpendResult,
  loginBound?: LoginBound,
): AppError =>
  new AppError('rate_limited', detail, { retryAfterSeconds, ...(loginBound && { loginBound }) })

export type UseCounter = ReturnType<typeof createUseCounter>

/**
 * Counts what passed, by name, in memory.
 *
 * @param monotonicMs as for a limiter; names are of things there are few of, and are kept
 */
export function createUseCounter(monotonicMs: () => number) {
  const uses = new Map<string, Uses>()
  return {
    count: (name: string) => void uses.set(name, countUse(uses.get(name), monotonicMs())),
    /** How many in the last 60 seconds. */
    ofLastMinute: (name: string) => usesOfLastMinute(uses.get(name), monotonicMs()),
  }
}
