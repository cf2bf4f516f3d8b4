import { FormatRegistry, type TProperties, Type } from 'typebox'
import { hasCardNumber } from '../../domain/kernel/card-number.ts'
import { type CalendarDate, parseDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { LANGUAGES } from '../../domain/kernel/language.ts'
import {
  EMAIL_LENGTH_MAX,
  isEmail,
  isLine,
  isProse,
  isWrittenProse,
} from '../../domain/kernel/text.ts'
import { oneOf } from './query.ts'
import { named } from './schema.ts'

const WEBSITE_LENGTH_MAX = 500

// TypeBox has no formats of its own; text formats come from the domain. Texts that people write hold no card number.
FormatRegistry.Set('email', isEmail)
FormatRegistry.Set('identifier', isLine)
FormatRegistry.Set('line', (text) => isLine(text) && !hasCardNumber(text))
FormatRegistry.Set('text', (text) => isProse(text) && !hasCardNumber(text))
FormatRegistry.Set('written-text', (text) => isWrittenProse(text) && !hasCardNumber(text))

/** Creates an object schema of a body that refuses unknown fields. */
export const strictObject = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** An e-mail address. */
export const EmailSchema = Type.String({
  format: 'email',
  minLength: 6,
  maxLength: EMAIL_LENGTH_MAX,
  description: 'an e-mail address',
})

const LINE = 'one line of visible text without control or format characters'

/** Creates the schema of one line of text, such as a name; card numbers are refused (`card_number`). */
export const line = (maxLength: number) => (maxLength === SHORT ? ShortLine : lineOf(maxLength))

const lineOf = (maxLength: number) =>
  Type.String({ format: 'line', minLength: 1, maxLength, description: LINE })

/** The usual length of names, whose schema the OpenAPI document has once. */
const SHORT = 100
const ShortLine = named('ShortLine', lineOf(SHORT))

/** Creates the schema of a number, code or cursor that another system made: a line that may look like a card number. */
export const identifier = (maxLength: number) =>
  Type.String({ format: 'identifier', minLength: 1, maxLength, description: LINE })

/** Creates the schema of text with many lines; it may be empty. Card numbers are refused (`card_number`). */
export const prose = (maxLength: number) =>
  Type.String({
    format: 'text',
    maxLength,
    description: 'text without control characters except tab and line break',
  })

/** Creates the schema of text with many lines that must have visible characters; card numbers are refused. */
export const writtenProse = (maxLength: number) =>
  Type.String({
    format: 'written-text',
    minLength: 1,
    maxLength,
    description: 'visible text without control characters except tab and line break',
  })

/** Creates the schema of text with a pattern; its description completes the refusal. */
export const patternText = (pattern: string, description: string) =>
  Type.String({ pattern, description })

/** A date in a body; refusals distinguish a wrong form from a date that is not in the calendar. */
export const BodyDate = Type.Unsafe<CalendarDate>(
  Type.String({
    format: 'date',
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: 'a calendar date YYYY-MM-DD',
  }),
)

/** A code of a room type, rate or tax. */
export const RoomCode = patternText(
  '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  'letters, digits, . _ and -, at most 64',
)
export const BoardCode = patternText('^[A-Z]{2,4}$', 'two to four capitals')
/** A telephone number. */
export const PhoneSchema = patternText('^[+]?[0-9 ()/.-]{4,31}$', 'a telephone number')
/** A colour. */
export const ColourSchema = patternText('^#[0-9a-f]{6}$', '#rrggbb in lower case')
/** The address of a web page, shown as a link. */
export const WebsiteSchema = Type.String({
  // The dot is the first that may be it: with a choice of dots 60,000 of them took 26 s, for lengths are read last.
  pattern: '^https?://[^\\s/?#@\\\\<>"][^\\s/?#@\\\\<>".]*\\.[^\\s/?#@\\\\<>"]+([/?#][^\\s<>"]*)?$',
  maxLength: WEBSITE_LENGTH_MAX,
  description: 'an address that begins with https:// or http://',
})
/** A country code; `checkCodes` checks that it exists. */
export const CountryCode = patternText('^[A-Z]{2}$', 'two capitals (ISO 3166-1 alpha-2)')

/** An instant in RFC 3339; `readInstant` parses it. */
export const InstantText = patternText(
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
  'an instant (RFC 3339)',
)

/** Parses an instant of a body to epoch milliseconds. @throws AppError `validation_failed` if it does not exist */
export function readInstant(path: string, text: string): number {
  // `Date.parse` turns 30 February into 2 March.
  const atMs = parseDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs)) throw refused(path, 'wrong_format', 'There is no such instant.')
  return atMs
}

/** A language of mails and pages. */
export const LanguageSchema = oneOf(...LANGUAGES)
