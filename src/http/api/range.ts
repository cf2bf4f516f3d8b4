import { Type } from 'typebox'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { DateParameter } from './query.ts'

/** Parameters of a range of days; both ends have defaults. */
export const rangeParameters = {
  from: Type.Optional(DateParameter),
  to: Type.Optional(DateParameter),
}

/**
 * Validates a range of days from the query, both ends included.
 *
 * @throws AppError `validation_failed` when it is reversed or has more than `daysMax` days
 */
export function readRange({ from, to }: Range, daysMax = Number.POSITIVE_INFINITY): Range {
  if (to < from) throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  if (daysBetween(from, to) + 1 > daysMax)
    throw refused('?to', 'range_too_long', `A range spans at most ${daysMax} days.`, {
      max: daysMax,
    })
  return { from, to }
}
