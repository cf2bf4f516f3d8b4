import { AVAILABLE_MAX } from '../../../../domain/kernel/limits.ts'
import {
  digitsOf,
  parseMoney,
  parsePercent,
  pastedMoney,
  plainAmount,
} from '../../../lib/format.ts'
import type { DayEdit, Field, PriceChange, RoomsChange } from './day-edit.ts'

/** True if a price changes by a share of itself. */
export const isPercent = (how: PriceChange['how']): boolean => how.endsWith('Percent')

/** Minor units of a whole unit: results of percentages are rounded to it by default. */
export const unitOf = (currency: string): number => 10 ** digitsOf(currency)

/** A figure as it is typed. */
export const textOf = (value: number, field: Field, currency: string): string =>
  field === 'price' ? plainAmount(value, currency) : String(value)

/** Reads the amount, or the percentage, of a price change; undefined if it is not a number. */
export function readPrice(
  how: PriceChange['how'],
  text: string,
  currency: string,
  roundCents = 0,
): PriceChange | undefined {
  const value = isPercent(how) ? parsePercent(text) : parseMoney(text, currency)
  if (value === undefined) return undefined
  return { how, value, ...(isPercent(how) && roundCents > 0 && { roundCents }) }
}

/** Reads a count of rooms; undefined if it is not one. */
export const readRooms = (how: RoomsChange['how'], text: string): RoomsChange | undefined =>
  /^\d{1,4}$/.test(text) ? { how, value: Number(text) } : undefined

/** Reads the text of a cell: a figure, or a difference (`+500`, `-10%`); undefined if it is neither. */
export function readTyped(text: string, field: Field, currency: string): DayEdit | undefined {
  const {
    sign = '',
    figure,
    percent,
  } = /^(?<sign>[+\u2212-]?)(?<figure>[^%]*)(?<percent>%?)$/.exec(text.trim())?.groups ?? {}
  if (!figure || (percent && (field === 'rooms' || !sign))) return undefined
  const [more, less] = [sign === '+', sign !== '' && sign !== '+']
  if (field === 'rooms') {
    const rooms = readRooms(more ? 'add' : less ? 'take' : 'set', figure)
    return rooms && { rooms }
  }
  const by = more ? 'raise' : 'lower'
  const how = percent ? (`${by}Percent` as const) : more || less ? by : 'set'
  const price = readPrice(how, figure, currency, unitOf(currency))
  return price && { price }
}

/** Reads a cell of a spreadsheet; undefined if it is not a figure. */
export function readPasted(text: string, field: Field, currency: string): number | undefined {
  if (field === 'price') return pastedMoney(text, currency)
  const count = Number(text.trim())
  return Number.isInteger(count) && count >= 0 && count <= AVAILABLE_MAX ? count : undefined
}
