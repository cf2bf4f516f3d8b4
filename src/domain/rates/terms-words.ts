import { addDays, type CalendarDate } from '../kernel/date.ts'
import type { Terms } from './rate.ts'

/** Texts of cancellation terms in English and Turkish, for the panel and guests. */
export const TERMS_WORDS = {
  'rates.terms.none': ['Free at any time', 'Her zaman ücretsiz'],
  'rates.terms.begun': ['The nights that have begun are owed', 'Başlamış gecelerin ücreti alınır'],
  'rates.terms.never': ['No free cancellation: {penalty}', 'Ücretsiz iptal yok: {penalty}'],
  'rates.terms.arrival': [
    'Free until the day of check-in, then {penalty}',
    'Giriş gününe kadar ücretsiz, sonra {penalty}',
  ],
  'rates.terms.until': [
    {
      one: 'Free until {count} day before, then {penalty}',
      other: 'Free until {count} days before, then {penalty}',
    },
    'Girişe {count} gün kalana kadar ücretsiz, sonra {penalty}',
  ],
  'rates.terms.untilDate': [
    'Free until {date}, then {penalty}',
    '{date} gününe kadar ücretsiz, sonra {penalty}',
  ],
  'rates.terms.past': ['Not free any more: {penalty}', 'Artık ücretsiz değil: {penalty}'],
  'rates.owed.none': ['nothing', 'bedelsiz'],
  'rates.owed.first_night': ['the first night', 'ilk gecenin ücreti'],
  'rates.owed.percent': ['{percent} of the total', 'toplamın {percent} kadarı'],
  'rates.owed.all': ['the whole total', 'toplamın tamamı'],
} as const

/** The phrasing of one language: a text of `TERMS_WORDS`, a date and a share in basis points. */
export type Phrasing = {
  word: (key: keyof typeof TERMS_WORDS, values?: Record<string, string | number>) => string
  date: (date: CalendarDate) => string
  percent: (basisPoints: number) => string
}

/**
 * Returns cancellation terms in words; with a stay's check-in, by date.
 *
 * @param today at the hotel: a passed date is only said to have passed
 */
export function termsIn(
  { word, date, percent }: Phrasing,
  terms: Terms,
  checkin?: string,
  today?: string,
): string {
  const { freeUntilDays: days, penalty, percentBp = 0 } = terms
  const isBegun = checkin !== undefined && today !== undefined && checkin < today
  if (penalty === 'none') return word(isBegun ? 'rates.terms.begun' : 'rates.terms.none')
  const owed = word(`rates.owed.${penalty}`, { percent: percent(percentBp) })
  if (days === null) return word('rates.terms.never', { penalty: owed })
  if (checkin !== undefined) {
    const until = addDays(checkin as CalendarDate, -days)
    if (today && until < today) return word('rates.terms.past', { penalty: owed })
    return word('rates.terms.untilDate', { date: date(until), penalty: owed })
  }
  if (days === 0) return word('rates.terms.arrival', { penalty: owed })
  return word('rates.terms.until', { count: days, penalty: owed })
}
