import type { Rate } from '../../../client/call.ts'
import { STD, type Terms } from '../../../domain/rates/rate.ts'
import { termsIn } from '../../../domain/rates/terms-words.ts'
import { date, money, percentOf, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'

/** Where a rate's price comes from, in words. */
export function pricingText({ pricing }: Pick<Rate, 'pricing'>, currency: string): string {
  if (pricing === null) return t('rates.ofCalendar')
  if (pricing.type === 'own') return t('rates.own')
  const { percentBp = 0, amountCents = 0, roundTo = 1 } = pricing
  const parts = [
    ...(percentBp === 0 ? [] : [moreOrLess(percentBp, percentOf(Math.abs(percentBp)))]),
    ...(amountCents === 0 ? [] : [moreOrLess(amountCents, money(Math.abs(amountCents), currency))]),
  ]
  const price =
    parts.length === 0 ? t('rates.asStandard') : t('rates.offStandard', { by: parts.join(', ') })
  return roundTo === 1 ? price : t('rates.rounded', { price, to: money(roundTo, currency) })
}

/** Terms of a cancellation in words; with the check-in of a stay by their date, which in the hotel's time zone may have passed. */
export const termsText = (terms: Terms, checkin?: string, timezone?: string): string =>
  termsIn({ word: t, date, percent: percentOf }, terms, checkin, timezone && todayIn(timezone))

/** Whether a rate is the one that every hotel has. */
export const isStandard = ({ rateCode }: Pick<Rate, 'rateCode'>): boolean => rateCode === STD

const moreOrLess = (value: number, by: string) => t(value < 0 ? 'rates.less' : 'rates.more', { by })
