import { NIGHTS_MAX } from '../../../domain/limits.ts'
import { parseMoney } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { RateEdit } from './edit.ts'

/** What is written in the fold, all texts; what is empty stays as it is. */
export type RateDraft = {
  price: string
  sale: '' | 'open' | 'close'
  minStay: string
  minStayThrough: string
  maxStay: string
  closedToArrival: '' | 'yes' | 'no'
  closedToDeparture: '' | 'yes' | 'no'
  /** Restrictions of a derived rate are those of the standard one again. */
  isStandard: boolean
}

export const NO_RATE_DRAFT: RateDraft = {
  ...{ price: '', sale: '', minStay: '', minStayThrough: '', maxStay: '' },
  ...{ closedToArrival: '', closedToDeparture: '', isStandard: false },
}

/** Restrictions that are numbers of nights, with the least of each. */
export const NIGHTS = { minStay: 1, minStayThrough: 1, maxStay: 0 } as const
/** Restrictions that are there or not. */
export const FLAGS = ['closedToArrival', 'closedToDeparture'] as const

type Wrong = Partial<Record<keyof RateDraft, string>>

/** What was written, as an edit; or what is wrong with it, which is empty when nothing was written. */
export function readRateDraft(
  draft: RateDraft,
  currency: string,
): { edit?: RateEdit; wrong: Wrong } {
  const edit: RateEdit = {}
  const wrong: Wrong = {}
  if (draft.price.trim() !== '') {
    const cents = parseMoney(draft.price, currency)
    if (cents) edit.priceCents = cents
    else wrong.price = t('calendar.wrong.price')
  }
  if (draft.sale !== '') edit.closed = draft.sale === 'close'
  for (const name of Object.keys(NIGHTS) as (keyof typeof NIGHTS)[]) {
    const text = draft[name].trim()
    if (draft.isStandard) edit[name] = null
    else if (text !== '') {
      const nights = /^\d{1,2}$/.test(text) ? Number(text) : -1
      if (nights >= NIGHTS[name] && nights <= NIGHTS_MAX) edit[name] = nights
      else wrong[name] = t('calendar.wrong.stay', { min: NIGHTS[name], max: NIGHTS_MAX })
    }
  }
  for (const name of FLAGS)
    if (draft.isStandard) edit[name] = null
    else if (draft[name] !== '') edit[name] = draft[name] === 'yes'
  return Object.keys(wrong).length > 0 || Object.keys(edit).length === 0
    ? { wrong }
    : { edit, wrong }
}
