import { AsyncLocalStorage } from 'node:async_hooks'
import type { Change } from '../domain/availability.ts'

/** Days of a hotel that a transaction left differently. */
export type ChangedDays = { hotelId: number; changes: readonly Change[] }

/**
 * What the code inside a `tx` can reach without being handed it: the guard, the topics it touched and the days it
 * changed, the topics that earlier bodies of the same commit touched, and when it must be over, on the monotonic clock.
 */
export type TxScope = {
  topics: Set<string>
  days: ChangedDays[]
  earlier: ReadonlySet<string>
  endsAtMs: number
}

export const txScope = new AsyncLocalStorage<TxScope>()
