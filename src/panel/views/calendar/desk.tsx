import { useRef, useState } from 'preact/hooks'
import { date } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { say } from '../../parts/toast.tsx'
import type { Changes } from './change.ts'
import { boundsOf, focusOf, onlyCell, type Row, type Selection } from './days.ts'
import { type Edit, stepOf } from './edit.ts'
import { EditForm } from './edit-form.tsx'
import { Grid } from './grid.tsx'
import { HistoryDialog } from './history.tsx'
import { Refusals } from './refusals.tsx'
import { SIGNS } from './row.tsx'
import type { Refusal } from './send.ts'

type DeskProps = {
  hotel: Hotel
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  change: Changes
}

/** Whether a finger is what points here. */
const HAS_TOUCH = matchMedia('(pointer: coarse)').matches
const ALL_WEEKDAYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6])

/** The grid with what is selected in it and the form that changes that. */
export function CalendarDesk({ hotel, rows, dates, today, change }: DeskProps) {
  const [selection, setSelection] = useState<Selection>()
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const [isExtending, setExtending] = useState(false)
  const [history, setHistory] = useState<{ room: Row['room']; day: string }>()
  const bounds = selection && boundsOf(selection)
  const desk = useRef<HTMLDivElement>(null)

  const focused = selection && focusOf(selection)
  const apply = async (edit: Edit) => {
    if (!selection) return false
    const isOne = bounds && bounds.left === bounds.right
    const { updates, undo } = stepOf(rows, selection, isOne ? ALL_WEEKDAYS : weekdays, edit)
    if (updates.length > 0) return await change.run({ updates, undo })
    say(t('calendar.wrong.weekdays'), { tone: 'bad' })
    return false
  }
  const goTo = ({ roomCode, date: day }: Refusal) => {
    const row = rows.findIndex(({ room }) => room.roomCode === roomCode)
    const col = dates.indexOf(day)
    if (row < 0 || col < 0) return
    desk.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus()
    setSelection(onlyCell({ row, col }))
  }
  return (
    <div class="desk" ref={desk}>
      <Grid
        rows={rows}
        dates={dates}
        currency={hotel.currency}
        today={today}
        selection={selection}
        refused={change.refused}
        isExtending={isExtending}
        onSelect={(next) => {
          setSelection(next)
          setExtending(false)
        }}
        onEdit={() => desk.current?.querySelector<HTMLElement>('.edit-form select')?.focus()}
        onUndo={change.undo}
      />
      <Legend />
      <Refusals refusals={change.refusals} rows={rows} onPick={goTo} />
      <section class="edit-bar" aria-label={t('calendar.change')}>
        <div class="selected">
          <p role="status">
            {selection
              ? summaryOf(rows, dates, selection)
              : t(HAS_TOUCH ? 'calendar.hintTouch' : 'calendar.hint')}
          </p>
          <div class="buttons">
            <Button
              class="extend"
              aria-pressed={isExtending}
              disabled={!selection}
              onClick={() => setExtending(!isExtending)}
            >
              {t('calendar.extend')}
            </Button>
            <Button
              disabled={!focused}
              onClick={() =>
                focused && setHistory({ room: rows[focused.row]!.room, day: dates[focused.col]! })
              }
            >
              {t('calendar.history')}
            </Button>
            <Button disabled={!change.canUndo} isBusy={change.isBusy} onClick={change.undo}>
              {t('action.undo')}
            </Button>
          </div>
        </div>
        <EditForm
          currency={hotel.currency}
          isBusy={change.isBusy}
          isIdle={!selection}
          hasWeekdays={bounds !== undefined && bounds.right > bounds.left}
          weekdays={weekdays}
          onWeekdays={setWeekdays}
          onApply={apply}
        />
      </section>
      {history && (
        <HistoryDialog hotel={hotel} {...history} onClose={() => setHistory(undefined)} />
      )}
    </div>
  )
}

/** What the signs in the cells mean. */
function Legend() {
  return (
    <p class="legend">
      {(['closed', 'out', 'unpriced'] as const).map((state) => (
        <span key={state} class={state}>
          {SIGNS[state]}
          {t(`calendar.state.${state}`)}
        </span>
      ))}
    </p>
  )
}

/** `Double room, Fri 27 Nov – Sat 28 Nov`, or how many room types. */
function summaryOf(rows: readonly Row[], dates: readonly string[], selection: Selection): string {
  const { top, bottom, left, right } = boundsOf(selection)
  const one = bottom === top ? rows[top]?.room.name : undefined
  const count = bottom - top + 1
  const room = one ?? t('calendar.roomTypes', { count })
  const day = (col: number) =>
    date(dates[col] ?? dates[0]!, { weekday: 'short', day: 'numeric', month: 'short' })
  const range = left === right ? day(left) : `${day(left)} – ${day(right)}`
  const nights = t('calendar.nights', { count: right - left + 1 })
  return `${room} · ${range} (${nights})`
}
