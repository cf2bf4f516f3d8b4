/** Rows that a list scans for one page; the next page continues from there. */
export const ROWS_SEARCHED_MAX = 50_000

const MARKS = /\p{M}+/gu
const ASCII = /^[\x20-\x7e]*$/
const PLAIN_GAPS = /[^a-z0-9]+/
const GAPS = /[^\p{L}\p{N}]+/u
/** Letters that Unicode does not decompose, though people type them without their mark. */
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

/** Returns the words of a text without case, accents and punctuation: `İstanbul`, `ISTANBUL` and `ıstanbul` are one. */
export function foldWords(text: string): string[] {
  // ASCII needs no decomposition: a tenth of the work.
  if (ASCII.test(text)) return text.toLowerCase().split(PLAIN_GAPS).filter(Boolean)
  const bare = text.normalize('NFKD').replace(MARKS, '').toLowerCase()
  // Lower case may bring marks and compatibility letters back.
  const folded = bare
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STUBBORN, (it) => PLAIN[it]!)
  return folded.split(GAPS).filter(Boolean)
}

/** Folds a text for `matchesWords`. */
export const foldText = (text: string) => foldWords(text).join(' ')

/** True if every folded word occurs in a folded text, whole or in part, in any order. */
export function matchesWords(foldedText: string, words: readonly string[]): boolean {
  return words.every((word) => foldedText.includes(word))
}
