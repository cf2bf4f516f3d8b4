import type { PatchElement } from '../days/expand.ts'
import { patchFlaws } from '../days/expand.ts'
import { addDays, type CalendarDate, datesBetween, parseDate, WEEKDAYS } from '../kernel/date.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import { PUSH_FUTURE_DAYS_MAX, PUSH_PAST_DAYS_MAX } from '../kernel/limits.ts'
import type { Allotment } from './allotment.ts'

/** Days of room types that one setting of allotments may stand for. */
export const ALLOTMENT_ROWS_MAX = 20_000

/** A setting of allotments as sent: one day, or the days of a range on some weekdays; absent fields keep their value. */
export type AllotmentUpdate = Partial<Allotment> &
  Pick<PatchElement, 'roomCode' | 'date' | 'dateFrom' | 'dateTo' | 'weekdays'> & {
    agencyCode: string
  }

/** A night's allotment of an agency, by agency and room code. */
export type AllotmentNight = Allotment & {
  agencyCode: string
  roomCode: string
  date: CalendarDate
}

/** Facts of a hotel against which a setting is checked. */
export type AllotmentContext = {
  roomCodes: ReadonlySet<string>
  agencyCodes: ReadonlySet<string>
  /** In the hotel's time zone. */
  today: CalendarDate
}

/** Returns the flaws of settings, each with its place; empty if all of them can be written. */
export function allotmentFlaws(
  updates: readonly AllotmentUpdate[],
  context: AllotmentContext,
): Flaw[] {
  let rows = 0
  const flaws = updates.flatMap((update, index) => {
    const at = (field: string) => `/updates/${index}${field && `/${field}`}`
    const found = [
      ...patchFlaws(update).map(({ field, code, message, values }) =>
        flaw(at(field ?? ''), code, message, values),
      ),
      ...codeFlaws(update, context, at),
    ]
    if (found.length > 0) return found
    const [from, to] = endsOf(update)
    rows += daysIn(update)
    const [first, last] = windowOf(context.today)
    const fields = update.date === undefined ? ['dateFrom', 'dateTo'] : ['date', 'date']
    if (from < first)
      return [flaw(at(fields[0]!), 'date_in_past', `Must not be before ${first}.`, { date: first })]
    if (to > last)
      return [flaw(at(fields[1]!), 'date_too_far', `Must not be after ${last}.`, { date: last })]
    return []
  })
  if (flaws.length > 0 || rows <= ALLOTMENT_ROWS_MAX) return flaws
  const message = `Stands for more than ${ALLOTMENT_ROWS_MAX} days of room types.`
  return [flaw('/updates', 'too_many_days', message, { max: ALLOTMENT_ROWS_MAX })]
}

function codeFlaws(
  { agencyCode, roomCode, rooms, releaseDays }: AllotmentUpdate,
  { roomCodes, agencyCodes }: AllotmentContext,
  at: (field: string) => string,
): Flaw[] {
  const flaws: Flaw[] = []
  if (!agencyCodes.has(agencyCode))
    flaws.push(flaw(at('agencyCode'), 'unknown_agency', 'There is no agency of this code.'))
  if (!roomCodes.has(roomCode))
    flaws.push(flaw(at('roomCode'), 'unknown_room', 'The hotel has no room type of this code.'))
  if (rooms === undefined && releaseDays === undefined)
    flaws.push(flaw(at(''), 'required', 'Name rooms, releaseDays or both.'))
  return flaws
}

const windowOf = (today: CalendarDate) =>
  [addDays(today, -PUSH_PAST_DAYS_MAX), addDays(today, PUSH_FUTURE_DAYS_MAX)] as const

/** Returns the first and the last day of a setting without flaws. */
export function endsOf({ date, dateFrom, dateTo }: AllotmentUpdate): [CalendarDate, CalendarDate] {
  const [from, to] = date === undefined ? [dateFrom!, dateTo!] : [date, date]
  return [parseDate(from)!, parseDate(to)!]
}

function datesOf(update: AllotmentUpdate): CalendarDate[] {
  const dates = datesBetween(...endsOf(update))
  const { weekdays } = update
  if (!weekdays) return dates
  return dates.filter((date) => weekdays.includes(WEEKDAYS[new Date(date).getUTCDay()]!))
}

const daysIn = (update: AllotmentUpdate): number => datesOf(update).length

/** The name of a night of an agency and a room type. */
const nameOf = ({ agencyCode, roomCode, date }: Omit<AllotmentNight, keyof Allotment>) =>
  `${agencyCode} ${roomCode} ${date}`

/** Nights that settings change: as they were (absent: nothing was set aside) and as they become. */
export type AllotmentChange = { before: AllotmentNight | null; after: AllotmentNight }

/**
 * Folds settings over the stored allotments in the order sent, field by field; a later one overrides the fields that it
 * names. Pauses between days.
 *
 * @returns the nights that differ from what is stored, in the order in which they were named first
 */
export function* foldAllotments(
  stored: readonly AllotmentNight[],
  updates: readonly AllotmentUpdate[],
): Generator<void, AllotmentChange[]> {
  const before = new Map(stored.map((night) => [nameOf(night), night]))
  const after = new Map<string, AllotmentNight>()
  for (const update of updates) {
    const { agencyCode, roomCode, rooms, releaseDays } = update
    for (const date of datesOf(update)) {
      const name = nameOf({ agencyCode, roomCode, date })
      const known = after.get(name) ?? before.get(name) ?? { rooms: 0, releaseDays: 0 }
      after.set(name, {
        ...{ agencyCode, roomCode, date },
        ...{ rooms: rooms ?? known.rooms, releaseDays: releaseDays ?? known.releaseDays },
      })
    }
    yield
  }
  const changes: AllotmentChange[] = []
  for (const [name, night] of after) {
    const was = before.get(name) ?? null
    if (!isSame(was, night)) changes.push({ before: was, after: night })
  }
  return changes
}

const isSame = (was: Allotment | null, { rooms, releaseDays }: Allotment) =>
  was !== null && was.rooms === rooms && was.releaseDays === releaseDays

/** Consecutive days of a room type with the same allotment, both ends inclusive. */
export type AllotmentRange = Allotment & { roomCode: string; from: CalendarDate; to: CalendarDate }

/** Returns the ranges of an agency's nights, by room code and date. */
export function rangesOf(nights: readonly AllotmentNight[]): AllotmentRange[] {
  const ranges: AllotmentRange[] = []
  const sorted = nights.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (const { roomCode, date, rooms, releaseDays } of sorted) {
    const last = ranges.at(-1)
    const follows = last?.roomCode === roomCode && addDays(last.to, 1) === date
    if (last && follows && isSame(last, { rooms, releaseDays })) last.to = date
    else ranges.push({ roomCode, from: date, to: date, rooms, releaseDays })
  }
  return ranges
}

const keyOf = ({ roomCode, date }: AllotmentNight) => `${roomCode} ${date}`
