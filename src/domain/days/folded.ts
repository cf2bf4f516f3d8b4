import type { Change, NightPlace, Remark } from '../kernel/availability.ts'
import type { RateChange } from './fold-rates.ts'

/** The result of folding a push over the stored days. */
export type FoldResult = {
  /** One entry per day whose value at the end differs from the stored one, even if only by its shortfall. */
  changes: Change[]
  /** The same for days of rates. */
  rateChanges: RateChange[]
  /** Unchanged days whose count now knows more of the feed. */
  noted: (NightPlace & { seenOrder: number })[]
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
  applied: 0,
  unchanged: 0,
  corrected: 0,
  stale: 0,
  rejected: 0,
  errors: [],
  warnings: [],
})
