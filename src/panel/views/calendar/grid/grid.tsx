import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { addDays, type CalendarDate } from '../../../../domain/kernel/date.ts'
import { PUSH_FUTURE_DAYS_MAX, PUSH_PAST_DAYS_MAX } from '../../../../domain/kernel/limits.ts'
import { language, t } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/store.ts'
import type { Marks } from '../change/kept.ts'
import {
  type Bounds,
  boundsOf,
  focusOf,
  isWeekend,
  keyOf,
  onlyCell,
  type Place,
  type Row,
  type Selection,
} from '../model/days.ts'
import { cellKey } from '../model/step.ts'
import { FillHandle } from './fill-handle.tsx'
import { Heads, HotelLine } from './heads.tsx'
import { afterKey } from './keys.ts'
import { usePointer } from './pointer.ts'
import { GridRow, ROWS_ABOVE, type RowProps } from './row.tsx'
import { type CellWords, cellWords, termsShort } from './words.ts'

export type GridProps = {
  rows: readonly Row[]
  /** Dates of the columns. */
  dates: readonly string[]
  currency: string
  today: string
  selection: Selection | undefined
  /** Marks of cells, by `dayKey`. */
  marks: Marks
  /** True if a tap extends the selection, for devices without Shift. */
  isExtending: boolean
  /** Room types whose rates are shown. */
  open: ReadonlySet<string>
  onFold: (roomCode: string) => void
  onSelect: (selection: Selection | undefined) => void
  onPick: (stage: 'begin' | 'end' | 'tap') => void
  /** Handles a key; true if it did. */
  onKey: (event: KeyboardEvent, at: Place) => boolean
  /** A double click, on the price of a cell or on the rooms left beneath it. */
  onEdit: (place: Place, isRooms: boolean) => void
  onCopy: (event: ClipboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  /** The corner of the selection was dragged over more cells; left out if nothing may be changed. */
  onFill?: ((from: Bounds, to: Bounds) => void) | undefined
  /** Lies over the cells. */
  children?: ComponentChildren
}

const NONE: RowProps['marks'] = new Map()
/** A cell is as wide as its longest price or tag, at least so wide; a figure or letter is at most so wide. */
const CELL_PX_MIN = 62
const FIGURE_PX = 7.6
const TERM_PX = 7
const CELL_PADDING_PX = 16

/** Room types by days: a grid for keyboard and pointer (ARIA Authoring Practices, grid). */
export function Grid(props: GridProps) {
  const { rows, dates, currency, today, selection, marks, onSelect, onFill } = props
  const lang = useStore(language)
  const grid = useRef<HTMLDivElement>(null)
  const size = { rows: rows.length, cols: dates.length }
  const pointer = usePointer({ ...props, size })
  const words = useMemo(() => cellWords(currency), [currency, lang])
  const looks = useMemo(() => dates.map((day) => lookOf(day, today)), [dates, today])
  const width = useMemo(() => widthOf(rows, words), [rows, words])
  const marked = useMemo(
    () => (marks.size > 0 ? rows.map((row) => marksIn(row, marks)) : undefined),
    [rows, marks],
  )
  const bounds = selection && boundsOf(selection)
  const at = selection ? focusOf(selection) : { row: 0, col: 0 }

  useFocusedCell(grid, at, selection)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfCell(event) && hasTaken(event, props, at)) event.preventDefault()
  }
  // A cell that is reached by keyboard is selected without another key.
  const onFocus = ({ target }: Event) => {
    const place = placeOf(target)
    if (place && !selection) onSelect(onlyCell(place))
  }
  const onDblClick = ({ target }: Event) => {
    const place = placeOf(target)
    if (place) props.onEdit(place, (target as HTMLElement).matches('i'))
  }
  return (
    <div class="grid-box" style={{ '--cell': `${width}px`, '--days': dates.length }}>
      <div
        ref={grid}
        role="grid"
        tabIndex={rows.length === 0 ? 0 : undefined}
        aria-label={t('calendar.grid')}
        aria-multiselectable="true"
        aria-rowcount={size.rows + ROWS_ABOVE}
        aria-colcount={size.cols + 1}
        class="grid"
        onKeyDown={onKeyDown}
        onFocusCapture={onFocus}
        onDblClick={onDblClick}
        onCopy={props.onCopy}
        onPaste={props.onPaste}
        {...pointer}
      >
        <div role="rowgroup" class="top">
          <Heads dates={dates} today={today} />
          <HotelLine rows={rows} dates={dates} />
        </div>
        <div role="rowgroup">
          {rows.map((row, index) => (
            <GridRow
              key={keyOf(row)}
              row={row}
              index={index}
              {...colsIn(index, bounds)}
              active={at.row === index ? at.col : -1}
              marks={marked?.[index] ?? NONE}
              isOpen={props.open.has(row.room.roomCode)}
              onFold={props.onFold}
              looks={looks}
              words={words}
              language={lang}
            />
          ))}
        </div>
      </div>
      {bounds && onFill && <FillHandle bounds={bounds} size={size} onFill={onFill} />}
      {props.children}
    </div>
  )
}

