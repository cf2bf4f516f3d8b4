import type { Change, NightPlace, OnJump, OnStale, Remark } from '../kernel/availability.ts'
import type { RateChange, RateDays } from './fold-rates.ts'

/** How updates are folded. */
export type FoldOptions = {
  onStale?: OnStale
  onJump?: OnJump
  isPatch?: boolean
  rateDays?: RateDays
  /** True to collect the days that are counted anew. */
  notesCounts?: boolean
}

/** The result of folding a push over the stored days. */
export type FoldResult = {
  /** One entry per day whose value at the end differs from the stored one, even if only by its shortfall. */
  changes: Change[]
  /** The same for days of rates. */
  rateChanges: RateChange[]
  /** Unchanged days whose count now knows more of the feed. */
  noted: (NightPlace & { seenOrder: number })[]
  /** Days of a count that was applied, even if it was the stored one; empty unless they are asked for. */
  recounted: NightPlace[]
  /** Updates that changed their day's offer in their turn, and updates that found it so already. */
  applied: number
  unchanged: number
  /** Counts stored otherwise than sent, and counts dropped as older than the stored one. */
  corrected: number
  stale: number
  /** Refused updates. */
  rejected: number
  errors: Remark[]
  warnings: Remark[]
}

/** Returns the empty result. */
export const emptyFoldResult = (): FoldResult => ({
  changes: [],
  rateChanges: [],
  noted: [],
  recounted: [],
  applied: 0,
  unchanged: 0,
  corrected: 0,
  stale: 0,
  rejected: 0,
  errors: [],
  warnings: [],
})
