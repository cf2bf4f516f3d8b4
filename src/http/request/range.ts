import { type CalendarDate, daysBetween } from '../../domain/date.ts'
import { refused } from '../../domain/errors.ts'
import { queryDate } from './query.ts'

/**
 * A range of days of the query, both ends included.
 *
 * @throws AppError `validation_failed` when it is reversed or has more than `daysMax` days
 */
export function readRange(
  query: { from: string; to: string },
  daysMax: number,
): { from: CalendarDate; to: CalendarDate } {
  const from = queryDate('from', query.from)
  const to = queryDate('to', query.to)
  if (to < from) throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  if (daysBetween(from, to) + 1 > daysMax)
    throw refused('?to', 'range_too_long', `A range spans at most ${daysMax} days.`, {
      max: daysMax,
    })
  return { from, to }
}
