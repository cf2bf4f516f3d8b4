import type { CalendarDate } from '../../domain/kernel/date.ts'
import { parseDecimal, parsePasted } from './decimal.ts'
import { locale, t, type WordKey } from './i18n.ts'
import { nameNow } from './names.ts'

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** The name of a board by language. */
export function boardText(code: string): string {
  const key = `board.${code}`
  const usual = t(key as WordKey)
  return nameNow('board', code, usual === key ? undefined : usual) ?? code
}

/**
 * Money of minor units with its sign: `₺8,400`, `₺8,400.50`.
 *
 * @param column what stands above and below it: all have minor units where one has any, so that they line up
 */
export function money(cents: number, currency: string, column: readonly number[] = [cents]) {
  return moneyFormat(currency, shownDigits(currency, column)).format(
    cents / 10 ** digitsOf(currency),
  )
}

/** Money without its sign: for cells of a grid. */
export function amount(cents: number, currency: string): string {
  const shown = shownDigits(currency, [cents])
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return numberFormat(options).format(cents / 10 ** digitsOf(currency))
}

/** How many digits of the minor unit are written: none where all are whole. */
function shownDigits(currency: string, column: readonly number[]): number {
  const digits = digitsOf(currency)
  return column.every((cents) => cents % 10 ** digits === 0) ? 0 : digits
}

/** How many digits the currency's minor unit has. */
export function digitsOf(currency: string): number {
  return moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** Minor units of what somebody typed in their language; undefined when it is no amount of the currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const units = parseNumber(text, digits)
  return units === undefined ? undefined : Math.round(units * 10 ** digits)
}

/** A number that somebody typed in their language with at most so many decimals; undefined when it is none. */
const parseNumber = (text: string, digits: number): number | undefined =>
  parseDecimal(text, decimalSign(), digits)

/** Basis points of what somebody typed in per cent; undefined when it is no number. */
export function parsePercent(text: string): number | undefined {
  const percent = parseNumber(text, 2)
  return percent === undefined ? undefined : Math.round(percent * 100)
}

/** Minor units of an amount out of a spreadsheet, in either language's form; undefined when it is none. */
export function pastedMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const units = parsePasted(text, decimalSign(), digits)
  return units === undefined ? undefined : Math.round(units * 10 ** digits)
}

/** An amount as a field or a spreadsheet takes it: without thousands set apart. */
export const plainAmount = (cents: number, currency: string): string =>
  number(cents / 10 ** digitsOf(currency), {
    useGrouping: false,
    maximumFractionDigits: digitsOf(currency),
  })

const decimalSign = () => (numberFormat({}).format(1.5).includes('.') ? '.' : ',')

/** A number. */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(options).format(value)

/** A share of 1 in per cent. */
export const percent = (share: number, maximumFractionDigits = 1): string =>
  numberFormat({ style: 'percent', maximumFractionDigits }).format(share)

/** Basis points in per cent, to the last of them: what was agreed; a dash of what is not known. */
export const percentOf = (basisPoints: number | null, digits = 2): string =>
  basisPoints === null ? '–' : percent(basisPoints / 10_000, digits)

/** Basis points as they are written into a field, in per cent. */
export const percentInput = (basisPoints: number): string =>
  number(basisPoints / 100, { maximumFractionDigits: 2, useGrouping: false })

/** Money; a dash of what is not known. */
export const moneyOf = (cents: number | null | undefined, currency: string): string =>
  cents === null || cents === undefined ? '–' : money(cents, currency)

/** A calendar date `YYYY-MM-DD`: `21 Nov 2026` unless told otherwise. */
export function date(day: string, options: Intl.DateTimeFormatOptions = MEDIUM): string {
  return dateFormat({ timeZone: 'UTC', ...options }).format(Date.parse(day))
}

/** Days from one to another, the year where it is another: `3 – 5 Dec`. */
export function rangeText(
  from: string,
  to: string,
  options: Intl.DateTimeFormatOptions = shortOf(from, to),
): string {
  return dateFormat({ timeZone: 'UTC', ...options }).formatRange(Date.parse(from), Date.parse(to))
}

/** A time of day on the wall clock of a time zone: `14:05`. */
export const timeIn = (instant: string, timeZone: string): string =>
  dateFormat({ timeZone, timeStyle: 'short' }).format(new Date(instant))

/** An instant on the wall clock of a time zone, the hotel's: `21 Nov 2026, 14:05`. */
export function dateTime(instant: string | number, timeZone: string): string {
  return dateFormat({ timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

/** The reader's own time zone: what admins and agencies look at belongs to no one hotel. */
export const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant on the reader's own wall clock. */
export const when = (instant: string): string => dateTime(instant, HERE)

/** Today's date in a time zone, the hotel's; browsers without Temporal have no `dateIn`. */
export const todayIn = (timeZone: string): CalendarDate =>
  // Swedish dates are ISO dates.
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format() as CalendarDate

/** Date and time on the wall clock of a time zone, the hotel's: `2026-11-22 14:05`. */
export const clockIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format()

/** How long ago an instant is, or how far ahead: `3 minutes ago`. */
export function ago(instant: string, style: 'long' | 'narrow' = 'long'): string {
  const seconds = (Date.parse(instant) - Date.now()) / 1_000
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style }).format(
    Math.round(seconds / size),
    unit,
  )
}

/** Names of the weekdays, Monday first. */
export const weekdays = (style: 'short' | 'long'): string[] =>
  // 2024-01-01 was a Monday.
  Array.from({ length: 7 }, (_, index) => date(`2024-01-0${index + 1}`, { weekday: style }))

function shortOf(...days: string[]): Intl.DateTimeFormatOptions {
  const year = `${new Date().getFullYear()}`
  const isThisYear = days.every((day) => day.startsWith(year))
  return { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }
}

const MEDIUM: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function moneyFormat(currency: string, digits?: number): Intl.NumberFormat {
  return kept(`m${currency}${digits}`, () => {
    const format = (currencyDisplay: 'narrowSymbol' | 'symbol') =>
      new Intl.NumberFormat(locale(), {
        ...{ style: 'currency', currency, currencyDisplay },
        ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
      })
    const narrow = format('narrowSymbol')
    // Its own sign says which currency it is; a dollar, pound, yen or letters are several countries'.
    const [sign] = narrow.formatToParts(0).filter(({ type }) => type === 'currency')
    return /^[^\w$£¥]$/.test(sign!.value) ? narrow : format('symbol')
  })
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(`n${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale(), options))
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(`d${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale(), options))
}

/** Making a format costs some 50 µs; a grid writes thousands of numbers. */
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: () => T): T {
  const key = `${locale()} ${name}`
  let format = formats.get(key) as T | undefined
  if (!format) {
    format = make()
    formats.set(key, format)
  }
  return format
}
