import type { Rate, RateDay, WholeHotel } from '../../../../client/call.ts'
import {
  addDays,
  type CalendarDate,
  datesBetween,
  parseDate,
} from '../../../../domain/kernel/date.ts'
import { PUSH_FUTURE_DAYS_MAX } from '../../../../domain/kernel/limits.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { call } from '../../../lib/api.ts'
import { type Row, weekdayOf } from '../model/days.ts'
import { priceAfter, stepOf } from '../model/edit.ts'
import type { Edit, Step, Target } from '../model/step.ts'
import { readTerms } from '../reading/rates.ts'

/** Dates from one to another, both included, as they are written. */
export type Range = { from: string; to: string }

/** What of a hotel is changed at once. */
export type Meant = {
  hotel: WholeHotel
  today: CalendarDate
  ranges: readonly Range[]
  weekdays: ReadonlySet<number>
  /** Room types, with what is shown of them. */
  rooms: readonly Row['room'][]
  rate: Rate
  /** Whether restrictions are changed: then it is read what they are. */
  hasRestrictions: boolean
}

/** So many days are changed at once: half of what may be pushed to a hotel before it must wait (contract §7). */
export const BULK_DAYS_MAX = 50_000

/** The days that are meant, ascending, each once: from today on, as far as they can be set. */
export function meantDates({
  today,
  ranges,
  weekdays,
}: Pick<Meant, 'today' | 'ranges' | 'weekdays'>) {
  const last = addDays(today, PUSH_FUTURE_DAYS_MAX)
  const dates = ranges.flatMap(({ from, to }) => {
    const [first, end] = [parseDate(from), parseDate(to)]
    if (!first || !end) return []
    return datesBetween(first > today ? first : today, [end, last].sort()[0]!)
  })
  return [...new Set(dates)].filter((date) => weekdays.has(weekdayOf(date))).sort()
}

/** The room types with the days that are meant, as they stand now. @throws Problem */
export async function readMeant(meant: Meant, signal: AbortSignal): Promise<Row[]> {
  const { hotel, rooms, rate, hasRestrictions } = meant
  const dates = meantDates(meant)
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

/** What an edit of all of them comes to; days that have it already are left out. */
export function bulkStep(rows: readonly Row[], edit: Edit, today: string): Step {
  const targets: Target[] = []
  for (const [row, { days, terms }] of rows.entries())
    for (const col of days.keys())
      if (isChange(edit, days[col]!, terms?.[col])) targets.push({ row, col, edit })
  return stepOf(rows, targets, { today })
}

function isChange(edit: Edit, day: Row['days'][number], terms: RateDay | undefined): boolean {
  const { rooms, price, closed, restrictions = {} } = edit
  if (price && priceAfter(day.priceCents, price) !== day.priceCents) return true
  if (rooms && (rooms.how !== 'set' || rooms.value !== day.available)) return true
  if (closed !== undefined && closed !== day.closed) return true
  return Object.entries(restrictions).some(
    ([name, value]) => terms?.[name as keyof RateDay] !== value,
  )
}
