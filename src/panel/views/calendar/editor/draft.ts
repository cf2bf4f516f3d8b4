import { NIGHTS_MAX } from '../../../../domain/kernel/night.ts'
import { ADVANCE_DAYS_MAX } from '../../../../domain/rates/rate.ts'
import { t } from '../../../lib/i18n.ts'
import type { DayEdit, PriceChange, Restrictions, RoomsChange } from '../model/day-edit.ts'
import { isForNothing, type Step } from '../model/step.ts'
import { isPercent, readPrice, readRooms } from '../model/texts.ts'

/** The texts of the form; an empty one leaves its field as it is. */
export type Draft = {
  priceHow: PriceChange['how']
  price: string
  /** Minor units that a price is rounded to; empty: none. */
  round: string
  roomsHow: RoomsChange['how']
  rooms: string
  /** Of the bulk form; the form beside a selection has buttons for it. */
  sale: '' | 'open' | 'close'
  minStay: string
  minStayThrough: string
  maxStay: string
  minAdvanceDays: string
  maxAdvanceDays: string
  closedToArrival: '' | 'yes' | 'no'
  closedToDeparture: '' | 'yes' | 'no'
  /** True if derived rates get the restrictions of the standard rate again. */
  isStandard: boolean
}

/** An empty form. @param unitCents minor units that percentages are rounded to */
export const noDraft = (unitCents: number): Draft => ({
  ...{ priceHow: 'set', price: '', round: String(unitCents), roomsHow: 'set', rooms: '' },
  ...{ sale: '', minStay: '', minStayThrough: '', maxStay: '' },
  ...{ minAdvanceDays: '', maxAdvanceDays: '' },
  ...{ closedToArrival: '', closedToDeparture: '', isStandard: false },
})

/** Restrictions in nights or days, each with its bounds; `NO_RESTRICTION` has the numbers that restrict nothing. */
export const NUMBERS = {
  minStay: { min: 1, max: NIGHTS_MAX },
  minStayThrough: { min: 1, max: NIGHTS_MAX },
  maxStay: { min: 0, max: NIGHTS_MAX },
  minAdvanceDays: { min: 0, max: ADVANCE_DAYS_MAX },
  maxAdvanceDays: { min: 0, max: ADVANCE_DAYS_MAX },
} as const
/** Restrictions that are on or off. */
export const FLAGS = ['closedToArrival', 'closedToDeparture'] as const

/** Error texts by field. */
export type Wrong = Partial<Record<keyof Draft | 'empty', string>>

/** True if the form has restrictions. */
export const hasRestrictions = (draft: Draft): boolean =>
  draft.isStandard || [...Object.keys(NUMBERS), ...FLAGS].some((name) => draft[name as 'minStay'])

/** True if the form is empty. */
export const isBlank = (draft: Draft): boolean =>
  draft.price === '' && draft.rooms === '' && !hasRestrictions(draft)

type ReadDraft = { edit?: DayEdit; step?: Step | undefined; wrong: Wrong }

/** Reads the form: its edit and its step, as far as that is known, or the errors. */
export function readDraft(
  draft: Draft,
  currency: string,
  toStep: (edit: DayEdit) => Step | undefined,
): ReadDraft {
  const wrong: Wrong = {}
  const edit = readFigures(draft, currency, wrong)
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

function readFigures(draft: Draft, currency: string, wrong: Wrong): DayEdit {
  const edit: DayEdit = {}
  if (draft.price.trim() !== '') {
    const text = isPercent(draft.priceHow) ? draft.price.replace('%', '') : draft.price
    const price = readPrice(draft.priceHow, text, currency, Number(draft.round))
    if (price) edit.price = price
    else wrong.price = t('calendar.wrong.price')
  }
  if (draft.rooms.trim() !== '') {
    const rooms = readRooms(draft.roomsHow, draft.rooms.trim())
    if (rooms) edit.rooms = rooms
    else wrong.rooms = t('calendar.wrong.rooms')
  }
  return edit
}

function readRestrictions(draft: Draft, wrong: Wrong): Restrictions {
  const found: Restrictions = {}
  for (const name of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    const { min, max } = NUMBERS[name]
    const text = draft[name].trim()
    if (draft.isStandard) found[name] = null
    else if (text !== '') {
      const value = /^\d{1,3}$/.test(text) ? Number(text) : -1
      if (value >= min && value <= max) found[name] = value
      else wrong[name] = t('calendar.wrong.stay', { min, max })
    }
  }
  for (const name of FLAGS)
    if (draft.isStandard) found[name] = null
    else if (draft[name] !== '') found[name] = draft[name] === 'yes'
  return found
}
