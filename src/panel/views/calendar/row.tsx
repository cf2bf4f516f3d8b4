import { Component } from 'preact'
import { date } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Day } from '../../lib/types.ts'
import { isWeekend, type Row } from './days.ts'

/** What a row is drawn from; it is drawn again when any of it is another one. */
export type RowProps = {
  row: Row
  index: number
  /** First and last selected column; -1 when none of the row is. */
  left: number
  right: number
  /** Column of the cell that the keyboard is at; -1 when it is in another row. */
  active: number
  /** Columns that were refused. */
  refused: ReadonlySet<number>
  today: string
  /** First and last day that can be set. */
  first: string
  last: string
  price: (cents: number) => string
  /** Words depend on it. */
  language: string
}

/** One room type over the days. A grid has thousands of cells: they are drawn by row, and only rows that changed. */
export class RoomRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return (Object.keys(next) as (keyof RowProps)[]).some((name) => next[name] !== this.props[name])
  }

  override render(props: RowProps) {
    const { row, index } = props
    const { roomCode, name, totalRooms } = row.room
    return (
      <div role="row" class="row" aria-rowindex={index + 2}>
        <div role="rowheader" class="room" data-row={index} title={`${name} (${roomCode})`}>
          <span class="name">{name}</span>
          <span class="dim">
            {roomCode}
            {totalRooms === null ? '' : ` · ${t('bookings.rooms', { count: totalRooms })}`}
          </span>
        </div>
        {row.days.map((day, col) => drawCell(props, day, col))}
      </div>
    )
  }
}

/** How a day stands, in a word of the style sheet. */
export function stateOf({
  available,
  priceCents,
  closed,
}: Day): 'closed' | 'out' | 'unpriced' | 'open' {
  if (closed) return 'closed'
  if (available === 0) return 'out'
  return priceCents === 0 ? 'unpriced' : 'open'
}

/** The shape of each state. */
export const SIGNS = { closed: '✕ ', out: '○ ', unpriced: '▲ ', open: '' }

function drawCell(props: RowProps, day: Day, col: number) {
  const { row, index, left, right, active, refused, price } = props
  const state = stateOf(day)
  const isSelected = col >= left && col <= right
  const isActive = col === active
  const isRefused = refused.has(col)
  let look = `cell ${state}`
  if (isWeekend(day.date)) look += ' weekend'
  if (day.date === props.today) look += ' is-today'
  if (isBeyond(props, day)) look += ' beyond'
  if (isRefused) look += ' refused'
  if (row.fresh.has(col)) look += ' fresh'
  return (
    <div
      role="gridcell"
      class={look}
      data-row={index}
      data-col={col}
      aria-selected={isSelected}
      aria-colindex={col + 2}
      tabIndex={isActive ? 0 : -1}
    >
      <b aria-hidden={isActive}>
        {isRefused ? '! ' : SIGNS[state]}
        {day.available}
      </b>
      <i aria-hidden={isActive}>{price(day.priceCents)}</i>
      {isActive && <span class="sr-only">{nameOf(props, day, isRefused)}</span>}
    </div>
  )
}

const isBeyond = ({ first, last }: RowProps, { date }: Day) => date < first || date > last

/** What is read out of the cell that the keyboard is at. */
function nameOf(props: RowProps, day: Day, isRefused: boolean): string {
  const { row, price } = props
  const parts = [
    row.room.name,
    date(day.date, { dateStyle: 'full' }),
    t('calendar.left', { count: day.available }),
    price(day.priceCents),
    t(`calendar.state.${stateOf(day)}`),
    ...(isRefused ? [t('calendar.refused')] : []),
    ...(isBeyond(props, day) ? [t('calendar.beyond')] : []),
  ]
  return parts.join(', ')
}
