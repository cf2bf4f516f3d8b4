/** A letter with its marks: Burmese stacks four. */
const LETTER = '\\p{L}\\p{M}{0,5}'
/**
 * Marks between letters of one word: hyphens, apostrophes, the joiners of Persian, the points of Catalan and of
 * Japanese.
 */
const JOINED =
  "(?:[-‐‑'’‘`´\\u200c\\u200d]|(?<=l)·(?=l)|(?<=\\p{scx=Katakana})・(?=\\p{scx=Katakana}))"
/** A word; a point shortens it (Dr., Dipl.-Ing.), and follows initials (J.R.R.), but never stands as in an address. */
const PART = `(?:(?:${LETTER}){1,5}\\.|(?:${LETTER}\\.)+|(?:${LETTER})+)`
const WORD = /* @__PURE__ */ new RegExp(`^['’‘]?${PART}(?:${JOINED}${PART})*['’‘]?$`, 'iu')
const WORDS_MAX = 4
const WORD_LENGTH_MAX = 30

/**
 * Returns the name for a mail's greeting (contract-access, *Settings*): letters of any script in at most four words of
 * thirty. Empty for anything else, as an unknown person chooses both the name and the mailbox.
 */
export function greetedName(name: string): string {
  const words = name.normalize('NFC').trim().split(/\s+/u)
  const isName = words.length <= WORDS_MAX && words.every(isWord)
  return isName ? words.join(' ') : ''
}

const isWord = (word: string) => [...word].length <= WORD_LENGTH_MAX && WORD.test(word)
