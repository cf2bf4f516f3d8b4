import { useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import { date } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Changes } from '../change/change.ts'
import { boundsOf, keyOf, type Row, type Selection, weekdayOf } from '../model/days.ts'
import type { usePending } from '../reading/pending.ts'

export const ALL_WEEKDAYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6])

/** The numbers of selected nights: on ticked weekdays, and in all. */
export type Nights = { meant: number; all: number }

/**
 * The selection and its weekdays. Another selection begins with all weekdays and, by its `round`, with an empty form. A
 * selection stays with its rows while rates are unfolded above or below; rows that come between end it.
 */
export function useSelected(rows: readonly Row[], dates: readonly string[]) {
  const [state, setState] = useState<{ selection?: Selection | undefined; keys: string[] }>({
    keys: [],
  })
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const [round, setRound] = useState(0)
  const selection = state.selection && movedTo(state.selection, state.keys, rows)
  const bounds = selection && boundsOf(selection)
  const days = bounds ? dates.slice(bounds.left, bounds.right + 1) : []
  const nights: Nights = {
    meant: days.filter((day) => weekdays.has(weekdayOf(day))).length,
    all: days.length,
  }
  /** @param isKept true if the form goes on with the new selection */
  const select = (next: Selection | undefined, isKept = false) => {
    setState({ selection: next, keys: rows.map(keyOf) })
    if (isSameRange(selection, next)) return
    setWeekdays(ALL_WEEKDAYS)
    if (!isKept) setRound((now) => now + 1)
  }
  return { selection, bounds, nights, weekdays, setWeekdays, round, select }
}

/** The selection of a calendar. */
type Selected = ReturnType<typeof useSelected>

/** The calendar at work: its rows and columns, the selection, and the changes of its days. */
export type Desk = {
  hotel: WholeHotel
  rows: readonly Row[]
  /** Dates of the columns. */
  dates: readonly string[]
  today: string
  change: Changes
  pending: ReturnType<typeof usePending>
  selected: Selected
  /** True if the person may change anything. */
  isMine: boolean
}

function movedTo(
  selection: Selection,
  before: readonly string[],
  rows: readonly Row[],
): Selection | undefined {
  const { anchor, head, focus = head } = selection
  if ([anchor, head, focus].every(({ row }) => rows[row] && keyOf(rows[row]) === before[row]))
    if (before.length === rows.length) return selection
  const rowOf = (row: number) => rows.findIndex((each) => keyOf(each) === before[row])
  const moved = [anchor, head, focus].map(({ row, col }) => ({ row: rowOf(row), col }))
  const [first, last, at] = moved as [typeof anchor, typeof head, typeof focus]
  const isSame = first.row - last.row === anchor.row - head.row
  if (!isSame || moved.some(({ row }) => row < 0)) return undefined
  return { anchor: first, head: last, focus: at }
}

/** `2 of 3 nights`, or `3 nights` with all weekdays. */
export function nightsText({ meant, all }: Nights): string {
  return meant === all
    ? t('bookings.nights', { count: all })
    : t('calendar.nightsOf', { count: all, meant })
}

/** `Double room · Fri 27 Nov – Sun 29 Nov (2 of 3 nights)`, or how many room types. */
export function summaryOf(
  rows: readonly Row[],
  dates: readonly string[],
  selection: Selection,
  nights: Nights,
): string {
  const { top, bottom, left, right } = boundsOf(selection)
  const chosen = rows.slice(top, bottom + 1)
  const rooms = new Set(chosen.map(({ room }) => room.roomCode)).size
  const rate = chosen.length === 1 ? chosen[0]!.rate : undefined
  const names = [
    rooms === 1 ? chosen[0]?.room.name : t('calendar.roomTypes', { count: rooms }),
    rate?.name,
  ]
  const day = (col: number) =>
    date(dates[col] ?? dates[0]!, { weekday: 'short', day: 'numeric', month: 'short' })
  const range = left === right ? day(left) : `${day(left)} – ${day(right)}`
  return `${names.filter(Boolean).join(', ')} · ${range} (${nightsText(nights)})`
}

function isSameRange(a: Selection | undefined, b: Selection | undefined): boolean {
  if (!a || !b) return a === b
  return JSON.stringify(boundsOf(a)) === JSON.stringify(boundsOf(b))
}
