import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../../lib/i18n.ts'
import { Heads } from '../grid/heads.tsx'
import { afterKey } from '../grid/keys.ts'
import { usePointer } from '../grid/pointer.ts'
import { boundsOf, focusOf, isWeekend, onlyCell, type Selection } from '../model/days.ts'
import type { Row } from './model.ts'
import { cellSentence, cellTexts, stateOf } from './text.ts'

type GridProps = {
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  selection: Selection | undefined
  onSelect: (selection: Selection | undefined) => void
  /** Enter, or a double click: opens the form for what is selected. */
  onOpen: () => void
}

/** A night of a room type and an agency: figures of at most four digits. */
const CELL_PX = 66

/** Rooms set aside by room type, agency and night, as a grid for keyboard and pointer. */
export function AllotmentGrid({ rows, dates, today, selection, onSelect, onOpen }: GridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const size = { rows: rows.length, cols: dates.length }
  const pointer = usePointer({ size, selection, onSelect, isExtending: false, onPick: () => {} })
  const at = selection ? focusOf(selection) : { row: 0, col: 0 }
  const bounds = selection && boundsOf(selection)
  const isIn = (row: number, col: number) =>
    bounds !== undefined &&
    row >= bounds.top &&
    row <= bounds.bottom &&
    col >= bounds.left &&
    col <= bounds.right
  useLayoutEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')
    if (!cell || !selection || !grid.current?.contains(document.activeElement)) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at.row, at.col])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(selection ?? onlyCell(at), event, size)
    if (next) onSelect(next)
    else if (event.key === 'Enter') onOpen()
    else return
    event.preventDefault()
  }
  return (
    <div class="grid-box" style={{ '--cell': `${CELL_PX}px`, '--days': dates.length }}>
      <div
        ref={grid}
        role="grid"
        aria-label={t('allotments.grid')}
        aria-multiselectable="true"
        class="grid allotments"
        onKeyDown={onKeyDown}
        onFocusCapture={() => selection ?? onSelect(onlyCell(at))}
        onDblClick={onOpen}
        {...pointer}
      >
        <div role="rowgroup" class="top">
          <Heads dates={dates} today={today} />
        </div>
        <div role="rowgroup">
          {rows.map((row, index) => (
            <div
              role="row"
              key={`${row.room.roomCode} ${row.agency?.code}`}
              class={row.agency ? 'row of-agency' : 'row'}
            >
              <RowHead row={row} index={index} />
              {dates.map((day, col) => {
                const isAt = at.row === index && at.col === col
                const [figure, note] = cellTexts(row, col)
                return (
                  <div
                    key={day}
                    role="gridcell"
                    class={`cell ${stateOf(row, col)}${isWeekend(day) ? ' weekend' : ''}`}
                    data-row={index}
                    data-col={col}
                    aria-selected={isIn(index, col)}
                    tabIndex={isAt ? 0 : -1}
                  >
                    <b aria-hidden={isAt}>{figure}</b>
                    <i aria-hidden={isAt}>{note}</i>
                    {isAt && <span class="sr-only">{cellSentence(row, col, day)}</span>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function RowHead({ row: { room, agency }, index }: { row: Row; index: number }) {
  const look = agency ? 'rate' : 'room'
  return (
    <div
      role="rowheader"
      class={look}
      data-row={index}
      aria-label={agency ? `${agency.name}, ${room.name}` : undefined}
    >
      <span class="name">{agency?.name ?? room.name}</span>
      {!agency && <span class="dim">{t('allotments.free')}</span>}
    </div>
  )
}
