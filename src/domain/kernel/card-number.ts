/** Digits of a payment card number, and those that its longest form may have. */
const DIGITS_MIN = 13
const DIGITS_MAX = 19
/** A group of this many digits begins a number even where other digits stand before it. */
const GROUP_MIN = 4

/** The first digits of a payment card: those of the networks, and Troy. */
const FIRST_DIGITS = /^(?:[2-6]|9792)/
/** Digits as people write them: Western, Arabic, Persian and full-width; the low four bits are the value. */
const DIGIT = '[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]'
/** Spaces, hyphens and invisible characters, which a number is written with. */
const GAP = '[\\s\\p{Pd}\\p{Cf}]'
const RUN = new RegExp(`${DIGIT}(?:${GAP}*${DIGIT})*`, 'gu')
const GAPS = new RegExp(`${GAP}+`, 'u')

/** Dates with hyphens, whose digits add up to those of a card where two stand together. */
const DATE = /\b(?:20\d\d-[01]\d-[0-3]\d|[0-3]\d-[01]\d-20\d\d)\b/g
/** An account number (IBAN), in groups of four or without spaces. */
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])/g

/**
 * True if a text holds the number of a payment card (contract-groups, *What a PMS needs*): 13 to 19 digits that begin as
 * a card does, right by Luhn, spaces and hyphens left out. Digits before it (an expiry date, a room) and after it (a
 * security code) do not hide it where its first group has four digits. Dates and account numbers (IBAN) are none.
 */
export function hasCardNumber(text: string): boolean {
  const bare = text.replace(DATE, '/').replace(IBAN, (iban) => (isIban(iban) ? '/' : iban))
  return Iterator.from(bare.matchAll(RUN)).some(([run]) => holdsCard(run.split(GAPS)))
}

/** True if a card number begins at one of the groups of a run and ends with one; the whole run may be grouped freely. */
function holdsCard(groups: readonly string[]): boolean {
  if (isCard(groups.join(''))) return true
  return groups.some((group, at) => {
    if (group.length < GROUP_MIN) return false
    let digits = ''
    for (const next of groups.slice(at, at + DIGITS_MAX)) {
      digits += next
      if (isCard(digits)) return true
      if (digits.length > DIGITS_MAX) return false
    }
    return false
  })
}

function isCard(written: string): boolean {
  if (written.length < DIGITS_MIN || written.length > DIGITS_MAX) return false
  const digits = Array.from(written, (digit) => digit.charCodeAt(0) & 15)
  return FIRST_DIGITS.test(digits.join('')) && luhnSum(digits) % 10 === 0
}

/** The sum of a number's digits by Luhn (ISO/IEC 7812-1, annex B): from the right every second one is doubled. */
const luhnSum = (digits: readonly number[]) =>
  digits.toReversed().reduce((sum, digit, at) => {
    const value = at % 2 === 1 ? digit * 2 : digit
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

/** True if the check digits of an account number are right (ISO 13616, mod 97). */
function isIban(written: string): boolean {
  const iban = written.replaceAll(' ', '')
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = Array.from(moved, (each) => Number.parseInt(each, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
