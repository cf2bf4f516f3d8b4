import { FormatRegistry, Type } from 'typebox'
import { EMAIL_LENGTH_MAX, isEmail, isLine, isProse, isWrittenProse } from '../../domain/text.ts'

// TypeBox knows no formats by itself; those of texts are the domain's.
FormatRegistry.Set('email', isEmail)
FormatRegistry.Set('line', isLine)
FormatRegistry.Set('text', isProse)
FormatRegistry.Set('written-text', isWrittenProse)

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
export const coded = (pattern: string, description: string) => Type.String({ pattern, description })
