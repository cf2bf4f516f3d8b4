import { readPrograms } from '../views/channel/verify.ts'
import flawWords from './flaws.json'
import { ICONS } from './icons.ts'
import problemWords from './problems.json'
import type { FlawWords, ProblemWords } from './word.ts'
import { words } from './words.ts'

/** Turkish has a text for every code. English has one where the service's own sentence is written for partners. */
export const flaws: { en: FlawWords; tr: Required<FlawWords> } = flawWords
const problems: { en: ProblemWords; tr: Required<ProblemWords> } = problemWords

/** All texts of each language as JSON: a page reads those of its own language, which are no part of its script. */
export const texts = (): Record<'en' | 'tr', string> => ({
  en: JSON.stringify({ words: wordsIn(0), problems: problems.en, flaws: flaws.en, ...both }),
  tr: JSON.stringify({ words: wordsIn(1), problems: problems.tr, flaws: flaws.tr, ...both }),
})

/** The part that both languages share. */
const both = { programs: readPrograms(), icons: ICONS }

const wordsIn = (language: 0 | 1) =>
  Object.fromEntries(Object.entries(words).map(([name, pair]) => [name, pair[language]]))

/** Paths of the texts by language, with a hash of each; a macro builds them into the page. */
export function textPaths(): Record<'en' | 'tr', string> {
  const path = (language: string, text: string) =>
    `/words-${language}-${Bun.hash(text).toString(36)}.json`
  const { en, tr } = texts()
  return { en: path('en', en), tr: path('tr', tr) }
}
