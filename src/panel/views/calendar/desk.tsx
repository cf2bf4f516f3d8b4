import { useRef, useState } from 'preact/hooks'
import { asProblem } from '../../lib/api.ts'
import { problemText, t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import type { Hotel, Rate } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { say } from '../../parts/toast.tsx'
import { useBigMoves } from './big-moves.tsx'
import type { Changes } from './change.ts'
import { focusOf, onlyCell, type Place, type Row } from './days.ts'
import { type Edit, type RateEdit, stepOf } from './edit.ts'
import { EditForm } from './edit-form.tsx'
import { Grid } from './grid.tsx'
import { HistoryDialog } from './history.tsx'
import { RateFold, readRateDays, wantedOf } from './rate-fold.tsx'
import { meantDays, rateStepOf } from './rate-step.ts'
import { Refusals } from './refusals.tsx'
import { SIGNS } from './row.tsx'
import { type Selected, summaryOf, useSelected } from './selected.ts'
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

/** The grid with what is selected in it and the form that changes that. */
export function CalendarDesk({ hotel, rows, dates, today, change }: DeskProps) {
  const selected = useSelected(dates)
  const { selection, bounds, weekdays, select } = selected
  const [isExtending, setExtending] = useState(false)
  const { isMeant, dialog } = useBigMoves(rows, hotel.currency)
  const desk = useRef<HTMLDivElement>(null)

  const apply = async (edit: Edit, seen = rows, place?: string) => {
    const step = selection && stepOf(rows, selection, weekdays, edit, seen)
    if (!step) return false
    if (step.updates.length === 0) {
      say(t('calendar.wrong.weekdays'), { tone: 'bad' })
      return false
    }
    const seenThrough = edit.rooms?.how === 'set' ? place : undefined
    return (await isMeant(step.updates)) && (await change.run({ ...step, seenThrough }))
  }
  const applyRate = async (rate: Rate, edit: RateEdit) => {
    const meant = selection ? meantDays(rows, selection, weekdays, rate) : []
    if (!selection || meant.length === 0) {
      say(t('calendar.wrong.weekdays'), { tone: 'bad' })
      return false
    }
    try {
      const before = await readRateDays(hotel, wantedOf(rows, dates, selection, rate))
      const step = rateStepOf(meant, rate, edit, before)
      const moves = step.updates.map(({ roomCode, date, priceCents }) => {
        const expectedPriceCents = before.get(`${roomCode} ${date}`)?.priceCents ?? 0
        return { roomCode, date, expectedPriceCents, ...(priceCents && { priceCents }) }
      })
      return (await isMeant(moves)) && (await change.run(step))
    } catch (error) {
      say(problemText(asProblem(error)), { tone: 'bad' })
      return false
    }
  }
  const goTo = ({ roomCode, date: day }: Refusal) => {
    const row = rows.findIndex(({ room }) => room.roomCode === roomCode)
    const col = dates.indexOf(day)
    if (row < 0 || col < 0) return
    desk.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus()
    // What was refused there was typed for it.
    const isIn = bounds && row >= bounds.top && row <= bounds.bottom
    select(onlyCell({ row, col }), isIn && col >= bounds.left && col <= bounds.right)
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
          select(next)
          setExtending(false)
        }}
        onEdit={() => desk.current?.querySelector<HTMLElement>('.edit-form select')?.focus()}
        onUndo={change.undo}
      />
      <Legend />
      <Refusals of="refused" refusals={change.refusals} rows={rows} onPick={goTo} />
      <Refusals of="corrected" refusals={change.corrections} rows={rows} onPick={goTo} />
      <EditBar
        {...{ hotel, rows, dates, today, change, selected, isExtending }}
        onExtend={() => setExtending(!isExtending)}
        onApply={apply}
        onApplyRate={applyRate}
      />
      {dialog}
    </div>
  )
}

type EditBarProps = DeskProps & {
  selected: Selected
  isExtending: boolean
  onExtend: () => void
  onApply: (edit: Edit, seen?: readonly Row[], place?: string) => Promise<boolean>
  onApplyRate: (rate: Rate, edit: RateEdit) => Promise<boolean>
}

/** What is selected and what can be done with it. */
function EditBar({ hotel, rows, dates, change, selected, isExtending, ...rest }: EditBarProps) {
  const { onExtend, onApply, onApplyRate } = rest
  const { selection, nights, round } = selected
  const isMine = may(hotel, 'revenue')
  const [history, setHistory] = useState<{ room: Row['room']; day: string }>()
  const focused = selection && focusOf(selection)
  const openHistory = ({ row, col }: Place) =>
    setHistory({ room: rows[row]!.room, day: dates[col]! })
  return (
    <section class="edit-bar" aria-label={t('calendar.change')}>
      <div class="selected">
        <p role="status">
          {selection
            ? summaryOf(rows, dates, selection, nights)
            : t(HAS_TOUCH ? 'calendar.hintTouch' : 'calendar.hint')}
        </p>
        <div class="buttons">
          {isMine && (
            <Button aria-pressed={isExtending} disabled={!selection} onClick={onExtend}>
              {t('calendar.extend')}
            </Button>
          )}
          <Button disabled={!focused} onClick={() => focused && openHistory(focused)}>
            {t('calendar.history')}
          </Button>
          {isMine && (
            <Button disabled={!change.canUndo} isBusy={change.isBusy} onClick={change.undo}>
              {t('action.undo')}
            </Button>
          )}
        </div>
      </div>
      {isMine && (
        <>
          <EditForm key={round} {...{ hotel, rows, change, selected, onApply }} />
          <RateFold {...{ hotel, rows, dates, change, selected }} onApply={onApplyRate} />
        </>
      )}
      {history && (
        <HistoryDialog hotel={hotel} {...history} onClose={() => setHistory(undefined)} />
      )}
    </section>
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
