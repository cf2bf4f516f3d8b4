import { AVAILABLE_MAX } from '../../../../domain/limits.ts'
import { digitsOf, parseMoney, parseNumber, pastedMoney, plainAmount } from '../../../lib/format.ts'
import { type Bounds, type Place, placesIn, type Row } from '../model/days.ts'
import type { Edit, PriceChange } from '../model/step.ts'

/** Which of a cell's two figures is typed, copied and filled. */
export type Field = 'price' | 'rooms'

/** What a cell is to have. */
export type Value = Place & { value: number }

/** Why a cell cannot be given a value. */
export type Hindrance = 'derived' | 'roomsOfRate' | 'past'

const PERCENT_DIGITS = 2

/** Minor units, or rooms. */
export const figureOf = (row: Row, col: number, field: Field): number =>
  row.days[col]![field === 'price' ? 'priceCents' : 'available']

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
    const share = sign ? parseNumber(figure, PERCENT_DIGITS) : undefined
    const how = sign === '+' ? 'raisePercent' : 'lowerPercent'
    const price = { how, value: Math.round((share ?? 0) * 100), roundCents: unitOf(currency) }
    return share === undefined ? undefined : { price: price as PriceChange }
  }
  const value = parseMoney(figure, currency)
  const how = sign === '+' ? 'raise' : sign ? 'lower' : 'set'
  return value === undefined ? undefined : { price: { how, value } }
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

/** What of a spreadsheet goes where; `beyond`: how many of its cells lie outside of the calendar. */
export type Pasted = { values: Value[]; beyond: number } | { wrong: string }

/**
 * What was copied out of a spreadsheet, from the first cell selected on; one figure alone goes into all of them. Empty
 * cells leave theirs as they are, and one that is no number leaves all of them.
 */
export function pasted(text: string, { bounds, field, currency, size }: PasteGround): Pasted {
  const lines = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n')
  const cells = lines.map((line) => line.split('\t'))
  const isOne = cells.length === 1 && cells[0]!.length === 1
  const values: Value[] = []
  let beyond = 0
  for (const [down, line] of cells.entries())
    for (const [across, cell] of line.entries()) {
      if (cell.trim() === '') continue
      const value = readPasted(cell, field, currency)
      if (value === undefined) return { wrong: cell.trim().slice(0, 40) }
      const place = { row: bounds.top + down, col: bounds.left + across }
      if (isOne) values.push(...placesIn(bounds).map((each) => ({ ...each, value })))
      else if (place.row < size.rows && place.col < size.cols) values.push({ ...place, value })
      else beyond++
    }
  return { values, beyond }
}

type PasteGround = {
  bounds: Bounds
  field: Field
  currency: string
  size: { rows: number; cols: number }
}

function readPasted(text: string, field: Field, currency: string): number | undefined {
  if (field === 'price') return pastedMoney(text, currency)
  const count = Number(text.trim())
  return Number.isInteger(count) && count >= 0 && count <= AVAILABLE_MAX ? count : undefined
}

/** The cells of a rectangle with the values of one within it, repeated; those within it are left out. */
export function filled(rows: readonly Row[], from: Bounds, to: Bounds, field: Field): Value[] {
  const [height, width] = [from.bottom - from.top + 1, from.right - from.left + 1]
  const within = (at: number, first: number, count: number) =>
    first + ((((at - first) % count) + count) % count)
  return placesIn(to).flatMap((place) => {
    const row = within(place.row, from.top, height)
    const col = within(place.col, from.left, width)
    if (row === place.row && col === place.col) return []
    return [{ ...place, value: figureOf(rows[row]!, col, field) }]
  })
}
