import type { Board } from '../../domain/catalog/catalog.ts'
import type { Names } from '../../domain/kernel/content.ts'
import { addDays, type CalendarDate, dateIn, daysBetween } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { termsIn } from '../../domain/rates/terms-words.ts'
import type { BookingRecord } from '../../http/guests/page-shape.ts'
import { WORDS, type Word, type WordKey } from './words.ts'

type Values = Record<string, string | number>

const LOCALES: Record<Language, string> = { en: 'en-GB', tr: 'tr-TR' }
/** The rules are kept: making them for each word of a page took most of the time in which it is written. */
const pluralRules = new Map<Language, Intl.PluralRules>()
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
const PLAIN: Intl.NumberFormatOptions = {}
const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
const SHORT: Intl.DateTimeFormatOptions = { timeZone: 'UTC', day: 'numeric', month: 'short' }
const SHORT_YEAR: Intl.DateTimeFormatOptions = { ...SHORT, year: 'numeric' }
/** Days from today within which a date of the present year is said without it. */
const NEAR_DAYS_MAX = 300
/** The Turkish dative ending of a number, by its last digit and by its tens: `21.15’e`, `21.20’ye`. */
const DATIVE_ONES = ['', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a']
const DATIVE_TENS = ['a', 'a', 'ye', 'a', 'a', 'ye']

/**
 * Creates the functions that say texts, dates, money and the rest in the language of a page.
 *
 * @param nowMs a date of another year than this moment's, or far from it, is said with its year
 */
export function createSpeaker(language: Language, nowMs: number) {
  const { dates, days, numbers } = FORMATS[language]
  const { word, pick, fill } = createWords(language)

  const now = dateIn('UTC', nowMs)
  const isFar = (day: string): boolean =>
    day.slice(0, 4) !== now.slice(0, 4) ||
    Math.abs(daysBetween(now, day.slice(0, 10) as CalendarDate)) > NEAR_DAYS_MAX

  /** A calendar date: `Friday 11 December`, of another year `Friday 11 December 2028`. */
  function date(day: string, options: Intl.DateTimeFormatOptions = DAY): string {
    const isBare = options.day !== undefined && options.year === undefined
    if (!isBare || !isFar(day)) return days(options).format(Date.parse(day))
    // English sets a comma after the weekday once there is a year: in a list of dates it would part one in two.
    return days(withYear(options)).format(Date.parse(day)).replace(', ', ' ')
  }

  /** A time of day in a time zone, with its date unless that is today. */
  function moment(atMs: number, timeZone: string, today: string): string {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(atMs)
    const time = dates({ timeZone, timeStyle: 'short' }).format(atMs)
    return day === today ? time : `${date(day)} ${time}`
  }

  const percent = (basisPoints: number): string =>
    numbers({ style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)

  return {
    ...{ language, word, pick, fill, date, moment, percent },
    /** A moment as the end of a span: `21:15`, in Turkish `21:15’e`. */
    until(atMs: number, timeZone: string, today: string): string {
      const text = moment(atMs, timeZone, today)
      return language === 'tr' ? `${text}’${dativeOf(text)}` : text
    },
    /** The nights of a stay by their ends: `11 – 14 December 2026`. */
    range: (from: string, to: string): string =>
      dates({ timeZone: 'UTC', dateStyle: 'long' }).formatRange(Date.parse(from), Date.parse(to)),
    /** The same in a few letters: `11–14 Dec`, of another year `11–14 Dec 2028`. */
    shortRange: (from: string, to: string): string =>
      dates(isFar(from) || isFar(to) ? SHORT_YEAR : SHORT).formatRange(
        Date.parse(from),
        Date.parse(to),
      ),
    number: (value: number, options: Intl.NumberFormatOptions = PLAIN): string =>
      numbers(options).format(value),
    /** Money in minor units; they are shown unless they are 0. */
    money: (cents: number, currency: string): string =>
      moneyText(cents, moneyStyle(numbers, language, currency)),
    /** Money in whole units, without its sign. */
    units(cents: number, currency: string): string {
      const { digits } = moneyStyle(numbers, language, currency)
      return numbers(PLAIN).format(Math.round(cents / 10 ** digits))
    },
    /** A name in the language; else as it was written. */
    called: (named: Names | undefined, written: string): string =>
      named?.translations[language].name ?? written,
    /** A board by its name in the language, else its usual word, its name, its code. */
    board(code: string, boards: readonly Board[]): string {
      const board = boards.find((each) => each.code === code)
      const usual = `board.${code}` in WORDS ? word(`board.${code}` as WordKey) : undefined
      return board?.translations[language].name ?? usual ?? board?.name ?? code
    },
    /** The cancellation terms of a booking, with their date. */
    terms: ({ cancellation, checkin }: BookingRecord, today: CalendarDate): string =>
      termsIn({ word, date, percent }, cancellation, checkin, today),
  }
}

export type Speaker = ReturnType<typeof createSpeaker>

type NumberFormats = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

function createFormats(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    cacheFormat(
      `${locale} ${JSON.stringify(options)}`,
      () => new Intl.DateTimeFormat(locale, options),
    )
  const days = byOptions((options: Intl.DateTimeFormatOptions) =>
    dates({ timeZone: 'UTC', ...options }),
  )
  const numbers: NumberFormats = byOptions((options) =>
    cacheFormat(
      `${locale} ${JSON.stringify(options)}`,
      () => new Intl.NumberFormat(locale, options),
    ),
  )
  return { dates, days, numbers }
}

/** Finds a format by the very object of its options first: a page says a hundred dates and prices. */
function byOptions<Options extends object, Format>(make: (options: Options) => Format) {
  const known = new WeakMap<Options, Format>()
  return (options: Options): Format => {
    const format = known.get(options) ?? make(options)
    known.set(options, format)
    return format
  }
}

const years = new WeakMap<Intl.DateTimeFormatOptions, Intl.DateTimeFormatOptions>()

/** Returns options of a date with the year, the same object for the same options: formats are found by it. */
function withYear(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  const known = years.get(options) ?? { ...options, year: 'numeric' as const }
  years.set(options, known)
  return known
}

const FORMATS = { en: createFormats(LOCALES.en), tr: createFormats(LOCALES.tr) }

function createWords(language: Language) {
  /** The text of the language, not yet filled in. */
  const pick = (pair: readonly [en: Word, tr: Word]) => pair[language === 'en' ? 0 : 1]

  const plurals = pluralRules.get(language) ?? new Intl.PluralRules(LOCALES[language])
  pluralRules.set(language, plurals)

  function fill(text: Word, values: Values): string {
    const chosen = chosenOf(text, values)
    if (!chosen.includes('{')) return chosen
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }

  function chosenOf(text: Word, { count = 0 }: Values): string {
    if (typeof text === 'string') return text
    return text[plurals.select(Number(count)) === 'one' ? 'one' : 'other']
  }

  const word = (key: WordKey, values: Values = {}): string => fill(pick(WORDS[key]), values)
  return { pick, fill, word }
}

/** The forms of a currency: without its minor units, and with them. */
type MoneyStyle = { digits: number; whole: Intl.NumberFormat; exact: Intl.NumberFormat }

function moneyText(cents: number, { digits, whole, exact }: MoneyStyle): string {
  const unit = 10 ** digits
  return (cents % unit === 0 ? whole : exact).format(cents / unit)
}

const styles = new Map<string, MoneyStyle>()

/**
 * Returns the decimal digits of a currency, and how its sign is written: several countries share the signs of dollar,
 * pound and yen. Each is kept, for a page with a month of prices asks a hundred times.
 */
function moneyStyle(numbers: NumberFormats, language: Language, currency: string): MoneyStyle {
  const key = `${language} ${currency}`
  const known = styles.get(key)
  if (known) return known
  const narrow = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const sign = numbers(narrow).format(0)
  const isShared = /[\w$£¥]/.test(sign.replaceAll(/[\d.,\s]/g, ''))
  const digits = numbers(narrow).resolvedOptions().maximumFractionDigits ?? 2
  const options = isShared ? { ...narrow, currencyDisplay: 'symbol' as const } : narrow
  const showing = (shown: number) =>
    numbers({ ...options, minimumFractionDigits: shown, maximumFractionDigits: shown })
  const style: MoneyStyle = { digits, whole: showing(0), exact: showing(digits) }
  styles.set(key, style)
  return style
}

/** Returns the last day of free cancellation; undefined: never free, or always. */
export function freeUntil({ cancellation, checkin }: BookingRecord): CalendarDate | undefined {
  const { freeUntilDays, penalty } = cancellation
  if (freeUntilDays === null || penalty === 'none') return undefined
  return addDays(checkin, -freeUntilDays)
}

function dativeOf(time: string): string {
  const [hours = '', minutes = ''] = time.split(/[:.\s]/).slice(-2)
  const said = Number(minutes) === 0 ? Number(hours) : Number(minutes)
  return (said % 10 === 0 ? DATIVE_TENS[said / 10] : DATIVE_ONES[said % 10]) ?? 'e'
}

/** Caches formats: making one costs about 50 µs. */
function cacheFormat<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  name: string,
  make: () => T,
): T {
  const format = (formats.get(name) as T | undefined) ?? make()
  formats.set(name, format)
  return format
}
