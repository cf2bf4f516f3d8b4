import { FormatRegistry, type TProperties, Type } from 'typebox'
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

const WEBSITE_LENGTH_MAX = 500

// TypeBox knows no formats by itself; those of texts are the domain's.
FormatRegistry.Set('email', isEmail)
FormatRegistry.Set('line', isLine)
FormatRegistry.Set('text', isProse)
FormatRegistry.Set('written-text', isWrittenProse)

/** An object in a body: a field it does not have is refused. */
export const strictObject = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** An e-mail address, whoever's it is. */
export const EmailSchema = Type.String({
  format: 'email',
  minLength: 6,
  maxLength: EMAIL_LENGTH_MAX,
  description: 'an e-mail address',
})

/** A name or another line that is shown beside others. */
export const line = (maxLength: number) =>
  Type.String({
    format: 'line',
    minLength: 1,
    maxLength,
    description: 'one line with something to see in it and no control or format characters',
  })

/** Text of many lines; it may be empty. */
export const prose = (maxLength: number) =>
  Type.String({
    format: 'text',
    maxLength,
    description: 'text without control characters but tab and line break',
  })

/** Text of many lines that says something. */
export const writtenProse = (maxLength: number) =>
  Type.String({
    format: 'written-text',
    minLength: 1,
    maxLength,
    description:
      'text with something to see in it, without control characters but tab and line break',
  })

/** Text of a pattern; in a refusal the description says what it must be. */
export const patternText = (pattern: string, description: string) =>
  Type.String({ pattern, description })

/** A date in a body: what is none is told from what looks like one and is not in the calendar. */
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
/** A page of the web that others are sent to. */
export const WebsiteSchema = Type.String({
  pattern: '^https?://[^\\s/?#@\\\\<>"]+\\.[^\\s/?#@\\\\<>"]+([/?#][^\\s<>"]*)?$',
  maxLength: WEBSITE_LENGTH_MAX,
  description: 'an address that begins with https:// or http://',
})
/** A country, which `checkCodes` knows or not. */
export const CountryCode = patternText('^[A-Z]{2}$', 'two capitals (ISO 3166-1 alpha-2)')

/** An instant as RFC 3339 has it; `readInstant` says which. */
export const InstantText = patternText(
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
  'an instant (RFC 3339)',
)

/** The epoch milliseconds of an instant in a body. @throws AppError `validation_failed` when there is none such */
export function readInstant(path: string, text: string): number {
  // `Date.parse` turns 30 February into 2 March.
  const atMs = parseDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs)) throw refused(path, 'wrong_format', 'There is no such instant.')
  return atMs
}

/** A language that people are written to in. */
export const LanguageSchema = oneOf(...LANGUAGES)
