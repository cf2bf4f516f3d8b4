import { NIGHTS_MAX } from '../../../../domain/kernel/night.ts'
import { parseMoney, parsePercent } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { isForNothing } from '../model/edit.ts'
import type { Edit, PriceChange, Restrictions, RoomsChange, Step } from '../model/step.ts'

/** What is written in the form, all texts; what is empty stays as it is. */
export type Draft = {
  priceHow: PriceChange['how']
  price: string
  /** Minor units that a price is rounded to; empty: none. */
  round: string
  roomsHow: RoomsChange['how']
  rooms: string
  /** Of the bulk editor; at a selection it is a press of its own. */
  sale: '' | 'open' | 'close'
  minStay: string
  minStayThrough: string
  maxStay: string
  closedToArrival: '' | 'yes' | 'no'
  closedToDeparture: '' | 'yes' | 'no'
  /** Restrictions of derived rates are those of the standard one again. */
  isStandard: boolean
}

/** Nothing written. @param unitCents a percentage is rounded to whole ones of these */
export const noDraft = (unitCents: number): Draft => ({
  ...{ priceHow: 'set', price: '', round: String(unitCents), roomsHow: 'set', rooms: '' },
  ...{ sale: '', minStay: '', minStayThrough: '', maxStay: '' },
  ...{ closedToArrival: '', closedToDeparture: '', isStandard: false },
})

/** Restrictions that are numbers of nights, with the least of each. */
export const NIGHTS = { minStay: 1, minStayThrough: 1, maxStay: 0 } as const
/** Restrictions that are there or not. */
export const FLAGS = ['closedToArrival', 'closedToDeparture'] as const

/** What is wrong, by field. */
export type Wrong = Partial<Record<keyof Draft | 'empty', string>>

/** Whether a price is changed by a part of what it is. */
export const isPercent = ({ priceHow }: Pick<Draft, 'priceHow'>): boolean =>
  priceHow.endsWith('Percent')

/** Whether restrictions are written that were not sent. */
export const hasRestrictions = (draft: Draft): boolean =>
  draft.isStandard || [...Object.keys(NIGHTS), ...FLAGS].some((name) => draft[name as 'minStay'])

type ReadDraft = { edit?: Edit; step?: Step | undefined; wrong: Wrong }

/** What was written, as an edit and the step that it comes to, as far as that is known; or what is wrong with it. */
export function readDraft(
  draft: Draft,
  currency: string,
  toStep: (edit: Edit, terms?: undefined) => Step | undefined,
): ReadDraft {
  const wrong: Wrong = {}
  const edit: Edit = {}
  const value = draft.price.trim() === '' ? undefined : readPrice(draft, currency)
  if (Number.isNaN(value)) wrong.price = t('calendar.wrong.price')
  else if (value !== undefined)
    edit.price = {
      ...{ how: draft.priceHow, value },
      ...(isPercent(draft) && draft.round && { roundCents: Number(draft.round) }),
    }
  const count = draft.rooms.trim()
  if (count !== '' && !/^\d{1,4}$/.test(count)) wrong.rooms = t('calendar.wrong.rooms')
  else if (count !== '') edit.rooms = { how: draft.roomsHow, value: Number(count) }
  if (draft.sale !== '') edit.closed = draft.sale === 'close'
  const restrictions = readRestrictions(draft, wrong)
  if (Object.keys(restrictions).length > 0) edit.restrictions = restrictions
  if (Object.keys(wrong).length > 0) return { wrong }
  if (Object.keys(edit).length === 0) return { wrong: { empty: t('calendar.wrong.empty') } }
  const step = toStep(edit)
  return step && isForNothing(step)
    ? { wrong: { price: t('calendar.wrong.zero') } }
    : { edit, step, wrong }
}

function readRestrictions(draft: Draft, wrong: Wrong): Restrictions {
  const found: Restrictions = {}
  for (const name of Object.keys(NIGHTS) as (keyof typeof NIGHTS)[]) {
    const text = draft[name].trim()
    if (draft.isStandard) found[name] = null
    else if (text !== '') {
      const nights = /^\d{1,2}$/.test(text) ? Number(text) : -1
      if (nights >= NIGHTS[name] && nights <= NIGHTS_MAX) found[name] = nights
      else wrong[name] = t('calendar.wrong.stay', { min: NIGHTS[name], max: NIGHTS_MAX })
    }
  }
  for (const name of FLAGS)
    if (draft.isStandard) found[name] = null
    else if (draft[name] !== '') found[name] = draft[name] === 'yes'
  return found
}

/** Minor units, or basis points of a change by per cent. */
function readPrice(draft: Draft, currency: string): number {
  if (!isPercent(draft)) return parseMoney(draft.price, currency) ?? Number.NaN
  return parsePercent(draft.price.replace('%', '')) ?? Number.NaN
}
