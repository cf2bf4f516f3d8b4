import type { Rate, WholeHotel } from '../../../../client/call.ts'
import {
  addDays,
  type CalendarDate,
  datesBetween,
  parseDate,
} from '../../../../domain/kernel/date.ts'
import { PUSH_FUTURE_DAYS_MAX } from '../../../../domain/kernel/limits.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { call } from '../../../lib/api.ts'
import { type DayEdit, isChange, stepOf, type Target } from '../model/day-edit.ts'
import { type Row, weekdayOf } from '../model/days.ts'
import type { Step } from '../model/step.ts'
import { readTerms } from '../reading/rates.ts'

/** Dates from one to another, both included, as they are typed. */
export type Range = { from: string; to: string }

/** The days of a bulk edit. */
export type BulkScope = {
  hotel: WholeHotel
  today: CalendarDate
  ranges: readonly Range[]
  weekdays: ReadonlySet<number>
  rooms: readonly Row['room'][]
  rate: Rate
  /** True if restrictions are changed: their present values are then read. */
  hasRestrictions: boolean
}

/** The limit of a bulk edit: half of the days that may be pushed to a hotel before it must wait (contract §7). */
export const BULK_DAYS_MAX = 50_000

/** The dates of a bulk edit, ascending, each once: from today to the last day that can be set. */
export function meantDates({
  today,
  ranges,
  weekdays,
}: Pick<BulkScope, 'today' | 'ranges' | 'weekdays'>) {
  const last = addDays(today, PUSH_FUTURE_DAYS_MAX)
  const dates = ranges.flatMap(({ from, to }) => {
    const [first, end] = [parseDate(from), parseDate(to)]
    if (!first || !end) return []
    return datesBetween(first > today ? first : today, [end, last].sort()[0]!)
  })
  return [...new Set(dates)].filter((date) => weekdays.has(weekdayOf(date))).sort()
}

/** The days of a bulk edit as they stand now, in rows. @throws Problem */
export async function readMeant(scope: BulkScope, signal: AbortSignal): Promise<Row[]> {
  const { hotel, rooms, rate, hasRestrictions } = scope
  const dates = meantDates(scope)
  const [from, to] = [dates[0], dates.at(-1)]
  const codes = rooms.map(({ roomCode }) => roomCode)
  if (!from || !to || codes.length === 0) return []
  const query = { hotel: hotel.slug, from, to, roomCode: codes }
  const answer = await call('pullPanelAvailability', query, { signal })
  const isRead = rate.rateCode !== STD || hasRestrictions
  const wanted = isRead ? { from, to, codes, rateCode: [rate.rateCode] } : undefined
  const terms = await readTerms(hotel.slug, wanted, signal)
  const isMeant = new Set<string>(dates)
  return answer.rooms.flatMap(({ roomCode, days: all }) => {
    const room = rooms.find((each) => each.roomCode === roomCode)
    const days = all.filter(({ date }) => isMeant.has(date))
    const known = days.flatMap(({ date }) => terms.get(`${roomCode} ${date}`) ?? [])
    const ofRate = known.length === days.length ? known : undefined
    if (!room || (rate.pricing && !ofRate)) return []
    const row = { room, days, fresh: new Set<number>(), ...(ofRate && { terms: ofRate }) }
    if (!rate.pricing) return [row]
    const priced = days.map((day, at) => ({ ...day, priceCents: ofRate![at]!.priceCents }))
    return [{ ...row, rate, days: priced }]
  })
}

/** The step of an edit of all days; days that it does not change are left out. */
export function bulkStep(
  rows: readonly Row[],
  edit: DayEdit,
  context: { today: string; seenThrough: string | undefined },
): Step {
  const targets: Target[] = []
  for (const [row, { days, terms }] of rows.entries())
    for (const [col, day] of days.entries())
      if (isChange(edit, day, terms?.[col])) targets.push({ row, col, edit })
  return stepOf(rows, targets, context)
}
