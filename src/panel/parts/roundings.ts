import { amount, digitsOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'

/** The whole units of a currency to which prices are rounded. */
const UNITS = [1, 5, 10, 50, 100] as const

/**
 * The steps to which prices may be rounded, in minor units, as the options of a select.
 *
 * @param max the largest step, in minor units
 * @param also the stored step, which is offered too; 0 for none
 */
export function roundings(currency: string, max = Number.POSITIVE_INFINITY, also = 0) {
  const units = UNITS.map((each) => each * 10 ** digitsOf(currency)).filter((each) => each <= max)
  return [...new Set([...(also > 0 ? [also] : []), ...units])]
    .toSorted((a, b) => a - b)
    .map((cents) => ({
      value: String(cents),
      text: t('calendar.roundTo', { amount: amount(cents, currency) }),
    }))
}
