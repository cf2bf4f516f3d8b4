import type { Booking } from './booking.ts'
import { foldWords } from './search-text.ts'

/** What of a booking it is found by. */
type Worded = Pick<Booking, 'code' | 'guest'>

const ASCII = /^[\x20-\x7e]*$/
const DIGITS = /^\p{Nd}+$/u
/** The country codes of one digit and of two (ITU-T E.164); all others have three. */
const COUNTRY_CODE =
  /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4})/

/**
 * The words that a booking is found by, each once: of its code, the guest's name, e-mail address and telephone number.
 * A number is one word, with its country code and without.
 */
export function bookingWords(booking: Worded): string[] {
  const words = foldWords(textOf(booking)).map(bareNumber)
  return [...new Set([...words, ...phoneWords(booking.guest.phone)])]
}

/**
 * The words of a search, the longest first, which tends to be the rarest. Numbers that follow one another are one, as
 * people space their telephone numbers.
 */
export function searchWords(text: string): string[] {
  const words: string[] = []
  let isNumber = false
  for (const word of foldWords(text)) {
    const wasNumber = isNumber
    isNumber = DIGITS.test(word)
    if (isNumber && wasNumber) words.push(words.pop() + word)
    else words.push(word)
  }
  const bare = new Set(words.map(bareNumber))
  return [...bare].toSorted((a, b) => b.length - a.length)
}

/** Whether each word of a search begins one of a booking's. */
export function isFoundBy(booking: Worded, asked: readonly string[]): boolean {
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

const textOf = ({ code, guest: { firstName, lastName, email } }: Worded) =>
  `${code} ${firstName} ${lastName} ${email}`

function phoneWords(phone: string | null): string[] {
  const digits = phone?.replaceAll(/\D/g, '') ?? ''
  const bare = bareNumber(digits)
  if (bare === '') return []
  const isInternational = phone!.trimStart().startsWith('+') || digits.startsWith('00')
  return isInternational ? [bare, bare.replace(COUNTRY_CODE, '')] : [bare]
}

/** Zeros before a number are dialled or left out: `0555`, `00 90 555`. */
const bareNumber = (word: string) => (DIGITS.test(word) ? word.replace(/^0+(?=.)/, '') : word)
