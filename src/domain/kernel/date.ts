declare const calendarDate: unique symbol

/** A real calendar date `YYYY-MM-DD` (contract §1); as a day of inventory it is the night that begins on it. */
export type CalendarDate = string & { readonly [calendarDate]: true }

/** Sunday first, as `Date.getUTCDay` counts them. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const DAY_MS = 86_400_000
/** Epoch days of 0000-01-01 and 9999-12-31. */
const FIRST_DAY = Date.UTC(-1, 12, 1) / DAY_MS
const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_MS
const SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** Parses a date; undefined for a text that is none: 2027-02-30 and 2027-1-1 are refused (contract §1). */
export function parseDate(text: string): CalendarDate | undefined {
  if (!SHAPE.test(text)) return undefined
  const date = text as CalendarDate
  return fromEpochDay(toEpochDay(date)) === text ? date : undefined
}

/**
 * Returns the date `days` later (earlier if negative), within the dates that can be written: 0000-01-01 to 9999-12-31.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(Math.min(LAST_DAY, Math.max(FIRST_DAY, toEpochDay(date) + days)))
}

/** Returns the same day so many years earlier; of 29 February the 28th, where there is no such day. */
export function yearsBefore(date: CalendarDate, years: number): CalendarDate {
  const [year, rest] = [date.slice(0, 4), date.slice(4)]
  const before = `${String(Number(year) - years).padStart(4, '0')}${rest}`
  return parseDate(before) ?? (`${before.slice(0, 8)}28` as CalendarDate)
}

/** Counts whole days from `from` to `to`; negative if `to` is the earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toEpochDay(to) - toEpochDay(from)
}

/** Returns every date of the range, ascending, both ends included; empty if `to` is before `from`. */
export function datesBetween(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const first = toEpochDay(from)
  const count = Math.max(0, toEpochDay(to) - first + 1)
  return Array.from({ length: count }, (_, index) => fromEpochDay(first + index))
}

/** The last time zone in which a day begins: none has an earlier today. */
export const LAST_TIME_ZONE = 'Etc/GMT+12'

/** The first time zone in which a day begins: none has a later today. */
export const FIRST_TIME_ZONE = 'Etc/GMT-14'

/** Returns the calendar date at an instant in an IANA time zone: a hotel's "today" (contract §1). */
export function dateIn(timeZone: string, atMs: number): CalendarDate {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString() as CalendarDate
}

/** Returns the instant of a wall-clock time `HH:MM` on a date in an IANA time zone, in epoch milliseconds. */
export function instantAt(date: CalendarDate, time: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds
}

/** Returns the instant at which a date begins in an IANA time zone. */
export function startOfDay(date: CalendarDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds
}

/** Returns the instant at which a date ends in an IANA time zone, even the last date that can be written. */
export function endOfDay(date: CalendarDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
}

/** Formats an instant as RFC 3339 in UTC with milliseconds (contract §1). */
export function instantText(atMs: number): string {
  return new Date(atMs).toISOString()
}

/** Formats an instant as `instantText` does; null stays null. */
export const instantOrNull = (atMs: number | null): string | null =>
  atMs === null ? null : instantText(atMs)

/** A cache of epoch days by text: a search reads its few dates for every hotel, and parsing one takes ten look-ups. */
const epochDays = new Map<string, number>()

function toEpochDay(date: CalendarDate): number {
  const known = epochDays.get(date)
  if (known !== undefined) return known
  if (epochDays.size >= TEXTS_MAX) epochDays.clear()
  const day = Math.floor(Date.parse(date) / DAY_MS)
  epochDays.set(date, day)
  return day
}

/** A cache of dates as text by epoch day: every pull formats the same ones (11 µs for 30 of them otherwise). */
const texts = new Map<number, CalendarDate>()
const TEXTS_MAX = 10_000

function fromEpochDay(day: number): CalendarDate {
  const known = texts.get(day)
  if (known !== undefined) return known
  if (texts.size >= TEXTS_MAX) texts.clear()
  const text = writeEpochDay(day)
  texts.set(day, text)
  return text
}

function writeEpochDay(day: number): CalendarDate {
  const date = new Date(day * DAY_MS)
  return (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)) as CalendarDate
}
