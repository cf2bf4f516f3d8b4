import { type Field, figureOf } from '../model/day-edit.ts'
import { type Bounds, type Place, placesIn, type Row } from '../model/days.ts'
import { textOf } from '../model/texts.ts'

/** A cell with its new figure. */
export type Value = Place & { value: number }

/** The new figures of a paste. `beyond`: the number of pasted cells outside of the calendar. */
export type Pasted = { values: Value[]; beyond: number } | { wrong: string }

type PasteContext = {
  bounds: Bounds
  size: { rows: number; cols: number }
  /** Reads one cell of the spreadsheet; undefined if it is not a figure. */
  read: (text: string) => number | undefined
}

/**
 * Lays cells of a spreadsheet over the calendar, from the first selected cell on; a single figure goes into all selected
 * cells. Empty cells change nothing. A cell that is not a figure stops the whole paste.
 */
export function pasted(text: string, { bounds, size, read }: PasteContext): Pasted {
  const lines = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n')
  const cells = lines.map((line) => line.split('\t'))
  const isOne = cells.length === 1 && cells[0]!.length === 1
  const values: Value[] = []
  let beyond = 0
  for (const [down, line] of cells.entries())
    for (const [across, cell] of line.entries()) {
      if (cell.trim() === '') continue
      const value = read(cell)
      if (value === undefined) return { wrong: cell.trim().slice(0, 40) }
      const place = { row: bounds.top + down, col: bounds.left + across }
      if (isOne) values.push(...placesIn(bounds).map((each) => ({ ...each, value })))
      else if (place.row < size.rows && place.col < size.cols) values.push({ ...place, value })
      else beyond++
    }
  return { values, beyond }
}

/** Cells in the form of a spreadsheet: a line for each row, tabs between columns. */
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

/** The cells of a rectangle with the figures of a part of it, repeated; the part itself is left out. */
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
