import type { Rate } from '../../../client/call.ts'
import { STD, type Terms } from '../../../domain/rates/rate.ts'
import { termsIn } from '../../../domain/rates/terms-words.ts'
import { date, money, percentOf, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'

/** The source of a rate's price, in words. */
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

/**
 * The cancellation terms in words; with a check-in they name the deadline, which may have passed in the hotel's time
 * zone.
 */
export const termsText = (terms: Terms, checkin?: string, timezone?: string): string =>
  termsIn({ word: t, date, percent: percentOf }, terms, checkin, timezone && todayIn(timezone))

/** True for the standard rate, which every hotel has. */
export const isStandard = ({ rateCode }: Pick<Rate, 'rateCode'>): boolean => rateCode === STD

const moreOrLess = (value: number, by: string) => t(value < 0 ? 'rates.less' : 'rates.more', { by })
