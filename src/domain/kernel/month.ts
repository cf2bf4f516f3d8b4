import { addDays, type CalendarDate, dateIn, instantAt } from './date.ts'

declare const month: unique symbol
/** A calendar month, `YYYY-MM`; months compare as texts. */
export type Month = string & { readonly [month]: true }

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The day and the hour, of the month after, at which a month closes by itself (contract-agencies, *Statement*). */
const CLOSING_DAY = 5
const CLOSING_TIME = '03:00'

/** Reads a month; undefined if the text is none. */
export const parseMonth = (text: string): Month | undefined =>
  MONTH.test(text) ? (text as Month) : undefined

/** Returns the month of a date. */
export const monthOf = (date: CalendarDate): Month => date.slice(0, 7) as Month

/** Returns the first day of a month. */
export const firstDayOf = (of: Month): CalendarDate => `${of}-01` as CalendarDate

/** Returns the month before. */
export const monthBefore = (of: Month): Month => monthOf(addDays(firstDayOf(of), -1))

/** Returns the month after. */
export const monthAfter = (of: Month): Month => monthOf(addDays(firstDayOf(of), 31))

/** Returns the last day of a month. */
export const lastDayOf = (of: Month): CalendarDate => addDays(firstDayOf(monthAfter(of)), -1)

/** Returns the latest month whose time to close by itself has come in a time zone. */
export function lastDueMonth(timeZone: string, nowMs: number): Month {
  const now = monthOf(dateIn(timeZone, nowMs))
  const closesOn = addDays(firstDayOf(now), CLOSING_DAY - 1)
  const isDue = instantAt(closesOn, CLOSING_TIME, timeZone) <= nowMs
  return isDue ? monthBefore(now) : monthBefore(monthBefore(now))
}
