import { AppError } from '../../domain/errors.ts'
import {
  type Allowance,
  type Bucket,
  countUse,
  peekTokens,
  returnTokens,
  spendToken,
  spendTokens,
  type Uses,
  usesOfLastMinute,
} from '../../domain/rate-limit.ts'

const SWEEP_EVERY = 1_024

/** The error for who got no token. */
export const rateLimited = (
  detail: string,
  { retryAfterSeconds }: ReturnType<typeof spendToken>,
): AppError => new AppError('rate_limited', detail, { retryAfterSeconds })

export type Limiter = ReturnType<typeof createLimiter>

/**
 * Token buckets by name, in memory; one that is full again is dropped.
 *
 * @param monotonicMs a clock that never steps (contract §7)
 */
export function createLimiter(monotonicMs: () => number) {
  const buckets = new Map<string, { bucket: Bucket; allowance: Allowance }>()
  let untilSweep = SWEEP_EVERY

  /** Costs a pass over all buckets once in as many requests as there are buckets. */
  function sweep(nowMs: number): void {
    for (const [name, { bucket, allowance }] of buckets)
      if (peekTokens(bucket, allowance, nowMs).resetSeconds === 0) buckets.delete(name)
    untilSweep = Math.max(SWEEP_EVERY, buckets.size)
  }

  return {
    spend(name: string, allowance: Allowance) {
      const nowMs = monotonicMs()
      if (--untilSweep <= 0) sweep(nowMs)
      const spent = spendToken(buckets.get(name)?.bucket, allowance, nowMs)
      buckets.set(name, { bucket: spent.bucket, allowance })
      return spent
    },
    /** Takes many tokens, or none. */
    spendMany(name: string, allowance: Allowance, tokens: number) {
      const spent = spendTokens(buckets.get(name)?.bucket, allowance, monotonicMs(), tokens)
      buckets.set(name, { bucket: spent.bucket, allowance })
      return spent
    },
    /** Puts back tokens that were spent. */
    giveBack(name: string, allowance: Allowance, tokens = 1): void {
      const bucket = returnTokens(buckets.get(name)?.bucket, allowance, monotonicMs(), tokens)
      buckets.set(name, { bucket, allowance })
    },
    peek: (name: string, allowance: Allowance) =>
      peekTokens(buckets.get(name)?.bucket, allowance, monotonicMs()),
    size: () => buckets.size,
  }
}

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
