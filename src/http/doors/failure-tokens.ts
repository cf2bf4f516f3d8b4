import type { Allowance } from '../../domain/kernel/rate-limit.ts'
import type { Limiter } from '../../store/engine/limiter.ts'

/** Attempts of one bucket that may wait for the outcome of others. */
const WAITING_MAX = 100

/**
 * Rate limit by failures: a token bucket whose tokens are held during an attempt. An attempt that finds all tokens held
 * waits for one to return, so that it is not refused while the others may still succeed.
 *
 * @returns a function that takes a token of a bucket. It resolves to a callback that returns or keeps the token, or to
 *   undefined after too many failures
 */
export function createFailureTokens(limiter: Limiter, allowance: Allowance) {
  const buckets = new Map<string, { held: number; waiting: (() => void)[] }>()
  return async (bucket: string): Promise<((failed: boolean) => void) | undefined> => {
    const state = buckets.get(bucket) ?? { held: 0, waiting: [] }
    while (limiter.peek(bucket, allowance).remaining < 1) {
      if (state.held === 0 || state.waiting.length >= WAITING_MAX) return undefined
      await new Promise<void>((resolve) => void state.waiting.push(resolve))
    }
    limiter.spend(bucket, allowance)
    state.held++
    buckets.set(bucket, state)
    return (failed) => {
      if (!failed) limiter.giveBack(bucket, allowance)
      state.held--
      if (state.held === 0) buckets.delete(bucket)
      for (const wake of state.waiting.splice(0)) wake()
    }
  }
}
