import { foldWords } from '../kernel/search-text.ts'
import type { Booking } from './booking.ts'

/** What of a booking it is found by. */
type WordSource = Pick<Booking, 'code' | 'guest'>

const ASCII = /^[\x20-\x7e]*$/
/** A number that stands by itself, spaced as people space it. */
const SPACED_NUMBER = /(?<!\S)[+(]?\p{Nd}[\p{Nd}\s()/.-]*(?!\S)/gu
/** So many digits and more are hardly a number without its country code. */
const INTERNATIONAL_LENGTH = 11
/** The end of a number by which people say it within a town. */
const LOCAL_LENGTH = 7
const DIGITS = /^\p{Nd}+$/u
/** The country codes of one digit and of two (ITU-T E.164); all others have three. */
const COUNTRY_CODE =
  /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4})/

/**
 * The words that a booking is found by, each once: of its code, the guest's name, e-mail address and telephone number.
 * A number is one word, with its country code and without, and its last seven digits are.
 */
export function bookingWords(booking: WordSource): string[] {
  const words = foldWords(textOf(booking)).map(bareNumber)
  return [...new Set([...words, ...phoneWords(booking.guest.phone)])]
}

/**
 * The words of a search, the longest first, which tends to be the rarest. Numbers that follow one another are one, as
 * people space their telephone numbers; of one with its country code the rest, by which every number is found.
 */
export function searchWords(text: string): string[] {
  const rest = text.replace(SPACED_NUMBER, ' ')
  const numbers = text.match(SPACED_NUMBER) ?? []
  const words = [...foldWords(rest).map(bareNumber), ...numbers.map((number) => phoneWord(number))]
  return [...new Set(words)].filter(Boolean).toSorted((a, b) => b.length - a.length)
}

/** Whether each word of a search begins one of a booking's. */
export function isFoundBy(booking: WordSource, asked: readonly string[]): boolean {
  if (asked.length === 0) return true
  // What stands nowhere in plain text needs no words made: most bookings that a search passes by end here.
  const text = textOf(booking)
  if (ASCII.test(text)) {
    const plain = text.toLowerCase()
    if (asked.some((part) => !DIGITS.test(part) && !plain.includes(part))) return false
  }
  const words = bookingWords(booking)
  return asked.every((part) => words.some((word) => word.startsWith(part)))
}

const textOf = ({ code, guest: { firstName, lastName, email } }: WordSource) =>
  `${code} ${firstName} ${lastName} ${email ?? ''}`

/** A number with its country code, where it has one, and without, and its end. */
function phoneWords(phone: string | null): string[] {
  if (!phone) return []
  const bare = bareNumber(digitsOf(phone))
  const isLong = bare.length >= INTERNATIONAL_LENGTH
  const national = isLong ? bareNumber(bare.replace(COUNTRY_CODE, '')) : phoneWord(phone)
  return [bare, national, bareNumber(bare.slice(-LOCAL_LENGTH))].filter(Boolean)
}

/** A number as it is dialled within its country, without zeros before it. */
function phoneWord(phone: string): string {
  const digits = digitsOf(phone)
  const isInternational = phone.trimStart().startsWith('+') || digits.startsWith('00')
  const bare = bareNumber(digits)
  return isInternational ? bareNumber(bare.replace(COUNTRY_CODE, '')) : bare
}

/** The digits of a number, without the zero in brackets that is left out from abroad: `+90 (0)555`. */
const digitsOf = (phone: string) => phone.replace('(0)', '').replaceAll(/\P{Nd}/gu, '')

/** Zeros before a number are dialled or left out: `0555`, `00 90 555`. */
const bareNumber = (word: string) => (DIGITS.test(word) ? word.replace(/^0+(?=.)/, '') : word)
