import { foldWords } from '../kernel/search-text.ts'
import type { Booking } from './booking.ts'

/** The searchable fields of a booking. */
type WordSource = Pick<Booking, 'code' | 'groupCode' | 'guest'>

const ASCII = /^[\x20-\x7e]*$/
/** A free-standing number, with the usual spaces of telephone numbers. */
const SPACED_NUMBER = /(?<!\S)[+(]?\p{Nd}[\p{Nd}\s()/.-]*(?!\S)/gu
/** A number this long almost always has its country code. */
const INTERNATIONAL_LENGTH = 11
/** The length of a local number: the last digits, as people say it within a town. */
const LOCAL_LENGTH = 7
const DIGITS = /^\p{Nd}+$/u
/** The country codes of one digit and of two (ITU-T E.164); all others have three. */
const COUNTRY_CODE =
  /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4})/

/**
 * Returns the search words of a booking, each once: of its code and its group's, the guest's name, e-mail address and telephone
 * number. A number yields three words: with its country code, without it, and its last seven digits.
 */
export function bookingWords(booking: WordSource): string[] {
  const words = foldWords(textOf(booking)).map(bareNumber)
  return [...new Set([...words, ...phoneWords(booking.guest.phone)])]
}

/**
 * Returns the words of a search, longest first, as the longest tends to be the rarest. Consecutive numbers join into
 * one telephone number. A number with its country code is searched without it, the form that every stored number has.
 */
export function searchWords(text: string): string[] {
  const rest = text.replace(SPACED_NUMBER, ' ')
  const numbers = text.match(SPACED_NUMBER) ?? []
  const words = [...foldWords(rest).map(bareNumber), ...numbers.map((number) => phoneWord(number))]
  return [...new Set(words)].filter(Boolean).toSorted((a, b) => b.length - a.length)
}

/** True if each word of a search is the beginning of a word of the booking. */
export function isFoundBy(booking: WordSource, asked: readonly string[]): boolean {
  if (asked.length === 0) return true
  // A quick test on the plain text skips most bookings before their words are made.
  const text = textOf(booking)
  if (ASCII.test(text)) {
    const plain = text.toLowerCase()
    if (asked.some((part) => !DIGITS.test(part) && !plain.includes(part))) return false
  }
  const words = bookingWords(booking)
  return asked.every((part) => words.some((word) => word.startsWith(part)))
}

const textOf = ({ code, groupCode, guest: { firstName, lastName, email } }: WordSource) =>
  `${code} ${groupCode ?? ''} ${firstName} ${lastName} ${email ?? ''}`

/** Returns the forms of a number: with its country code if it has one, without it, and its last digits. */
function phoneWords(phone: string | null): string[] {
  if (!phone) return []
  const bare = bareNumber(digitsOf(phone))
  const isLong = bare.length >= INTERNATIONAL_LENGTH
  const national = isLong ? bareNumber(bare.replace(COUNTRY_CODE, '')) : phoneWord(phone)
  return [bare, national, bareNumber(bare.slice(-LOCAL_LENGTH))].filter(Boolean)
}

/** Returns a number as dialled within its country, without leading zeros. */
function phoneWord(phone: string): string {
  const digits = digitsOf(phone)
  const isInternational = phone.trimStart().startsWith('+') || digits.startsWith('00')
  const bare = bareNumber(digits)
  return isInternational ? bareNumber(bare.replace(COUNTRY_CODE, '')) : bare
}

/** Returns the digits of a number, without the bracketed zero that callers from abroad leave out: `+90 (0)555`. */
const digitsOf = (phone: string) => phone.replace('(0)', '').replaceAll(/\P{Nd}/gu, '')

/** Leading zeros are optional: `0555`, `00 90 555`. */
const bareNumber = (word: string) => (DIGITS.test(word) ? word.replace(/^0+(?=.)/, '') : word)
