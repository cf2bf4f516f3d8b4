import { normalizeEmail } from './address.ts'

/**
 * A visible character: no space, no format character, and none of the blank letters (Hangul fillers, an empty Braille
 * cell).
 */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v
/**
 * Invisible characters, and those that reorder, end or hide the text around them: controls, format characters, line
 * and paragraph separators. The two joiners are allowed: spelling in Persian, glue in emoji.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/v
/**
 * Control characters other than tab and line break (alone or after a carriage return), and overrides of the text
 * direction.
 */
const UNWRITTEN = /\r(?!\n)|[\p{Cc}--[\t\n\r]]|[\u202a-\u202e\u2066-\u2069]/v

/** True if a text is a name or another single line: something visible and nothing invisible. */
export const isLine = (text: string) => VISIBLE.test(text) && !UNSEEN.test(text)

/** True if a text of many lines is free of controls; it may be empty. */
export const isProse = (text: string) => !UNWRITTEN.test(text)

/** True if `isProse` and something is visible. */
export const isWrittenProse = (text: string) => isProse(text) && VISIBLE.test(text)

/** A label of a domain name, in its own script or as `xn--`. */
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const EMAIL = /* @__PURE__ */ new RegExp(
  `^[^\\s@<>()[\\]\\\\,:;"\\p{C}]{1,64}@(?:${LABEL}\\.)+(?!\\d+$)(?=..)${LABEL}$`,
  'u',
)
export const EMAIL_LENGTH_MAX = 254

/** True if a text looks like an e-mail address, both as written and as stored; only a mail could prove it. */
export const isEmail = (text: string) => [text, normalizeEmail(text)].every(looksLikeEmail)

const looksLikeEmail = (text: string) => text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text)

/** Formats a number with its noun: `1 room`, `3 rooms`, `0 rooms`. */
export const countNoun = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
