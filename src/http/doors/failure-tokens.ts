import type { Allowance } from '../../domain/kernel/rate-limit.ts'
import type { Limiter } from '../../store/engine/limiter.ts'

/** How many may wait for what others of the same bucket come to. */
const WAITING_MAX = 100

/**
 * Tokens for failures, held while something is tried: who finds all of them held waits until one comes back, so that
 * nobody is refused for what may yet succeed.
 *
 * @returns takes a token of a bucket; fulfilled with what gives it back or keeps it, undefined where too many have failed
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
