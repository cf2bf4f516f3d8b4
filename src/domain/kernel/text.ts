import { normalizeEmail } from './address.ts'

/** A character that shows: no space, no format character, and none of the letters that are blank (Hangul fillers, an empty Braille cell). */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v
/**
 * What nobody sees and what turns, ends or hides the text beside it: controls, format characters, line and paragraph
 * separators. The two joiners are spelling in Persian and glue in emoji.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/v
/** Controls but tab and line break (alone or after a carriage return), and what overrides the direction of text. */
const UNWRITTEN = /\r(?!\n)|[\p{Cc}--[\t\n\r]]|[\u202a-\u202e\u2066-\u2069]/v

/** Whether a text is a name or another line: it shows something, and nothing in it is unseen. */
export const isLine = (text: string) => VISIBLE.test(text) && !UNSEEN.test(text)

/** Whether a text of many lines is free of controls; it may be empty. */
export const isProse = (text: string) => !UNWRITTEN.test(text)

/** As `isProse`, and it shows something. */
export const isWrittenProse = (text: string) => isProse(text) && VISIBLE.test(text)

/** A label of a domain name, in its own script or as `xn--`. */
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const EMAIL = /* @__PURE__ */ new RegExp(
  `^[^\\s@<>()[\\]\\\\,:;"\\p{C}]{1,64}@(?:${LABEL}\\.)+(?!\\d+$)(?=..)${LABEL}$`,
  'u',
)
export const EMAIL_LENGTH_MAX = 254

/** Whether a text looks like an e-mail address, as it is written and as it is kept, as far as can be told without writing to it. */
export const isEmail = (text: string) => [text, normalizeEmail(text)].every(looksLikeEmail)

const looksLikeEmail = (text: string) => text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text)

/** A number with its noun: `1 room`, `3 rooms`, `0 rooms`. */
export const countNoun = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
