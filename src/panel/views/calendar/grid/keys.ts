import { focusOf, onlyCell, type Place, type Selection } from '../model/days.ts'

/** The numbers of rows and columns. */
export type Size = { rows: number; cols: number }

/** A key as it was pressed. */
export type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

const PAGE_ROWS = 10

/**
 * The selection after a key, by the ARIA grid pattern: arrows, Home, End and Page keys move, with Shift they extend;
 * Ctrl + Space takes the whole day, Shift + Space the whole room type, Ctrl + A everything.
 *
 * @returns undefined if the key has no meaning in the grid
 */
export function afterKey(selection: Selection, press: Press, size: Size): Selection | undefined {
  const whole = wholeOf(selection, press, size)
  if (whole) return { ...whole, focus: focusOf(selection) }
  const head = moved(press.shiftKey ? selection.head : focusOf(selection), press, size)
  if (!head) return undefined
  return press.shiftKey ? { anchor: selection.anchor, head } : onlyCell(head)
}

/** The selection of all rows over the columns between two. */
export const wholeColumns = (from: number, to: number, { rows }: Size): Selection => ({
  anchor: { row: rows - 1, col: from },
  head: { row: 0, col: to },
})

/** The selection of all columns over the rows between two. */
export const wholeRows = (from: number, to: number, { cols }: Size): Selection => ({
  anchor: { row: from, col: cols - 1 },
  head: { row: to, col: 0 },
})

function wholeOf({ anchor, head }: Selection, press: Press, size: Size): Selection | undefined {
  const isCommand = press.ctrlKey || press.metaKey
  if (press.key === ' ' && isCommand) return wholeColumns(anchor.col, head.col, size)
  if (press.key === ' ' && press.shiftKey) return wholeRows(anchor.row, head.row, size)
  if (press.key === 'a' && isCommand) return wholeRows(size.rows - 1, 0, size)
  return undefined
}

function moved({ row, col }: Place, press: Press, size: Size): Place | undefined {
  const isCommand = press.ctrlKey || press.metaKey
  const [last, end] = [size.rows - 1, size.cols - 1]
  const places: Record<string, Place> = {
    ArrowUp: { row: isCommand ? 0 : row - 1, col },
    ArrowDown: { row: isCommand ? last : row + 1, col },
    ArrowLeft: { row, col: isCommand ? 0 : col - 1 },
    ArrowRight: { row, col: isCommand ? end : col + 1 },
    Home: { row: isCommand ? 0 : row, col: 0 },
    End: { row: isCommand ? last : row, col: end },
    PageUp: { row: row - PAGE_ROWS, col },
    PageDown: { row: row + PAGE_ROWS, col },
  }
  const place = places[press.key]
  if (!place) return undefined
  return {
    row: Math.max(0, Math.min(last, place.row)),
    col: Math.max(0, Math.min(end, place.col)),
  }
}
