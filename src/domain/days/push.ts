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
  /** The currency of every amount of the hotel. */
  currency: string
  received: number
  applied: number
  unchanged: number
  rejected: number
  /** Counts stored otherwise than sent, and counts dropped as older than the stored one. */
  corrected: number
  stale: number
  errors: Remark[]
  warnings: Omit<Remark, 'field'>[]
  /** Set for a `PATCH`: the number of days received. */
  days?: number
  /** Set if the report lists only part of the errors or warnings. */
  truncated?: true
}

/**
 * The well-formed elements, and the errors of the others, up to the limit of a report. `unexplained` further elements
 * were rejected.
 */
export type ElementCheck = {
  updates: Update[]
  /** True if elements may stand for several days. */
  isOfDays: boolean
  /** The days received: all of a range, one for a malformed element. */
  received: number
  rejected: number
  errors: Remark[]
  unexplained: number
}

/** True if a push is refused as a whole and writes nothing (contract §2). */
export const isRefusedWhole = ({ mode, received, rejected }: PushReport): boolean =>
  rejected > 0 && (mode === 'atomic' || rejected === received)

/**
 * Builds the report; errors and warnings stand in element order, the first 1,000 of each. In atomic mode one bad
 * element rejects all, and the errors name only the bad ones.
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
