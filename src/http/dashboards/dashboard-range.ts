import type { Range } from '../../domain/dashboard.ts'
import { daysBetween } from '../../domain/date.ts'
import { refused } from '../../domain/errors.ts'
import { queryDate } from '../request/query.ts'

/**
 * The range of days of a dashboard, both ends included.
 *
 * @param daysMax how many days it may span
 * @throws AppError `validation_failed`
 */
export function readRange(query: { from: string; to: string }, daysMax: number): Range {
  const from = queryDate('from', query.from)
  const to = queryDate('to', query.to)
  if (to < from) throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  if (daysBetween(from, to) + 1 > daysMax)
    throw refused('?to', 'range_too_long', `A dashboard spans at most ${daysMax} days.`)
  return { from, to }
}
