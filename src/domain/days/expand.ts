import type { Static } from 'typebox'
import type { Remark } from '../kernel/availability.ts'
import {
  addDays,
  type CalendarDate,
  datesBetween,
  daysBetween,
  parseDate,
  WEEKDAYS,
} from '../kernel/date.ts'
import type { Fault } from '../kernel/errors.ts'
import { COUNTS, type PanelPatchSchema } from './update.ts'

/** Failed days of a range that an error names (contract-counts). */
export const FAILED_DATES_MAX = 31

/** An element of a `PATCH` in its schema's form. */
export type PatchElement = Static<typeof PanelPatchSchema>

/** Reads a date of a push: a date that may be set, or its fault. */
export type DatesReader = (text: string) => { date: CalendarDate } | Fault

/** The first and the last day that may be set. */
export type DaysWindow = { first: CalendarDate; last: CalendarDate }

/** The days of a range: their number, those that may be set, and the others by fault. */
type Range = {
  days: number
  good: CalendarDate[]
  /** With the first of these days, and their number. */
  bad: (Fault & { dates: CalendarDate[]; failed: number })[]
}

type FieldFault = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** Returns an upper bound of the days that elements stand for, before they are checked. */
export function daysAtMost(elements: readonly unknown[]): number {
  let days = 0
  for (const element of elements) days += daysOf(element)
  return days
}

/** Returns an upper bound of the days that one element stands for, before it is checked. */
export function daysOf(element: unknown): number {
  const { dateFrom, dateTo } = (element ?? {}) as Partial<PatchElement>
  if (typeof dateFrom !== 'string' || typeof dateTo !== 'string') return 1
  const [from, to] = [parseDate(dateFrom), parseDate(dateTo)]
  return from && to ? Math.max(1, daysBetween(from, to) + 1) : 1
}

/** Returns the faults in the combination of a `PATCH` element's fields (contract-counts). */
export function patchFlaws(element: PatchElement): FieldFault[] {
  const [first, ...others] = COUNTS.filter((name) => element[name] !== undefined)
  const { priceCents, expectedPriceCents } = element
  return [
    ...rangeFlaws(element),
    ...others.map((name) => conflict(name, first!)),
    ...(expectedPriceCents !== undefined && priceCents === undefined
      ? [required('priceCents', 'the price to set beside expectedPriceCents')]
      : []),
  ]
}

/** Refuses a cursor with `availableBy`: added rooms count on top of the present count (contract-counts, *Errors*). */
export const cursorFlaws = ({ seenThrough, availableBy }: PatchElement): FieldFault[] =>
  seenThrough !== undefined && availableBy !== undefined
    ? [conflict('seenThrough', 'availableBy')]
    : []

function rangeFlaws({ date, dateFrom, dateTo, weekdays }: PatchElement): FieldFault[] {
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

const required = (field: string, what: string): FieldFault => ({
  field,
  code: 'required',
  message: `Name ${what}.`,
})

const conflict = (field: string, other: string): FieldFault => ({
  field,
  code: 'conflicting_fields',
  message: `Only one of ${other} and ${field} can be named.`,
  values: { other },
})

/**
 * Returns a reader of the ranges of one push. Each distinct range is read once, as a push repeats it for room after
 * room.
 */
export function rangeReader(dates: DatesReader, window: DaysWindow) {
  const read = new Map<string, Range>()
  return (from: string, to: string, weekdays?: string[]): Range => {
    const name = `${from} ${to} ${weekdays?.toSorted()}`
    let range = read.get(name)
    if (!range) {
      range = readRange(dates, window, [from as CalendarDate, to as CalendarDate], weekdays)
      read.set(name, range)
    }
    return range
  }
}

function readRange(
  dates: DatesReader,
  { first, last }: DaysWindow,
  [from, to]: [CalendarDate, CalendarDate],
  weekdays?: string[],
): Range {
  const good = datesOn(from < first ? first : from, to > last ? last : to, weekdays)
  if (from >= first && to <= last) return { days: good.length, good, bad: [] }
  // Days outside the window are only counted: they may span centuries.
  const before = addDays(first, -1)
  const after = addDays(last, 1)
  const outside: [CalendarDate, CalendarDate][] = [
    [from, to < before ? to : before],
    [from > after ? from : after, to],
  ]
  const bad = outside.flatMap(([start, end]) => {
    const failed = countOn(start, end, weekdays)
    if (failed === 0) return []
    const [near] = [end, addDays(start, 7 * FAILED_DATES_MAX)].toSorted()
    const named = datesOn(start, near!, weekdays).slice(0, FAILED_DATES_MAX)
    return [{ ...(dates(named[0]!) as Fault), dates: named, failed }]
  })
  return { days: good.length + bad.reduce((sum, { failed }) => sum + failed, 0), good, bad }
}

function countOn(from: CalendarDate, to: CalendarDate, weekdays?: string[]): number {
  const span = daysBetween(from, to) + 1
  if (span <= 0) return 0
  const ofWeek = weekdays === undefined ? 7 : new Set(weekdays).size
  const rest = span % 7
  const begun = rest === 0 ? 0 : datesOn(from, addDays(from, rest - 1), weekdays).length
  return Math.floor(span / 7) * ofWeek + begun
}

const hasDays = (from: CalendarDate, to: CalendarDate, weekdays?: string[]) =>
  daysBetween(from, to) >= 6 || countOn(from, to, weekdays) > 0

const datesOn = (from: CalendarDate, to: CalendarDate, weekdays?: string[]) =>
  datesBetween(from, to).filter((date) => isOn(date, weekdays))

const isOn = (date: CalendarDate, weekdays?: string[]) =>
  weekdays === undefined || weekdays.includes(WEEKDAYS[new Date(date).getUTCDay()]!)
