import type { Fault } from '../../domain/kernel/errors.ts'
import type { ICONS } from '../words/icons.ts'
import { textPaths } from '../words/texts.ts' with { type: 'macro' }
import type { FlawWords, Word } from '../words/word.ts'
import type { WordKey } from '../words/words.ts'
import { fillFlaw } from './flaw-text.ts'
import { Problem, send } from './http.ts'
import { createKeptStore } from './store.ts'

export type { WordKey } from '../words/words.ts'

/** The languages of the pages. */
export const LANGUAGES = ['en', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]

/** The texts of a language, and the meanings of problems and flaws by code. */
type Texts = {
  words: Partial<Record<WordKey, Word>>
  problems: Record<string, string>
  flaws: FlawWords
  /** Sample programs by which a receiver verifies an event, by programming language. */
  programs: Record<string, string>
  icons: Partial<typeof ICONS>
}

const PATHS = textPaths()
const read = new Map<Language, Texts>()
const NONE: Texts = { words: {}, problems: {}, flaws: {}, programs: {}, icons: {} }

/**
 * The language of the page: the chosen one, or else the browser's first one that the pages have. Its texts are loaded.
 */
export const language = createKeptStore<Language>('language', LANGUAGES, preferred())

/** Loads the texts of the page's language, which every other text needs. @throws Problem */
export const startLanguage = (): Promise<void> => chooseLanguage(language.get())

/** Switches the page to a language after loading its texts. @throws Problem if they cannot be loaded */
export async function chooseLanguage(chosen: Language): Promise<void> {
  if (!read.has(chosen)) read.set(chosen, await send<Texts>({ method: 'GET', path: PATHS[chosen] }))
  document.documentElement.lang = chosen
  language.set(chosen)
}

/** The locale of dates, numbers and money. */
export function locale(): string {
  const now = language.get()
  return navigator.languages.find((tag) => tag.startsWith(`${now}-`)) ?? LOCALES[now]
}

/** A text in the page's language: `t('bookings.found', { count: 3 })`; numbers are formatted for the language. */
export function t(key: WordKey, values: Record<string, string | number> = {}): string {
  const word = textsNow().words[key] ?? key
  const text = typeof word === 'string' ? word : word[form(values.count)]
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(locale()) : value
  })
}

/** Sample programs by which a receiver verifies an event, by programming language. */
export const programs = (): Record<string, string> => textsNow().programs

/** The paths of the icons, by name. */
export const icons = (): Texts['icons'] => textsNow().icons

/** The text of a problem. */
export function problemText(problem: Problem): string {
  const { code, detail, retryAfterSeconds } = problem
  if (code === 'rate_limited' && retryAfterSeconds)
    return t('problem.wait', { count: retryAfterSeconds })
  const isOfFields = code === 'validation_failed' || code === 'password_too_weak'
  if (isOfFields && problem.errors.length > 0) return t('problem.validation')
  return textsNow().problems[code] ?? (detail || t('problem.internal'))
}

/** The text of a flaw. */
export function flawText({ code, message, values }: Fault): string {
  return fillFlaw(textsNow().flaws[code], values, locale()) ?? message
}

/** The text of a problem outside a form: that of its flaw, if its code has no text of its own. */
export function asSentence(problem: Problem | undefined): Problem | undefined {
  if (!problem?.errors.length) return problem
  const detail = problem.errors.map(flawText).join(' ')
  return new Problem(problem.status, { code: 'flaws', detail })
}

const textsNow = () => read.get(language.get()) ?? NONE

const LOCALES: Record<Language, string> = { en: 'en-GB', tr: 'tr-TR' }

function form(count: string | number | undefined): 'one' | 'other' {
  return new Intl.PluralRules(locale()).select(Number(count ?? 0)) === 'one' ? 'one' : 'other'
}

function preferred(): Language {
  const known = (tag: string) => LANGUAGES.find((each) => tag.toLowerCase().startsWith(each))
  return navigator.languages.map(known).find(Boolean) ?? 'en'
}
