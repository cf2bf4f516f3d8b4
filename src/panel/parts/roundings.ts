import { amount, digitsOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'

/** Whole units of a currency that prices are rounded to. */
const UNITS = [1, 5, 10, 50, 100] as const

/**
 * What prices may be rounded to, by their minor units, as the options of a select.
 *
 * @param max of minor units
 * @param also is offered, too: what stands there already; 0 is none
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
