import { addDays } from '../../../../domain/kernel/date.ts'
import { clockIn, todayIn } from '../../../lib/format.ts'
import { END } from './option-end.ts'

/** The longest option of the hotel's staff, in days; its last day may be cut short. */
const DAYS_MAX = 59
/** An option lasts so long unless another day is chosen. */
const DAYS_USUAL = 3

/**
 * The days on which an option on a basket may end, and the one that is proposed; undefined if there is none.
 *
 * @param daysMax days after today
 */
export function optionDays(
  lines: readonly { checkin: string }[],
  timezone: string,
  daysMax = DAYS_MAX,
): { min: string; max: string; usual: string } | undefined {
  const [checkin] = lines.map((line) => line.checkin).toSorted()
  if (checkin === undefined) return undefined
  const today = todayIn(timezone)
  const min = clockIn(timezone).slice(11) < END ? today : addDays(today, 1)
  const max = earlier(checkin, addDays(today, daysMax))
  return min > max
    ? undefined
    : { min, max, usual: later(min, earlier(max, addDays(today, DAYS_USUAL))) }
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
