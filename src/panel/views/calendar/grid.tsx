import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { addDays, type CalendarDate } from '../../../domain/date.ts'
import { PUSH_FUTURE_DAYS_MAX, PUSH_PAST_DAYS_MAX } from '../../../domain/limits.ts'
import { amount, date } from '../../lib/format.ts'
import { language, t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import {
  boundsOf,
  focusOf,
  isWeekend,
  onlyCell,
  type Place,
  type Row,
  type Selection,
} from './days.ts'
import { afterKey, type Size } from './keys.ts'
import { usePointer } from './pointer.ts'
import { RoomRow } from './row.tsx'

/** What the grid shows and tells. */
export type GridProps = {
  rows: readonly Row[]
  /** Dates of the columns. */
  dates: readonly string[]
  currency: string
  today: string
  selection: Selection | undefined
  /** Refused cells, as `<roomCode> <date>`. */
  refused: ReadonlySet<string>
  /** Whether a tap extends the selection, where there is no Shift. */
  isExtending: boolean
  onSelect: (selection: Selection | undefined) => void
  /** Enter: to the form. */
  onEdit: () => void
  onUndo: () => void
}

const NONE: ReadonlySet<number> = new Set()

/** Room types by days: a grid for keyboard and pointer (ARIA Authoring Practices, grid). */
export function Grid(props: GridProps) {
  const { rows, dates, currency, today, selection, refused, onSelect } = props
  const lang = useStore(language)
  const grid = useRef<HTMLDivElement>(null)
  const size = { rows: rows.length, cols: dates.length }
  const pointer = usePointer({ ...props, size })
  const price = useMemo(() => pricesOf(currency), [currency, lang])
  const shared = {
    today,
    first: addDays(today as CalendarDate, -PUSH_PAST_DAYS_MAX),
    last: addDays(today as CalendarDate, PUSH_FUTURE_DAYS_MAX),
    price,
    language: lang,
  }
  const bounds = selection && boundsOf(selection)
  const at = selection ? focusOf(selection) : { row: 0, col: 0 }

  useFocusedCell(grid, at, selection)
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasTaken(event, props, at, size)) event.preventDefault()
  }
  // Who comes by keyboard has the cell selected without another key.
  const onFocus = () => selection ?? onSelect(onlyCell(at))
  return (
    <div class="grid-box">
      <div
        ref={grid}
        role="grid"
        tabIndex={rows.length === 0 ? 0 : undefined}
        aria-label={t('calendar.grid')}
        aria-multiselectable="true"
        aria-rowcount={size.rows + 1}
        aria-colcount={size.cols + 1}
        class="grid"
        onKeyDown={onKeyDown}
        onFocusCapture={onFocus}
        {...pointer}
      >
        <div role="row" class="row heads" aria-rowindex={1}>
          <div role="columnheader" class="corner">
            {t('list.roomType')}
          </div>
          {dates.map((day, col) => drawHead(day, col, today))}
        </div>
        {rows.map((row, index) => (
          <RoomRow
            key={row.room.roomCode}
            row={row}
            index={index}
            {...colsIn(index, bounds)}
            active={at.row === index ? at.col : -1}
            refused={refused.size === 0 ? NONE : refusedOf(row, refused)}
            {...shared}
          />
        ))}
      </div>
    </div>
  )
}

/** Does what a key asks for; false when it asks for nothing here. */
function hasTaken(event: KeyboardEvent, props: GridProps, at: Place, size: Size): boolean {
  const { selection, onSelect, onEdit, onUndo } = props
  const next = afterKey(selection ?? { anchor: at, head: at }, event, size)
  if (next) onSelect(next)
  else if (event.key === 'Escape') onSelect(undefined)
  else if (event.key === 'Enter') onEdit()
  else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) onUndo()
  else return false
  return true
}

/** Moves the keyboard's focus with the selection, while it is in the grid. */
function useFocusedCell(grid: RefObject<HTMLDivElement | null>, at: Place, selection?: Selection) {
  useLayoutEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')
    if (!cell || !selection || !grid.current?.contains(document.activeElement)) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at.row, at.col])
}

/** The columns of a row that are selected. */
function colsIn(row: number, bounds: ReturnType<typeof boundsOf> | undefined) {
  const isIn = bounds && row >= bounds.top && row <= bounds.bottom
  return isIn ? { left: bounds.left, right: bounds.right } : { left: -1, right: -1 }
}

function drawHead(day: string, col: number, today: string) {
  const isNewMonth = col === 0 || day.endsWith('-01')
  const look = `head ${isWeekend(day) ? 'weekend' : ''} ${day === today ? 'is-today' : ''}`
  return (
    <div
      key={day}
      role="columnheader"
      data-col={col}
      class={look}
      aria-label={date(day, { dateStyle: 'full' })}
      aria-current={day === today ? 'date' : undefined}
      aria-colindex={col + 2}
    >
      <span class="month">{isNewMonth ? date(day, { month: 'short' }) : ' '}</span>
      <span class="day">{date(day, { day: 'numeric' })}</span>
      <span class="weekday">{date(day, { weekday: 'short' })}</span>
    </div>
  )
}

/** Writes prices; each distinct one once. */
function pricesOf(currency: string): (cents: number) => string {
  const written = new Map<number, string>()
  return (cents) => {
    let text = written.get(cents)
    if (text === undefined) {
      text = cents === 0 ? '–' : amount(cents, currency)
      written.set(cents, text)
    }
    return text
  }
}

function refusedOf({ room, days }: Row, refused: ReadonlySet<string>): ReadonlySet<number> {
  const cols = days.flatMap((day, col) =>
    refused.has(`${room.roomCode} ${day.date}`) ? [col] : [],
  )
  return cols.length === 0 ? NONE : new Set(cols)
}
