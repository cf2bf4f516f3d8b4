import type { Change, NightPlace, Remark } from '../kernel/availability.ts'
import type { RateChange } from './fold-rates.ts'

/** What folding the updates over the stored days came to. */
export type FoldResult = {
  /** One entry a day whose value at the end differs from the stored one, if only by its shortfall. */
  changes: Change[]
  /** The same of days of rates. */
  rateChanges: RateChange[]
  /** Days that are as they were, but whose count knows more of the feed than it did. */
  noted: (NightPlace & { seenOrder: number })[]
  /** Updates that altered what their day offers when their turn came, and those that found it so already. */
  applied: number
  unchanged: number
  /** How many counts were stored otherwise than sent, and how many left out as older than the one that stands. */
  corrected: number
  stale: number
  /** Updates that were refused. */
  rejected: number
  errors: Remark[]
  warnings: Remark[]
}

/** What no update has come to yet. */
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
