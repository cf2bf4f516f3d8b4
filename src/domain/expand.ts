import type { Static } from 'typebox'
import type { Remark } from './availability.ts'
import { type CalendarDate, datesBetween, daysBetween, parseDate } from './date.ts'
import type { Fault } from './errors.ts'
import { PATCH_DAYS_MAX } from './limits.ts'
import { COUNTS, type PatchSchema, WEEKDAYS } from './update.ts'

/** An element of a `PATCH` as its schema takes it. */
export type PatchElement = Static<typeof PatchSchema>

/** Reads a date of a push: one that may be set, or what is wrong with it. */
export type DatesReader = (text: string) => { date: CalendarDate } | Fault

/** What a range stands for: how many days, those that may be set, and the others by what is wrong with them. */
type Range = {
  days: number
  good: CalendarDate[]
  bad: (Fault & { dates: CalendarDate[] })[]
}

type Flawed = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** How many days elements stand for at most, before they are checked. */
export function daysAtMost(elements: readonly unknown[]): number {
  return elements.reduce<number>((days, element) => {
    const { dateFrom, dateTo } = (element ?? {}) as Partial<PatchElement>
    const [from, to] = [dateFrom, dateTo].map((text) => typeof text === 'string' && parseDate(text))
    return days + (from && to ? Math.max(1, daysBetween(from, to) + 1) : 1)
  }, 0)
}

/** What is wrong with how the fields of a `PATCH` element go together (contract-counts). */
export function patchFlaws(element: PatchElement): Flawed[] {
  const [first, ...others] = COUNTS.filter((name) => element[name] !== undefined)
  return [...rangeFlaws(element), ...others.map((name) => conflict(name, first!))]
}

/** Rooms that are added have no cursor, for they are added to what is left by now (contract-counts, *Errors*). */
export const cursorFlaws = ({ seenThrough, availableBy }: PatchElement): Flawed[] =>
  seenThrough !== undefined && availableBy !== undefined
    ? [conflict('seenThrough', 'availableBy')]
    : []

function rangeFlaws({ date, dateFrom, dateTo, weekdays }: PatchElement): Flawed[] {
  if (date !== undefined) {
    const others = { dateFrom, dateTo, weekdays }
    return Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => conflict(name, 'date'))
  }
  if (dateFrom === undefined && dateTo === undefined)
    return [
      required(
        'date',
        weekdays === undefined ? 'date, or dateFrom and dateTo' : 'dateFrom and dateTo',
      ),
    ]
  if (dateFrom === undefined) return [required('dateFrom', 'dateFrom beside dateTo')]
  if (dateTo === undefined) return [required('dateTo', 'dateTo beside dateFrom')]
  const flaws = Object.entries({ dateFrom, dateTo })
    .filter(([, text]) => parseDate(text) === undefined)
    .map(([field]) => ({ field, code: 'invalid_date' as const, message: NO_DATE }))
  if (flaws.length > 0) return flaws
  if (dateTo < dateFrom)
    return [{ field: 'dateTo', code: 'range_reversed', message: 'Must not be before dateFrom.' }]
  return hasDays(dateFrom as CalendarDate, dateTo as CalendarDate, weekdays)
    ? []
    : [{ field: 'weekdays', code: 'no_days', message: 'No day of the range is one of these.' }]
}

const NO_DATE = 'Must be a real calendar date YYYY-MM-DD.'

const required = (field: string, what: string): Flawed => ({
  field,
  code: 'required',
  message: `Name ${what}.`,
})

const conflict = (field: string, other: string): Flawed => ({
  field,
  code: 'conflicting_fields',
  message: `Only one of ${other} and ${field} can be named.`,
  values: { other },
})

/** Reads the ranges of one push, each distinct one once, for a push names the same room after room. */
export function rangeReader(dates: DatesReader) {
  const read = new Map<string, Range>()
  return (from: string, to: string, weekdays?: string[]): Range => {
    const name = `${from} ${to} ${weekdays?.toSorted()}`
    let range = read.get(name)
    if (!range) {
      range = readRange(dates, from as CalendarDate, to as CalendarDate, weekdays)
      read.set(name, range)
    }
    return range
  }
}

function readRange(
  dates: DatesReader,
  from: CalendarDate,
  to: CalendarDate,
  weekdays?: string[],
): Range {
  const span = daysBetween(from, to) + 1
  // Longer than any push may be, whatever weekdays it names: not counted out.
  if (span > 7 * PATCH_DAYS_MAX) return { days: span, good: [], bad: [] }
  const named = datesBetween(from, to).filter((date) => isOn(date, weekdays))
  const range: Range = { days: named.length, good: [], bad: [] }
  for (const date of named) {
    const reading = dates(date)
    if ('date' in reading) range.good.push(date)
    else {
      const same = range.bad.find(({ code }) => code === reading.code)
      if (same) same.dates.push(date)
      else range.bad.push({ ...reading, dates: [date] })
    }
  }
  return range
}

const hasDays = (from: CalendarDate, to: CalendarDate, weekdays?: string[]) =>
  daysBetween(from, to) >= 6 || datesBetween(from, to).some((date) => isOn(date, weekdays))

const isOn = (date: CalendarDate, weekdays?: string[]) =>
  weekdays === undefined || weekdays.includes(WEEKDAYS[new Date(date).getUTCDay()]!)
