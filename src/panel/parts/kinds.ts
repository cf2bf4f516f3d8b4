import { wholeOf } from '../lib/decimal.ts'
import { amount, money, number, parseMoney, parsePercent, percentInput } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { TextField } from './field.tsx'

/** What is written into a form, by the names of its fields. */
export type Draft = Record<string, unknown>

/** How a value is written into a field and read out of it. */
export type Kind = {
  control?: Partial<Parameters<typeof TextField>[0]>
  write?: (value: unknown) => unknown
  /** The value as the body has it; what is none goes out as it was written, for the service to refuse. */
  read?: (written: string) => unknown
  /** What the page itself finds wrong; nothing is sent then. */
  wrong?: (written: string, draft: Draft) => string | undefined
}

const inputMode = 'decimal' as const
const NUMERIC = { inputMode: 'numeric' } as const

/** The kinds of text that a body has otherwise than written. */
export const EMAIL: Kind = {
  control: { type: 'email', autocomplete: 'off' },
  read: (text) => text.trim(),
}
/** A code of the trade or of the world, in whatever letters it is typed. */
export const CAPITALS: Kind = { read: (text) => text.trim().toUpperCase() }
/** A text that may be left out. */
export const OPTIONAL: Kind = { read: (text) => text.trim() || null }
export const WHOLE: Kind = {
  control: NUMERIC,
  read: wholeOf,
  wrong: (text) => (typeof wholeOf(text) === 'string' ? t('rooms.countWrong') : undefined),
}
/** Basis points, written in per cent, of which there are 100 at most. */
export const SHARE: Kind = {
  control: { inputMode },
  write: (basisPoints) => percentInput(Number(basisPoints)),
  read: (text) => (text.trim() === '' ? null : (parsePercent(text) ?? text)),
  wrong: (text) => {
    if (text.trim() === '') return undefined
    const share = parsePercent(text)
    if (share === undefined) return t('rates.percentWrong', { example: number(12.5) })
    return share > 10_000 ? t('desk.wrongLess') : undefined
  },
}
/** Minor units of a currency, written as people write them. */
export const moneyIn = (currency: string): Kind => ({
  control: { inputMode },
  write: (cents) => amount(Number(cents), currency),
  read: (text) => (text.trim() === '' ? null : (parseMoney(text, currency) ?? text)),
  wrong: (text) =>
    text.trim() === '' || parseMoney(text, currency) !== undefined
      ? undefined
      : t('rooms.priceWrong', { example: money(12_350, currency) }),
})

/** What is wrong with a text where something must be written. */
export const flawIn = ({ wrong }: Kind, text: string): string | undefined =>
  wrong!(text.trim() || '–', {})
