/** A text with `{name}` where a value goes; two of them when it depends on `{count}`. */
export type Word = string | { one: string; other: string }

/** Texts by name, each in English and in Turkish. */
export type Pairs = Record<string, readonly [en: Word, tr: Word]>
