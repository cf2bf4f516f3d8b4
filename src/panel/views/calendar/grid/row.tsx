import { Component } from 'preact'
import type { Day, Rate } from '../../../../client/call.ts'
import { date, percentOf } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Mark } from '../change/kept.ts'
import type { Row } from '../model/days.ts'
import { type CellWords, stateOf, termsLong, termsShort } from './words.ts'

/** A row is drawn again if one of these changes. */
export type RowProps = {
  row: Row
  index: number
  /** First and last selected column; -1 if there is none in the row. */
  left: number
  right: number
  /** Column of the cell with the focus; -1 if it is in another row. */
  active: number
  /** Marks of cells, by column. */
  marks: ReadonlyMap<number, Mark>
  /** Classes of each column: weekends, today, days that cannot be set. */
  looks: readonly string[]
  words: CellWords
  isOpen: boolean
  onFold: (roomCode: string) => void
  /** Words depend on it. */
  language: string
}

/** The number of rows above: heads and hotel. */
export const ROWS_ABOVE = 2

/**
 * A room type over the days, or one of its rates. A grid has thousands of cells: they are drawn by row, and only changed
 * rows are drawn again.
 */
export class GridRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return (Object.keys(next) as (keyof RowProps)[]).some(
      (name) => next[name] !== this.props[name] && name !== 'onFold',
    )
  }

  override render(props: RowProps) {
    const { row, index } = props
    const look = row.terms?.some(termsShort) ? 'row of-rate has-terms' : 'row of-rate'
    return (
      <div role="row" class={row.rate ? look : 'row'} aria-rowindex={index + 1 + ROWS_ABOVE}>
        {row.rate ? <RateHead {...{ row, index }} rate={row.rate} /> : <RoomHead {...props} />}
        {row.days.map((day, col) => drawCell(props, day, col))}
      </div>
    )
  }
}

function RoomHead({ row, index, isOpen, onFold }: RowProps) {
  const { roomCode, name, totalRooms } = row.room
  return (
    <div role="rowheader" class="room" data-row={index} title={`${name} (${roomCode})`}>
      <span class="name">{name}</span>
      <span class="dim">
        {roomCode}
        {totalRooms === null ? '' : ` · ${t('bookings.rooms', { count: totalRooms })}`}
      </span>
      <button
        type="button"
        class="unfold"
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-label={t('calendar.ratesOf', { room: name })}
        title={t('calendar.ratesOf', { room: name })}
        onClick={() => onFold(roomCode)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4.5 6.5L8 10l3.5-3.5" />
        </svg>
      </button>
    </div>
  )
}

function RateHead({ row, index, rate }: { row: Row; index: number; rate: Rate }) {
  return (
    <div
      role="rowheader"
      class="rate"
      data-row={index}
      title={`${rate.name} (${rate.rateCode})`}
      aria-label={`${rate.name}, ${row.room.name}`}
    >
      <span class="name">
        {rate.name} <span class="dim">{partText(rate)}</span>
      </span>
    </div>
  )
}

/** The difference of a derived rate from the standard one, if it is a percentage: `−12 %`. */
function partText({ pricing }: Rate): string {
  const part = pricing?.type === 'derived' ? (pricing.percentBp ?? 0) : 0
  if (part === 0) return ''
  return `${part < 0 ? '−' : '+'}${percentOf(Math.abs(part))}`
}

function drawCell(props: RowProps, day: Day, col: number) {
  const { row, index, left, right, active, marks, words, looks } = props
  const state = stateOf(day)
  const isActive = col === active
  const mark = marks.get(col)
  const terms = row.terms?.[col]
  let look = `cell ${state}${looks[col]}`
  if (mark) look += ` ${mark.look}`
  if (row.fresh.has(col)) look += ' fresh'
  return (
    <div
      role="gridcell"
      class={look}
      data-row={index}
      data-col={col}
      aria-selected={col >= left && col <= right}
      aria-colindex={col + 2}
      tabIndex={isActive ? 0 : -1}
      title={mark && markText(mark, words)}
    >
      <b aria-hidden={isActive}>{words.price(day.priceCents)}</b>
      <i aria-hidden={isActive}>
        {mark && signOf(mark)}
        {terms ? termsShort(terms) : words.left(day)}
      </i>
      {isActive && <span class="sr-only">{nameOf(props, day, col)}</span>}
    </div>
  )
}

/** The sign of a mark beside its colour: up or down for a price that jumped. */
function signOf({ look, before = 0, after = 0 }: Mark): string {
  if (look !== 'jumped') return '! '
  return after > before ? '↑ ' : '↓ '
}

const markText = ({ look, before = 0, after = 0 }: Mark, { price }: CellWords): string =>
  t(`calendar.${look}`, { before: price(before), after: price(after) })

/** The text that is read out for the cell with the focus. */
function nameOf({ row, words, looks, marks }: RowProps, day: Day, col: number): string {
  const terms = row.terms?.[col]
  const mark = marks.get(col)
  const state = stateOf(day)
  const parts = [
    row.room.name,
    row.rate?.name,
    date(day.date, { dateStyle: 'full' }),
    row.rate ? undefined : t('calendar.left', { count: day.available }),
    words.price(day.priceCents),
    t(`calendar.state.${state === 'few' ? 'open' : state}`),
    terms && termsLong(terms),
    mark && markText(mark, words),
    looks[col]!.includes('beyond') ? t('calendar.beyond') : undefined,
  ]
  return parts.filter(Boolean).join(', ')
}
