import type { Remark } from '../kernel/availability.ts'
import { REPORT_ENTRIES_MAX } from '../kernel/limits.ts'
import type { FoldResult } from './folded.ts'
import type { Update } from './update.ts'

/** `partial` applies the good elements and reports the rest, `atomic` applies all or nothing (contract §2). */
export type PushMode = 'partial' | 'atomic'

/** The answer to a push (contract §2): `received = applied + unchanged + rejected`. */
export type PushReport = {
  pushId: string
  mode: PushMode
  dryRun: boolean
  /** Of every amount of the hotel. */
  currency: string
  received: number
  applied: number
  unchanged: number
  rejected: number
  /** Of the others: counts stored otherwise than sent, and those left out as older than the one that stands. */
  corrected: number
  stale: number
  errors: Remark[]
  warnings: Omit<Remark, 'field'>[]
  /** Of a `PATCH`: as many days as were received. */
  days?: number
  /** Present when there were more errors, or more warnings, than a report lists. */
  truncated?: true
}

/**
 * The elements that are well formed, and why the others are not: at most as many reasons as a report lists.
 * `unexplained` elements were rejected after that.
 */
export type ElementCheck = {
  updates: Update[]
  /** Whether elements may stand for several days. */
  isOfDays: boolean
  /** Days: those of a range, one for an element that is malformed. */
  received: number
  rejected: number
  errors: Remark[]
  unexplained: number
}

/** Whether nothing was, or would be, written of a push: it is refused as a whole (contract §2). */
export const isRefusedWhole = ({ mode, received, rejected }: PushReport): boolean =>
  rejected > 0 && (mode === 'atomic' || rejected === received)

/**
 * Puts the report together; errors and warnings stand in the order of the elements, the first 1,000 of each. In atomic mode
 * a bad element rejects all, and errors name the bad ones alone.
 */
export function pushReport(
  head: Pick<PushReport, 'pushId' | 'mode' | 'dryRun' | 'currency'>,
  checked: ElementCheck,
  folded: FoldResult,
): PushReport {
  const bad = checked.rejected + folded.rejected
  const isHeld = head.mode === 'atomic' && bad > 0
  const errors = listInOrder([...checked.errors, ...folded.errors])
  const warnings = isHeld
    ? []
    : listInOrder(folded.warnings).map(({ field, ...warning }) => warning)
  const isTruncated =
    checked.unexplained > 0 ||
    checked.errors.length + folded.errors.length > errors.length ||
    (!isHeld && folded.warnings.length > warnings.length)
  return {
    ...head,
    received: checked.received,
    applied: isHeld ? 0 : folded.applied,
    unchanged: isHeld ? 0 : folded.unchanged,
    rejected: isHeld ? checked.received : bad,
    corrected: isHeld ? 0 : folded.corrected,
    stale: isHeld ? 0 : folded.stale,
    errors,
    warnings,
    ...(checked.isOfDays && { days: checked.received }),
    ...(isTruncated && { truncated: true as const }),
  }
}

function listInOrder(remarks: Remark[]): Remark[] {
  return remarks.toSorted((a, b) => a.index - b.index).slice(0, REPORT_ENTRIES_MAX)
}
