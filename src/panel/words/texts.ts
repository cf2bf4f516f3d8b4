import { readPrograms } from '../views/channel/verify.ts'
import { flawsEn, flawsTr } from './flaws.ts'
import { ICONS } from './icons.ts'
import { problemsEn, problemsTr } from './problems.ts'
import { words } from './words.ts'

/**
 * All texts of each language as JSON. They are data, not script: a page reads those of its language only, and what
 * the other says is not in its way.
 */
export const texts = (): Record<'en' | 'tr', string> => ({
  // What the service itself says of most problems is English.
  en: JSON.stringify({ words: wordsIn(0), problems: problemsEn, flaws: flawsEn, ...both }),
  tr: JSON.stringify({ words: wordsIn(1), problems: problemsTr, flaws: flawsTr, ...both }),
})

/** What is the same in both. */
const both = { programs: readPrograms(), icons: ICONS }

const wordsIn = (language: 0 | 1) =>
  Object.fromEntries(Object.entries(words).map(([name, pair]) => [name, pair[language]]))

/** Where the texts of each language are served; the address holds a hash of them. Known to the page from its build. */
export function textPaths(): Record<'en' | 'tr', string> {
  const path = (language: string, text: string) =>
    `/words-${language}-${Bun.hash(text).toString(36)}.json`
  const { en, tr } = texts()
  return { en: path('en', en), tr: path('tr', tr) }
}
