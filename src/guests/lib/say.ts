import type { Board } from '../../domain/catalog/catalog.ts'
import type { Names } from '../../domain/kernel/content.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { termsIn } from '../../domain/rates/terms-words.ts'
import type { BookingRecord } from '../../http/guests/page-shape.ts'
import { WORDS, type Word, type WordKey } from './words.ts'

type Values = Record<string, string | number>

const LOCALES: Record<Language, string> = { en: 'en-GB', tr: 'tr-TR' }
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
/** The Turkish dative ending of a number, by its last digit and by its tens: `21.15’e`, `21.20’ye`. */
const DATIVE_ONES = ['', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a']
const DATIVE_TENS = ['a', 'a', 'ye', 'a', 'a', 'ye']

/** Creates the functions that say texts, dates, money and the rest in the language of a page. */
export function createSpeaker(language: Language) {
  const { dates, numbers } = createFormats(LOCALES[language])
  const { word, pick, fill } = createWords(language)

  /** A calendar date: `Friday 11 December`. */
  const date = (day: string, options: Intl.DateTimeFormatOptions = DAY): string =>
    dates({ timeZone: 'UTC', ...options }).format(Date.parse(day))

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
    number: (value: number): string => numbers({}).format(value),
    /** Money in minor units; they are shown unless they are 0. */
    money: (cents: number, currency: string): string => moneyText(numbers, cents, currency),
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
  const numbers: NumberFormats = (options) =>
    cacheFormat(
      `${locale} ${JSON.stringify(options)}`,
      () => new Intl.NumberFormat(locale, options),
    )
  return { dates, numbers }
}

function createWords(language: Language) {
  /** The text of the language, not yet filled in. */
  const pick = (pair: readonly [en: Word, tr: Word]) => pair[language === 'en' ? 0 : 1]

  function fill(text: Word, values: Values): string {
    const plural = new Intl.PluralRules(LOCALES[language]).select(Number(values.count ?? 0))
    const chosen = typeof text === 'string' ? text : text[plural === 'one' ? 'one' : 'other']
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }

  const word = (key: WordKey, values: Values = {}): string => fill(pick(WORDS[key]), values)
  return { pick, fill, word }
}

function moneyText(numbers: NumberFormats, cents: number, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const digits = numbers(options).resolvedOptions().maximumFractionDigits ?? 2
  const shown = cents % 10 ** digits === 0 ? 0 : digits
  const fraction = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  // Several countries share the signs of dollar, pound and yen.
  const isShared = /[\w$£¥]/.test(
    numbers(options)
      .format(0)
      .replaceAll(/[\d.,\s]/g, ''),
  )
  const display = isShared ? ({ ...options, currencyDisplay: 'symbol' } as const) : options
  return numbers({ ...display, ...fraction }).format(cents / 10 ** digits)
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
