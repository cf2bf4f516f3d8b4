// Rate limits by token buckets.

import {
  type Allowance,
  type Bucket,
  type BucketStatus,
  peekTokens,
  returnTokens,
  spendToken,
  spendTokens,
  type TokenResult,
} from '../../domain/kernel/rate-limit.ts'

const SWEEP_EVERY = 1_024

/** The result of a rate limit check, for the caller. */
export type SpendResult = Omit<TokenResult, 'bucket'>

/** The token buckets of the rate limits, shared by all replicas; in memory if there is only one process. */
export type SharedLimiter = {
  /** Takes a token, and brings the versions of topics up to date in the same statement. */
  spend: (
    name: string,
    allowance: Allowance,
    topics?: readonly string[],
  ) => SpendResult | Promise<SpendResult>
  /** Takes many tokens, or none. */
  spendMany: (name: string, allowance: Allowance, tokens: number) => Promise<SpendResult>
  /** Puts back tokens that were spent. */
  giveBack: (name: string, allowance: Allowance, tokens: number) => Promise<void>
  peek: (name: string, allowance: Allowance) => Promise<BucketStatus>
}

/** The token buckets of one process. */
export type Limiter = ReturnType<typeof createLimiter>

/**
 * Token buckets by name, in memory; a bucket that is full again is dropped.
 *
 * @param monotonicMs a clock that never steps (contract §7)
 */
export function createLimiter(monotonicMs: () => number) {
  const buckets = new Map<string, { bucket: Bucket; allowance: Allowance }>()
  let untilSweep = SWEEP_EVERY

  /** Passes over all buckets once in as many requests as there are buckets. */
  function sweep(nowMs: number): void {
    for (const [name, { bucket, allowance }] of buckets)
      if (peekTokens(bucket, allowance, nowMs).resetSeconds === 0) buckets.delete(name)
    untilSweep = Math.max(SWEEP_EVERY, buckets.size)
  }

  return {
    spend(name: string, allowance: Allowance): SpendResult {
      const nowMs = monotonicMs()
      if (--untilSweep <= 0) sweep(nowMs)
      const spent = spendToken(buckets.get(name)?.bucket, allowance, nowMs)
      buckets.set(name, { bucket: spent.bucket, allowance })
      return spent
    },
    /** Takes many tokens, or none. */
    spendMany(name: string, allowance: Allowance, tokens: number): SpendResult {
      const before = buckets.get(name)?.bucket
      const { bucket, ...spent } = spendTokens(before, allowance, monotonicMs(), tokens)
      buckets.set(name, { bucket, allowance })
      return spent
    },
    /** Puts back tokens that were spent. */
    giveBack(name: string, allowance: Allowance, tokens = 1): void {
      const bucket = returnTokens(buckets.get(name)?.bucket, allowance, monotonicMs(), tokens)
      buckets.set(name, { bucket, allowance })
    },
    peek: (name: string, allowance: Allowance): BucketStatus =>
      peekTokens(buckets.get(name)?.bucket, allowance, monotonicMs()),
    size: () => buckets.size,
  }
}

/** The same token buckets for a single process. */
export function inMemory(limiter: Limiter): SharedLimiter {
  return {
    spend: (name, allowance) => limiter.spend(name, allowance),
    spendMany: async (...call) => limiter.spendMany(...call),
    giveBack: async (...call) => limiter.giveBack(...call),
    peek: async (...call) => limiter.peek(...call),
  }
}
