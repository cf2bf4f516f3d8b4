import { parseMoney, parseNumber } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Edit, PriceChange, RoomsChange } from './edit.ts'

/** What was typed for a number, and what is done with it. */
export type Typed<How> = { how: How; text: string }

const PERCENT_DIGITS = 2

/** What was typed, as an edit; or what is wrong with it. */
export function readForm(
  rooms: Typed<RoomsChange['how']>,
  price: Typed<PriceChange['how']>,
  currency: string,
): { edit?: Edit; wrong: { rooms?: string; price?: string } } {
  const count = rooms.text.trim() === '' ? undefined : readCount(rooms.text)
  const value = price.text.trim() === '' ? undefined : readPrice(price, currency)
  const isEmpty = count === undefined && value === undefined
  const wrong = {
    ...(Number.isNaN(count) && { rooms: t('calendar.wrong.rooms') }),
    ...(Number.isNaN(value) && { price: t('calendar.wrong.price') }),
    ...(isEmpty && { rooms: t('calendar.wrong.empty') }),
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  return {
    wrong,
    edit: {
      ...(count !== undefined && { rooms: { how: rooms.how, value: count } }),
      ...(value !== undefined && { price: { how: price.how, value } }),
    },
  }
}

function readCount(text: string): number {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** Minor units, or basis points of a change by per cent. */
function readPrice({ how, text }: Typed<PriceChange['how']>, currency: string): number {
  if (!how.endsWith('Percent')) return parseMoney(text, currency) ?? Number.NaN
  const percent = parseNumber(text.replace('%', ''), PERCENT_DIGITS)
  return percent === undefined ? Number.NaN : Math.round(percent * 100)
}
