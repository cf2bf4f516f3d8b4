import { useRef, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { BulkDialog } from './bulk/dialog.tsx'
import type { Changes } from './change/change.ts'
import { useBigMoves } from './editor/big-moves.tsx'
import { Editor } from './editor/editor.tsx'
import { HistoryDialog } from './editor/history.tsx'
import { SelectionPopover } from './editor/popover.tsx'
import { AskedCells, isOf, Outcomes } from './editor/refusals.tsx'
import { Grid } from './grid/grid.tsx'
import { focusOf, onlyCell, type Place, type Row, type Selection } from './model/days.ts'
import type { DayName, Step } from './model/step.ts'
import type { usePending } from './reading/pending.ts'
import { type Selected, summaryOf, useSelected } from './sheet/selected.ts'
import { type Sheet, useSheet } from './sheet/sheet.ts'

type DeskProps = {
  hotel: WholeHotel
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  change: Changes
  pending: ReturnType<typeof usePending>
  /** Room types whose rates are shown. */
  open: ReadonlySet<string>
  onFold: (roomCode: string) => void
}

/** True on a device that is used by finger. */
const HAS_TOUCH = matchMedia('(pointer: coarse)').matches

/** The grid with its selection, and the ways to change it: typing in its cells, or the form beside them. */
export function CalendarDesk(props: DeskProps) {
  const { hotel, rows, dates, today, change, open, onFold } = props
  const { currency } = hotel
  const selected = useSelected(rows, dates)
  const { selection, select } = selected
  const isMine = may(hotel, 'revenue')
  const desk = useRef<HTMLDivElement>(null)
  const toGrid = () =>
    desk.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus({ preventScroll: true })
  const panel = usePanel(selected, isMine, toGrid)
  const [isBulk, setBulk] = useState(false)
  const { isMeant, dialog } = useBigMoves(rows, currency)
  const sheet = useSheet({
    ...{ ...props, selected, isMeant, isMine },
    onOpen: panel.enter,
    onFold: (roomCode, isOpen) => open.has(roomCode) !== isOpen && onFold(roomCode),
  })
  const goTo = (cell: DayName) => goToCell(cell, { ...props, selected, toGrid })
  /** Goes to a price that was warned of and asks its question again. */
  const goToAsked = (cell: DayName) => {
    const place = goTo(cell)
    if (place) sheet.typing.begin(place, 'price')
  }
  const focused = selection && focusOf(selection)
  const showHistory = () => {
    if (!focused) return undefined
    const { room } = rows[focused.row]!
    const day = dates[focused.col]!
    return openDialog((onClose) => <HistoryDialog {...{ hotel, room, day, onClose }} />)
  }
  const panelProps = { ...props, selected, panel, isMeant, showHistory }
  return (
    <div class="desk" ref={desk}>
      <Strip
        {...{ ...props, selected, isMine, sheet, showHistory }}
        onEdit={panel.enter}
        onBulk={() => setBulk(true)}
      />
      <Outcomes {...{ change, rows, currency }} onPick={goTo} />
      <Grid
        {...{ rows, dates, today, currency, selection, open, onFold, ...sheet.ofGrid }}
        isExtending={panel.isExtending}
        marks={change.marks}
        onSelect={(next) => {
          select(next)
          panel.follow(next)
        }}
        onPick={panel.pick}
        onFill={isMine && !HAS_TOUCH ? sheet.fill : undefined}
      >
        {sheet.typing.input}
      </Grid>
      <AskedCells {...{ change, rows, currency }} onPick={goToAsked} />
      {isMine && <Panel {...panelProps} />}
      {isBulk && (
        <BulkDialog
          {...{ hotel, today, change, isMeant }}
          rooms={rows.filter(({ rate }) => !rate).map(({ room }) => room)}
          first={firstOf(rows, dates, selected.bounds)}
          onClose={() => setBulk(false)}
        />
      )}
      {dialog}
    </div>
  )
}

type Going = Pick<DeskProps, 'rows' | 'dates' | 'onFold'> & {
  selected: Selected
  toGrid: () => void
}

/** Selects a cell and answers its place; shows its days, or unfolds its rates, if they are not on the screen. */
function goToCell(cell: DayName, to: Going): Place | undefined {
  const { rows, dates, selected, toGrid } = to
  const row = rows.findIndex((each) => isOf(each, cell))
  const col = dates.indexOf(cell.date)
  if (col < 0) setQuery({ from: cell.date })
  else if (row < 0) to.onFold(cell.roomCode)
  if (row < 0 || col < 0) return undefined
  toGrid()
  // A refused text was typed for the selection around its cell.
  const { top = 0, bottom = -1, left = 0, right = -1 } = selected.bounds ?? {}
  const isIn = row >= top && row <= bottom && col >= left && col <= right
  selected.select(onlyCell({ row, col }), isIn)
  return { row, col }
}

/** The panel beside the selection: shown with a range, or entered by its keys and buttons. */
function usePanel({ bounds }: Selected, isMine: boolean, toGrid: () => void) {
  const [shown, setShown] = useState<'shown' | 'entered'>()
  const [isExtending, setExtending] = useState(false)
  const [isPicking, setPicking] = useState(false)
  return {
    ...{ shown, isExtending, isPicking },
    enter: () => setShown('entered'),
    extend: () => setExtending(true),
    close: () => {
      setShown(undefined)
      toGrid()
    },
    /** Takes part in picking cells by pointer. */
    pick: (stage: 'begin' | 'end' | 'tap') => {
      setPicking(stage === 'begin')
      const isRange = bounds && (bounds.top !== bounds.bottom || bounds.left !== bounds.right)
      const isShown = stage === 'tap' || (stage === 'end' && isRange)
      if (isMine && isShown) setShown((now) => now ?? 'shown')
    },
    /** Takes over another selection. */
    follow: (next: Selection | undefined) => {
      setExtending(false)
      if (!next) setShown(undefined)
    },
  }
}

type PanelProps = DeskProps & {
  selected: Selected
  panel: ReturnType<typeof usePanel>
  isMeant: (step: Step) => Promise<boolean>
  showHistory: () => void
}

function Panel({ panel, isMeant, showHistory, ...props }: PanelProps) {
  const { hotel, rows, dates, today, change, selected } = props
  const { selection, bounds, round, nights } = selected
  const [isMoreOpen, setMoreOpen] = useState(false)
  if (!panel.shown || !bounds || panel.isExtending) return null
  return (
    <SelectionPopover
      title={summaryOf(rows, dates, selection!, nights)}
      bounds={bounds}
      // It does not cover cells that are being picked.
      isHidden={panel.isPicking}
      isEntered={panel.shown === 'entered'}
      onClose={panel.close}
    >
      <Editor
        key={round}
        {...{ hotel, rows, today, change, selected, isMoreOpen, isMeant }}
        onMore={setMoreOpen}
        onDone={panel.close}
      />
      <div class="by-finger">
        <Button onClick={panel.extend}>{t('calendar.extend')}</Button>
        <Button onClick={showHistory}>{t('calendar.history')}</Button>
      </div>
    </SelectionPopover>
  )
}

/** The days that a bulk edit begins with: the selected ones, or all that are shown. */
function firstOf(rows: readonly Row[], dates: readonly string[], bounds: Selected['bounds']) {
  const isRange = bounds && (bounds.left < bounds.right || bounds.top < bounds.bottom)
  const chosen = isRange ? rows.slice(bounds.top, bounds.bottom + 1) : rows
  const [from, to] = isRange
    ? [dates[bounds.left]!, dates[bounds.right]!]
    : [dates[0]!, dates.at(-1)!]
  return { from, to, codes: [...new Set(chosen.map(({ room }) => room.roomCode))] }
}

type StripProps = DeskProps & {
  selected: Selected
  isMine: boolean
  sheet: Sheet
  onEdit: () => void
  showHistory: () => void
  onBulk: () => void
}

/** The selection in words, the figure that is typed, and buttons for the rest. */
function Strip({ rows, dates, change, selected, isMine, sheet, ...on }: StripProps) {
  const { selection, nights } = selected
  return (
    <div class="selected">
      <p role="status">
        {selection
          ? summaryOf(rows, dates, selection, nights)
          : t(HAS_TOUCH ? 'calendar.hintTouch' : 'calendar.hint')}
      </p>
      <div class="buttons">
        {isMine && (
          <>
            <div role="group" class="segments" aria-label={t('calendar.typed')}>
              {(['price', 'rooms'] as const).map((field) => (
                <button
                  key={field}
                  type="button"
                  aria-pressed={sheet.field === field}
                  onClick={() => sheet.setField(field)}
                >
                  {t(field === 'price' ? 'list.price' : 'calendar.rooms')}
                </button>
              ))}
            </div>
            <Button disabled={!selection} onClick={on.onEdit}>
              {t('calendar.edit')}
            </Button>
            <Button onClick={on.onBulk}>{t('calendar.bulk')}…</Button>
          </>
        )}
        <Button disabled={!selection} onClick={on.showHistory}>
          {t('calendar.history')}
        </Button>
        {isMine && (
          <Button disabled={!change.canUndo} isBusy={change.isBusy} onClick={change.undo}>
            {t('action.undo')}
          </Button>
        )}
      </div>
    </div>
  )
}
