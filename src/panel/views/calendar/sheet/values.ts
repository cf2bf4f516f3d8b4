import { AVAILABLE_MAX } from '../../../../domain/kernel/limits.ts'
import {
  digitsOf,
  parseMoney,
  parsePercent,
  pastedMoney,
  plainAmount,
} from '../../../lib/format.ts'
import type { Bounds, Row } from '../model/days.ts'
import { priceAfter } from '../model/edit.ts'
import type { Edit } from '../model/step.ts'
import { type Field, figureOf } from './cells.ts'

/** Why a cell cannot be given a value. */
export type Hindrance = 'derived' | 'roomsOfRate' | 'past'

/** Why a cell cannot have a value; undefined when it can. */
export function hindranceOf(
  { rate, days }: Row,
  col: number,
  field: Field,
  today: string,
): Hindrance | undefined {
  if (field === 'rooms') return rate && 'roomsOfRate'
  if (rate?.pricing?.type === 'derived') return 'derived'
  return days[col]!.date < today ? 'past' : undefined
}

/** What sets a cell to a value. */
export const setting = (field: Field, value: number): Edit =>
  field === 'price' ? { price: { how: 'set', value } } : { rooms: { how: 'set', value } }

/** What was typed into a cell: a number, or one more or less (`+500`, `-10%`); undefined when it is none. */
export function readTyped(text: string, field: Field, currency: string): Edit | undefined {
  const { sign, figure, percent } =
    /^(?<sign>[+\u2212-]?)(?<figure>[^%]*)(?<percent>%?)$/.exec(text.trim())?.groups ?? {}
  if (!figure) return undefined
  if (field === 'rooms') {
    const value = /^\d{1,4}$/.test(figure) && !percent ? Number(figure) : undefined
    const how = sign === '+' ? 'add' : sign ? 'take' : 'set'
    return value === undefined ? undefined : { rooms: { how, value } }
  }
  if (percent) {
    const value = sign ? parsePercent(figure) : undefined
    const how = sign === '+' ? 'raisePercent' : 'lowerPercent'
    return value === undefined ? undefined : { price: { how, value, roundCents: unitOf(currency) } }
  }
  const value = parseMoney(figure, currency)
  const how = sign === '+' ? 'raise' : sign ? 'lower' : 'set'
  return value === undefined ? undefined : { price: { how, value } }
}

/** Tells if a cell has already what was typed into it. */
export function isThere(row: Row, col: number, { price, rooms }: Edit): boolean {
  if (rooms) return rooms.how === 'set' && rooms.value === figureOf(row, col, 'rooms')
  const is = figureOf(row, col, 'price')
  return price !== undefined && priceAfter(is, price) === is
}

/** Minor units of a whole one: what comes of a percentage is rounded to it unless said otherwise. */
export const unitOf = (currency: string): number => 10 ** digitsOf(currency)

/** A value as it is typed. */
export const textOf = (value: number, field: Field, currency: string): string =>
  field === 'price' ? plainAmount(value, currency) : String(value)

/** Cells as a spreadsheet takes them: rows by lines, columns by tabs. */
export function copied(rows: readonly Row[], bounds: Bounds, field: Field, currency: string) {
  const { top, bottom, left, right } = bounds
  return rows
    .slice(top, bottom + 1)
    .map((row) =>
      Array.from({ length: right - left + 1 }, (_, at) =>
        textOf(figureOf(row, left + at, field), field, currency),
      ).join('\t'),
    )
    .join('\n')
}

/** What stands in a cell of a spreadsheet; undefined when it is nothing for ours. */
export function readPasted(text: string, field: Field, currency: string): number | undefined {
  if (field === 'price') return pastedMoney(text, currency)
  const count = Number(text.trim())
  return Number.isInteger(count) && count >= 0 && count <= AVAILABLE_MAX ? count : undefined
}