/** The cell that an event is of. */
function placeOf(target: EventTarget | null): Place | undefined {
  const { row, col } = (target as HTMLElement).closest<HTMLElement>('.cell')?.dataset ?? {}
  return row && col ? { row: Number(row), col: Number(col) } : undefined
}

/** True if an event is of a cell, not of a button beside the cells. */
const isOfCell = ({ target }: Event) => (target as HTMLElement).matches('.cell, [role=grid]')

/** Handles a key; false if it has no meaning here. */
function hasTaken(event: KeyboardEvent, props: GridProps, at: Place): boolean {
  const { selection, onSelect, onKey, rows, dates } = props
  if (onKey(event, at)) return true
  const size = { rows: rows.length, cols: dates.length }
  const next = afterKey(selection ?? { anchor: at, head: at }, event, size)
  if (next) onSelect(next)
  else if (event.key === 'Escape') onSelect(undefined)
  else return false
  return true
}

/** Moves the focus with the selection while it is in the grid. */
function useFocusedCell(grid: RefObject<HTMLDivElement | null>, at: Place, selection?: Selection) {
  useLayoutEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')
    if (!cell || !selection || !grid.current?.contains(document.activeElement)) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at.row, at.col])
}

/** The selected columns of a row. */
function colsIn(row: number, bounds: Bounds | undefined) {
  const isIn = bounds && row >= bounds.top && row <= bounds.bottom
  return isIn ? { left: bounds.left, right: bounds.right } : { left: -1, right: -1 }
}

/** The classes of a column. */
function lookOf(day: string, today: string): string {
  const first = addDays(today as CalendarDate, -PUSH_PAST_DAYS_MAX)
  const last = addDays(today as CalendarDate, PUSH_FUTURE_DAYS_MAX)
  let look = isWeekend(day) ? ' weekend' : ''
  if (day === today) look += ' is-today'
  if (day < first || day > last) look += ' beyond'
  return look
}

function widthOf(rows: readonly Row[], { price }: CellWords): number {
  let widest = 0
  for (const { days, terms = [] } of rows) {
    for (const { priceCents } of days)
      widest = Math.max(widest, price(priceCents).length * FIGURE_PX)
    for (const day of terms) widest = Math.max(widest, termsShort(day).length * TERM_PX)
  }
  return Math.max(CELL_PX_MIN, Math.ceil(widest) + CELL_PADDING_PX)
}

/** The marks of a row by column; a price that changed again is no longer marked as jumped. */
function marksIn(row: Row, marks: Marks): RowProps['marks'] {
  const found = row.days.flatMap(({ date, priceCents }, col) => {
    const mark = marks.get(cellKey(row, date))
    return mark && (mark.look !== 'jumped' || mark.after === priceCents)
      ? [[col, mark] as const]
      : []
  })
  return found.length === 0 ? NONE : new Map(found)
}
