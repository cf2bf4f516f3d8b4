import { useRef, useState } from 'preact/hooks'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { BulkDialog } from './bulk/dialog.tsx'
import { Editor } from './editor/editor.tsx'
import { HistoryDialog } from './editor/history.tsx'
import { SelectionPopover } from './editor/popover.tsx'
import { AskedCells, isOf, Outcomes } from './editor/refusals.tsx'
import { Grid } from './grid/grid.tsx'
import { Layers } from './grid/layers.tsx'
import { focusOf, onlyCell, type Place, type Selection } from './model/days.ts'
import type { DayName } from './model/step.ts'
import { type Desk, summaryOf, useSelected } from './sheet/selected.ts'
import { type Sheet, useSheet } from './sheet/sheet.ts'

type DeskProps = Omit<Desk, 'selected' | 'isMine'> & {
  /** Room types whose rates are shown. */
  open: ReadonlySet<string>
  onFold: (roomCode: string) => void
}

/** True on a device that is used by finger. */
const HAS_TOUCH = matchMedia('(pointer: coarse)').matches

/** The grid with its selection, and the ways to change it: typing in its cells, or the form beside them. */
export function CalendarDesk({ open, onFold, ...shown }: DeskProps) {
  const { hotel, rows, dates, today, change } = shown
  const { currency } = hotel
  const selected = useSelected(rows, dates)
  const { selection, select } = selected
  const desk: Desk = { ...shown, selected, isMine: may(hotel, 'revenue') }
  const element = useRef<HTMLDivElement>(null)
  const toGrid = () =>
    element.current
      ?.querySelector<HTMLElement>('.cell[tabindex="0"]')
      ?.focus({ preventScroll: true })
  const panel = usePanel(desk, toGrid)
  const [isBulk, setBulk] = useState(false)
  const sheet = useSheet({
    ...desk,
    onOpen: panel.enter,
    onFold: (roomCode, isOpen) => open.has(roomCode) !== isOpen && onFold(roomCode),
  })
  const goTo = (cell: DayName) => goToCell(cell, desk, { onFold, toGrid })
  /** Goes to a price that was warned of and asks its question again. */
  const goToAsked = (cell: DayName) => {
    const place = goTo(cell)
    if (place) sheet.typing.begin(place, 'price')
  }
  const showHistory = () => {
    if (!selection) return undefined
    const { row, col } = focusOf(selection)
    const [{ room }, day] = [rows[row]!, dates[col]!]
    return openDialog((onClose) => <HistoryDialog {...{ hotel, room, day, onClose }} />)
  }
  return (
    <div class="desk" ref={element}>
      <Strip {...{ desk, sheet, panel, showHistory }} onBulk={() => setBulk(true)} />
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
        onFill={desk.isMine && !HAS_TOUCH ? sheet.fill : undefined}
      >
        {sheet.typing.input}
      </Grid>
      <AskedCells {...{ change, rows, currency }} onPick={goToAsked} />
      <Panel {...{ desk, panel, sheet, showHistory }} />
      {isBulk && <BulkDialog desk={desk} onClose={() => setBulk(false)} />}
    </div>
  )
}

type Ways = Pick<DeskProps, 'onFold'> & { toGrid: () => void }

/** Selects a cell and answers its place; shows its days, or unfolds its rates, if they are not on the screen. */
function goToCell(cell: DayName, desk: Desk, { onFold, toGrid }: Ways): Place | undefined {
  const { rows, dates, selected } = desk
  const row = rows.findIndex((each) => isOf(each, cell))
  const col = dates.indexOf(cell.date)
  if (col < 0) setQuery({ from: cell.date })
  else if (row < 0) onFold(cell.roomCode)
  if (row < 0 || col < 0) return undefined
  toGrid()
  // A refused text was typed for the selection around its cell.
  const { top = 0, bottom = -1, left = 0, right = -1 } = selected.bounds ?? {}
  const isIn = row >= top && row <= bottom && col >= left && col <= right
  selected.select(onlyCell({ row, col }), isIn)
  return { row, col }
}

/** The panel beside the selection: shown with a range, or entered by its keys and buttons. */
function usePanel({ selected: { bounds }, isMine }: Desk, toGrid: () => void) {
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

type PanelProps = {
  desk: Desk
  panel: ReturnType<typeof usePanel>
  sheet: Sheet
  showHistory: () => void
}

/** The form of the selection, in the panel beside it. */
function Panel({ desk, panel, sheet, showHistory }: PanelProps) {
  const { rows, dates, selected, isMine } = desk
  const { selection, bounds, round, nights } = selected
  const [isMoreOpen, setMoreOpen] = useState(false)
  if (!panel.shown || !isMine || !bounds || panel.isExtending) return null
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
        {...{ ...desk, isMoreOpen }}
        onMore={setMoreOpen}
        onDone={({ rooms, price }) => {
          if (rooms && !price) sheet.goOnWith('rooms')
          panel.close()
        }}
      />
      <div class="by-finger">
        <Button onClick={panel.extend}>{t('calendar.extend')}</Button>
        <Button onClick={showHistory}>{t('calendar.history')}</Button>
      </div>
    </SelectionPopover>
  )
}

type StripProps = PanelProps & { onBulk: () => void }

/** The selection in words, the figure that is typed, and buttons for the rest. */
function Strip({ desk, panel, sheet, showHistory, onBulk }: StripProps) {
  const { rows, dates, change, selected, isMine } = desk
  const { selection, nights } = selected
  return (
    <div class="selected">
      <Layers />
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
            <Button disabled={!selection} onClick={panel.enter}>
              {t('calendar.edit')}
            </Button>
            <Button onClick={onBulk}>{t('calendar.bulk')}…</Button>
          </>
        )}
        <Button disabled={!selection} onClick={showHistory}>
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
