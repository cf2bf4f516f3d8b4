import { type CalendarDate, parseDate } from '../../domain/kernel/date.ts'

/** The format of a day in a field: `24.11.2026`, `24/11/2026`. */
export const DAY_DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** Day, month and year in the order of a language, with their separators. */
export const dayParts = (tag: string) =>
  new Intl.DateTimeFormat(tag, { ...DAY_DIGITS, timeZone: 'UTC' }).formatToParts(0)

/**
 * Reads a day in the order of a language, with any separator or none, the year in two digits or four; `2026-11-24` is
 * read in every language. Undefined if it is not a day.
 */
export function readDay(text: string, tag: string): CalendarDate | undefined {
  const [, joined] = /^\s*(\d{8})\s*$/.exec(text) ?? []
  const typed = joined ? joined.match(/..(?=.{4})|.{4}$/g)! : text.trim().split(/\s*[\s./-]\s*/)
  const isIso = typed[0]!.length === 4
  const order = dayParts(tag).filter(({ type }) => type in DAY_DIGITS)
  const at = (part: string) =>
    (
      typed[isIso ? ISO.indexOf(part) : order.findIndex(({ type }) => type === part)] ?? ''
    ).padStart(2, '0')
  const year = at('year')
  return typed.length === 3
    ? parseDate(`${year.length === 2 ? `20${year}` : year}-${at('month')}-${at('day')}`)
    : undefined
}

const ISO = ['year', 'month', 'day']
