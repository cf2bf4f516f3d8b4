import type { ErrorCode, FlawCode } from '../../domain/kernel/errors.ts'

/** A text with `{name}` where a value goes; two of them when it depends on `{count}`. */
export type Word = string | { one: string; other: string }

/** A text in English and in Turkish. */
export type Pair = readonly [en: Word, tr: Word]

/** Texts of flaws by code, the one with the most `{places}` first; a flaw's `values` fill them. */
export type FlawWords = Partial<Record<FlawCode, readonly string[]>>

/** Texts of problems by code; `offline` when nothing answered, `defect` for a fault of the page itself. */
export type ProblemWords = Partial<Record<ErrorCode | 'offline' | 'defect', string>>
