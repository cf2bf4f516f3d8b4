import { useState } from 'preact/hooks'
import { date } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { boundsOf, type Row, type Selection, weekdayOf } from './days.ts'

const ALL_WEEKDAYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6])

/** How many of the nights selected are on a weekday that is ticked. */
export type Nights = { meant: number; all: number }

/**
 * What is selected, and on which weekdays it is meant. Every other selection begins anew: with all weekdays, and by
 * its `round` with an empty form.
 */
export function useSelected(dates: readonly string[]) {
  const [selection, setSelection] = useState<Selection>()
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const [round, setRound] = useState(0)
  const bounds = selection && boundsOf(selection)
  const days = bounds ? dates.slice(bounds.left, bounds.right + 1) : []
  const nights: Nights = {
    meant: days.filter((day) => weekdays.has(weekdayOf(day))).length,
    all: days.length,
  }
  /** @param isKept whether what was typed is meant for the new selection, too */
  const select = (next: Selection | undefined, isKept = false) => {
    setSelection(next)
    if (isSameRange(selection, next)) return
    setWeekdays(ALL_WEEKDAYS)
    if (!isKept) setRound((now) => now + 1)
  }
  return { selection, bounds, nights, weekdays, setWeekdays, round, select }
}

/** What a calendar knows of its selection. */
export type Selected = ReturnType<typeof useSelected>

/** `2 of 3 nights`, or how many where all of them are meant. */
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
  const one = bottom === top ? rows[top]?.room.name : undefined
  const count = bottom - top + 1
  const room = one ?? t('calendar.roomTypes', { count })
  const day = (col: number) =>
    date(dates[col] ?? dates[0]!, { weekday: 'short', day: 'numeric', month: 'short' })
  const range = left === right ? day(left) : `${day(left)} – ${day(right)}`
  return `${room} · ${range} (${nightsText(nights)})`
}

function isSameRange(a: Selection | undefined, b: Selection | undefined): boolean {
  if (!a || !b) return a === b
  return JSON.stringify(boundsOf(a)) === JSON.stringify(boundsOf(b))
}
