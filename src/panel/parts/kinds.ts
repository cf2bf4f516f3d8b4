import { wholeOf } from '../lib/decimal.ts'
import { amount, money, number, parseMoney, parsePercent, percentInput } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { TextField } from './field.tsx'

/** The draft of a form, by the names of its fields. */
export type Draft = Record<string, unknown>

/** A field's conversion between a value and its text. */
export type Kind = {
  control?: Partial<Parameters<typeof TextField>[0]>
  write?: (value: unknown) => unknown
  /** The value for the body; an invalid text is sent as it is, for the service to refuse. */
  read?: (written: string) => unknown
  /** The error that the page itself finds; nothing is sent then. */
  wrong?: (written: string, draft: Draft) => string | undefined
}

const inputMode = 'decimal' as const
const NUMERIC = { inputMode: 'numeric' } as const

/** The conversions for members of a body that are no plain text. */
export const EMAIL: Kind = {
  control: { type: 'email', autocomplete: 'off' },
  read: (text) => text.trim(),
}
/** A code, such as one of a country or currency, in upper case however it is typed. */
export const CAPITALS: Kind = { read: (text) => text.trim().toUpperCase() }
/** An optional text. */
export const OPTIONAL: Kind = { read: (text) => text.trim() || null }
export const WHOLE: Kind = {
  control: NUMERIC,
  read: wholeOf,
  wrong: (text) => (typeof wholeOf(text) === 'string' ? t('rooms.countWrong') : undefined),
}
/** Basis points, written as a percentage of at most 100. */
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
/** Minor units of a currency, written as an amount. */
export const moneyIn = (currency: string): Kind => ({
  control: { inputMode },
  write: (cents) => amount(Number(cents), currency),
  read: (text) => (text.trim() === '' ? null : (parseMoney(text, currency) ?? text)),
  wrong: (text) =>
    text.trim() === '' || parseMoney(text, currency) !== undefined
      ? undefined
      : t('rooms.priceWrong', { example: money(12_350, currency) }),
})

/** The error of a required text. */
export const flawIn = ({ wrong }: Kind, text: string): string | undefined =>
  wrong!(text.trim() || '–', {})
