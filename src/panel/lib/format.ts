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
 * Formats minor units as money with its currency sign: `₺8,400`, `₺8,400.50`.
 *
 * @param column the amounts above and below it: all get decimals if one has any, so that they line up
 */
export function money(cents: number, currency: string, column: readonly number[] = [cents]) {
  return moneyFormat(currency, shownDigits(currency, column)).format(
    cents / 10 ** digitsOf(currency),
  )
}

/** Money without its currency sign, for the cells of a grid or of a `column` as in `money`. */
export function amount(cents: number, currency: string, column: readonly number[] = [cents]) {
  const shown = shownDigits(currency, column)
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return numberFormat(options).format(cents / 10 ** digitsOf(currency))
}

/** The number of decimals to write: none if all amounts are whole. */
function shownDigits(currency: string, column: readonly number[]): number {
  const digits = digitsOf(currency)
  return column.every((cents) => cents % 10 ** digits === 0) ? 0 : digits
}

/** The number of decimals of a currency. */
export function digitsOf(currency: string): number {
  return moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** Parses an amount typed in the page's language into minor units; undefined for any other text. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const units = parseNumber(text, digits)
  return units === undefined ? undefined : Math.round(units * 10 ** digits)
}

/** Parses a number typed in the page's language with at most `digits` decimals; undefined for any other text. */
const parseNumber = (text: string, digits: number): number | undefined =>
  parseDecimal(text, decimalSign(), digits)

/** Parses a typed percentage into basis points; undefined for any other text. */
export function parsePercent(text: string): number | undefined {
  const percent = parseNumber(text, 2)
  return percent === undefined ? undefined : Math.round(percent * 100)
}

/**
 * Parses an amount from a spreadsheet, in the form of either language, into minor units; undefined for any other text.
 */
export function pastedMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const units = parsePasted(text, decimalSign(), digits)
  return units === undefined ? undefined : Math.round(units * 10 ** digits)
}

/** An amount for a field or a spreadsheet, without thousands separators. */
export const plainAmount = (cents: number, currency: string): string =>
  number(cents / 10 ** digitsOf(currency), {
    useGrouping: false,
    maximumFractionDigits: digitsOf(currency),
  })

const decimalSign = () => (numberFormat({}).format(1.5).includes('.') ? '.' : ',')

/** Formats a number. */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(options).format(value)

/** Formats a fraction as a percentage. */
export const percent = (share: number, maximumFractionDigits = 1): string =>
  numberFormat({ style: 'percent', maximumFractionDigits }).format(share)

/** Formats basis points as an exact percentage; a dash for null. */
export const percentOf = (basisPoints: number | null, digits = 2): string =>
  basisPoints === null ? '–' : percent(basisPoints / 10_000, digits)

/** Basis points as a percentage for a field. */
export const percentInput = (basisPoints: number): string =>
  number(basisPoints / 100, { maximumFractionDigits: 2, useGrouping: false })

/** Formats money; a dash for null. */
export const moneyOf = (cents: number | null | undefined, currency: string): string =>
  cents === null || cents === undefined ? '–' : money(cents, currency)

/** Formats a calendar date `YYYY-MM-DD`: `21 Nov 2026` by default. */
export function date(day: string, options: Intl.DateTimeFormatOptions = MEDIUM): string {
  return dateFormat({ timeZone: 'UTC', ...options }).format(Date.parse(day))
}

/** Formats a range of days, with the year if it is not the current one: `3 – 5 Dec`. */
export function rangeText(
  from: string,
  to: string,
  options: Intl.DateTimeFormatOptions = shortOf(from, to),
): string {
  return dateFormat({ timeZone: 'UTC', ...options }).formatRange(Date.parse(from), Date.parse(to))
}

/** Formats the time of day in a time zone: `14:05`. */
export const timeIn = (instant: string, timeZone: string): string =>
  dateFormat({ timeZone, timeStyle: 'short' }).format(new Date(instant))

/** Formats an instant in the hotel's time zone: `21 Nov 2026, 14:05`. */
export function dateTime(instant: string | number, timeZone: string): string {
  return dateFormat({ timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

/** Formats the end of a hold in the hotel's time zone: `14:05` within the next hour, else with its date. */
export function holdEndText(instant: string, timeZone: string): string {
  const isSoon = Date.parse(instant) - Date.now() < HOLD_SOON_MS
  return isSoon ? timeIn(instant, timeZone) : dateTime(instant, timeZone)
}

/** Holds that are no options last half an hour at most. */
const HOLD_SOON_MS = 60 * 60 * 1_000

/** The reader's own time zone, for pages of admins and agencies, which belong to no single hotel. */
export const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats an instant in the reader's own time zone. */
export const when = (instant: string): string => dateTime(instant, HERE)

/** Today's date in the hotel's time zone; `dateIn` needs Temporal, which some browsers lack. */
export const todayIn = (timeZone: string): CalendarDate =>
  // The Swedish format is ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format() as CalendarDate

/** The date and time in the hotel's time zone: `2026-11-22 14:05`. */
export const clockIn = (timeZone: string, at?: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

/** Formats the distance from now to an instant: `3 minutes ago`. */
export function ago(instant: string, style: 'long' | 'narrow' = 'long'): string {
  const seconds = (Date.parse(instant) - Date.now()) / 1_000
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style }).format(
    Math.round(seconds / size),
    unit,
  )
}

/** The names of the weekdays, Monday first. */
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
    // The narrow sign is unambiguous here; the dollar, pound and yen signs and letters belong to several countries.
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

/** Formats are cached: one takes about 50 µs to make, and a grid writes thousands of numbers. */
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: () => T): T {
  const key = `${locale()} ${name}`
  let format = formats.get(key) as T | undefined
  if (!format) {
    format = make()
    formats.set(key, format)
  }
  return format
}
