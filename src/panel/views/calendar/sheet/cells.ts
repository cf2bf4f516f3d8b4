import { type Bounds, type Place, placesIn, type Row } from '../model/days.ts'

/** Which of a cell's two figures is typed, copied and filled. */
export type Field = 'price' | 'rooms'

/** What a cell is to have. */
export type Value = Place & { value: number }

/** Minor units, or rooms. */
export const figureOf = (row: Row, col: number, field: Field): number =>
  row.days[col]![field === 'price' ? 'priceCents' : 'available']

/** What of a spreadsheet goes where; `beyond`: how many of its cells lie outside of the calendar. */
export type Pasted = { values: Value[]; beyond: number } | { wrong: string }

/**
 * What was copied out of a spreadsheet, from the first cell selected on; one figure alone goes into all of them. Empty
 * cells leave theirs as they are, and one that is no number leaves all of them.
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

type PasteContext = {
  bounds: Bounds
  size: { rows: number; cols: number }
  /** Reads one of its cells; undefined when it is nothing for ours. */
  read: (text: string) => number | undefined
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
