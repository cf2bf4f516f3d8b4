import type { Day, RateDay } from '../../../../client/call.ts'
import { ADVANCE_DAYS_MAX } from '../../../../domain/rates/rate.ts'
import { amount } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'

/** Texts of cells; each distinct one is formatted once, for a grid has thousands of numbers. */
export type CellWords = {
  price: (cents: number) => string
  /** Rooms left, or the reason why none is sold. */
  left: (day: Day) => string
}

/** Up to so many rooms left are highlighted. */
const FEW = 2
/** The number of restrictions that fit beside a price. */
const TERMS_MAX = 2

/** The state of a day, as a class of the style sheet. */
export function stateOf({
  available,
  priceCents,
  closed,
}: Day): 'closed' | 'out' | 'unpriced' | 'few' | 'open' {
  if (closed) return 'closed'
  if (available === 0) return 'out'
  if (priceCents === 0) return 'unpriced'
  return available <= FEW ? 'few' : 'open'
}

/** Formats cells in a currency and the present language. */
export function cellWords(currency: string): CellWords {
  const kept = new Map<string | number, string>()
  const keep = (key: string | number, write: () => string) => {
    let text = kept.get(key)
    if (text === undefined) {
      text = write()
      kept.set(key, text)
    }
    return text
  }
  return {
    price: (cents) => keep(cents, () => (cents === 0 ? '–' : amount(cents, currency))),
    left: (day) => {
      const state = stateOf(day)
      const key = state === 'closed' ? 'closed' : 'open'
      return keep(`${key}${day.available}`, () => leftText(state, day.available))
    },
  }
}

function leftText(state: ReturnType<typeof stateOf>, count: number): string {
  if (state === 'out') return t('calendar.full')
  const closed = t('calendar.state.closed')
  if (state === 'closed') return count > 0 ? `${closed} · ${count}` : closed
  return t('calendar.leftShort', { count: String(count) })
}

/** The first restrictions of a day, in the trade's abbreviations: `≥2 CTA`. */
export function termsShort(day: RateDay): string {
  const all = termsOf(day).map(([, sign]) => sign)
  return all.length > TERMS_MAX ? `${all.slice(0, TERMS_MAX).join(' ')}…` : all.join(' ')
}

/** The same in words. */
export const termsLong = (day: RateDay): string =>
  termsOf(day)
    .map(([name, sign]) => `${t(`calendar.${name}`)} ${sign}`)
    .join(', ')

function termsOf(day: RateDay) {
  const { minStay, minStayThrough, maxStay, closedToArrival, closedToDeparture } = day
  const { minAdvanceDays, maxAdvanceDays } = day
  return (
    [
      ['minStay', minStay > 1 && `≥${minStay}`],
      ['minStayThrough', minStayThrough > 1 && `≥${minStayThrough}*`],
      ['maxStay', maxStay > 0 && `≤${maxStay}`],
      ['minAdvanceDays', minAdvanceDays > 0 && `ADV≥${minAdvanceDays}`],
      ['maxAdvanceDays', maxAdvanceDays < ADVANCE_DAYS_MAX && `ADV≤${maxAdvanceDays}`],
      ['closedToArrival', closedToArrival && 'CTA'],
      ['closedToDeparture', closedToDeparture && 'CTD'],
    ] as const
  ).filter(([, sign]) => sign)
}
