/** Rows that a list looks through for one page; what it did not reach is for the next one. */
export const ROWS_SEARCHED_MAX = 50_000

const MARKS = /\p{M}+/gu
const ASCII = /^[\x20-\x7e]*$/
const PLAIN_GAPS = /[^a-z0-9]+/
const GAPS = /[^\p{L}\p{N}]+/u
/** Letters that Unicode does not take apart though people type them without their mark. */
const PLAIN: Record<string, string> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const STUBBORN = /* @__PURE__ */ /[ıøłđðþßæœς]/g

/** The words of a text without case, accents and punctuation: `İstanbul`, `ISTANBUL` and `ıstanbul` are one. */
export function foldWords(text: string): string[] {
  // ASCII is taken apart already: a tenth of the work.
  if (ASCII.test(text)) return text.toLowerCase().split(PLAIN_GAPS).filter(Boolean)
  const bare = text.normalize('NFKD').replace(MARKS, '').toLowerCase()
  // Lower case may bring marks and compatibility letters back.
  const folded = bare
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STUBBORN, (it) => PLAIN[it]!)
  return folded.split(GAPS).filter(Boolean)
}

/** A text as `matchesWords` looks through it. */
export const foldText = (text: string) => foldWords(text).join(' ')

/** Whether each of some folded words stands in a folded text, whole or in part, in any order. */
export function matchesWords(foldedText: string, words: readonly string[]): boolean {
  return words.every((word) => foldedText.includes(word))
}
