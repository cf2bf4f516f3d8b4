import { AppError, type FlawCode, type FlawValues, flaw } from '../kernel/errors.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../kernel/limits.ts'
import { commonPasswords } from './common-passwords.ts' with { type: 'macro' }
import { asLetter, asLetters, foldedCharacters } from './password-letters.ts'
import { isPattern, isRun } from './password-run.ts'

/** Public facts about an account that an attacker tries first: its names, its hotels and the service. */
export type PasswordHolder = {
  brand: string
  email: string
  name: string
  hotels: readonly { name: string; email: string | null }[]
  /** True for hotel owners and admins. */
  isPowerful: boolean
}

type Weakness = [code: FlawCode, message: string, values?: FlawValues]

const COMMON = commonPasswords()
/** The product's name, public whatever brand the service carries. */
const PRODUCT = 'roomwire'
const DIFFERENT_MIN = 5
/** A part of a name is searched for from this many letters on, a whole name from three. */
const PART_MIN = 4
const WHOLE_MIN = 3
const LETTER = /\p{L}/u
const HELP = 'Take three or four words that have nothing to do with each other.'

/**
 * Refuses a new password that an attacker would try early (contract-access, *Passwords*; ASVS 5.0 §6.2). No character
 * class is required (NIST SP 800-63B §5.1.1.2).
 *
 * @param path of the field in the body
 * @throws AppError `password_too_weak`
 */
export function refusePassword(password: string, holder: PasswordHolder, path: string): void {
  refuseLength(password, path)
  const characters = foldedCharacters(password)
  const weakness =
    ofRepetition(characters, holder) ??
    ofCommonness(characters) ??
    ofNames(characters, holder) ??
    ofRuns(characters, holder)
  if (weakness) throw tooWeak(path, weakness)
}

/** Refuses a password for its length only, in characters. @throws AppError `password_too_weak` */
export function refuseLength(password: string, path: string): void {
  const length = [...password].length
  const [min, max] = [PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX]
  if (length < min || length > max)
    throw tooWeak(path, ['wrong_length', `Must be ${min} to ${max} characters.`, { min, max }])
}

function tooWeak(path: string, [code, message, values]: Weakness): AppError {
  return new AppError('password_too_weak', message, {
    errors: [flaw(path, code, message, values)],
  })
}

function ofRepetition(characters: string[], { isPowerful }: PasswordHolder): Weakness | undefined {
  const min = isPowerful ? DIFFERENT_MIN : 2
  if (new Set(characters).size >= min) return undefined
  return ['few_characters', `Must have at least ${min} different characters. ${HELP}`, { min }]
}

function ofCommonness(characters: string[]): Weakness | undefined {
  const isListed = COMMON.includes(`\n${characters.map(asLetter).join('')}\n`)
  if (!isListed && !isPattern(characters)) return undefined
  return ['too_common', `Must not be one of the 10,000 passwords that are tried first. ${HELP}`]
}

function ofNames(characters: string[], holder: PasswordHolder): Weakness | undefined {
  const kept = characters.filter((each) => !GAP.test(asLetter(each)))
  const text = kept.map(asLetter).join('')
  if (![...namesOf(holder)].some((name) => isAround(kept, text, name))) return undefined
  const whose = 'the name or address of yourself, your hotel or this service'
  return ['like_name', `Must not be ${whose} with digits or signs around it. ${HELP}`]
}

function ofRuns(characters: string[], { isPowerful }: PasswordHolder): Weakness | undefined {
  if (!isPowerful || !isRun(characters)) return undefined
  return ['keyboard_run', `Must not be a run of neighbouring keys or of the alphabet. ${HELP}`]
}

/** Returns the holder's names and addresses, whole and in parts, folded for comparison. */
function namesOf({ brand, email, name, hotels }: PasswordHolder): Set<string> {
  const whole = [PRODUCT, brand, name, ...hotels.map((hotel) => hotel.name)]
  const addresses = [email, ...hotels.map((hotel) => hotel.email ?? '')]
  const parts = [...whole.flatMap(wordsOf), ...addresses.flatMap((each) => each.split('@'))]
  const plain = whole.map((each) => wordsOf(each).join(''))
  return new Set([
    ...[...whole, ...plain, ...addresses].map(asText).filter((each) => each.length >= WHOLE_MIN),
    ...[...parts, ...parts.map(withoutTop)].map(asText).filter((each) => each.length >= PART_MIN),
  ])
}

const wordsOf = (name: string) => name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
/** Returns a domain without its top-level part: `alfa-hotel` of alfa-hotel.com. */
const withoutTop = (domain: string) => domain.replace(/\.[^.]+$/, '')

/** Returns `asLetters` without separators: people leave out the point of `grace.hopper`. */
const asText = (name: string) => asLetters(name).replaceAll(GAPS, '')
const GAP = /[^\p{L}\p{N}]/u
const GAPS = new RegExp(GAP, 'gu')

/** True if a password is a name with only digits and signs around it. @param text the folded rest of the password */
function isAround(kept: readonly string[], text: string, name: string): boolean {
  const hasLetters = (from: number, to?: number) =>
    kept.slice(from, to).some((each) => LETTER.test(each))
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    if (hasLetters(at, end) && !hasLetters(0, at) && !hasLetters(end)) return true
  }
  return false
}
