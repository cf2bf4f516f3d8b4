import { useRef, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { BulkDialog } from './bulk/dialog.tsx'
import type { Changes } from './change/change.ts'
import { useBigMoves } from './editor/big-moves.tsx'
import { Editor } from './editor/editor.tsx'
import { HistoryDialog } from './editor/history.tsx'
import { SelectionPopover } from './editor/popover.tsx'
import { Asked, isOf, Outcomes } from './editor/refusals.tsx'
import { Grid } from './grid/grid.tsx'
import { focusOf, onlyCell, type Row } from './model/days.ts'
import type { DayName } from './model/step.ts'
import type { usePending } from './reading/pending.ts'
import { type Selected, summaryOf, useSelected } from './sheet/selected.ts'
import { useSheet } from './sheet/sheet.ts'

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

/** Whether a finger is what points here. */
const HAS_TOUCH = matchMedia('(pointer: coarse)').matches

/** The grid with what is selected in it, and what changes that: typing in its cells, or the form beside them. */
export function CalendarDesk(props: DeskProps) {
  const { hotel, rows, dates, today, change, open, onFold } = props
  const selected = useSelected(rows, dates)
  const { selection, bounds, round, nights, select } = selected
  const [isExtending, setExtending] = useState(false)
  const [editor, setEditor] = useState<'shown' | 'entered'>()
  const [isMoreOpen, setMoreOpen] = useState(false)
  const { isMeant, dialog } = useBigMoves(rows, hotel.currency)
  const desk = useRef<HTMLDivElement>(null)
  const isMine = may(hotel, 'revenue')
  const toGrid = () =>
    desk.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus({ preventScroll: true })
  const close = () => {
    setEditor(undefined)
    toGrid()
  }
  const sheet = useSheet({
    ...{ ...props, selected, isMeant, isMine },
    onOpen: () => setEditor('entered'),
    onFold: (roomCode, isOpen) => open.has(roomCode) !== isOpen && onFold(roomCode),
  })
  /** @param isAsked its question is shown again */
  const goTo = (cell: DayName, isAsked = false) => {
    const place = {
      row: rows.findIndex((each) => isOf(each, cell)),
      col: dates.indexOf(cell.date),
    }
    if (place.col < 0) return setQuery({ from: cell.date })
    if (place.row < 0) return onFold(cell.roomCode)
    toGrid()
    // What was refused there was typed for it.
    const isIn = bounds && place.row >= bounds.top && place.row <= bounds.bottom
    select(onlyCell(place), isIn && place.col >= bounds.left && place.col <= bounds.right)
    if (isAsked) sheet.typing.begin(place, 'price')
  }
  const [isBulk, setBulk] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const pick = (stage: 'begin' | 'end' | 'tap') => {
    setPicking(stage === 'begin')
    const isRange = bounds && (bounds.top !== bounds.bottom || bounds.left !== bounds.right)
    const isShown = stage === 'tap' || (stage === 'end' && isRange)
    if (isMine && isShown) setEditor((now) => now ?? 'shown')
  }
  const { input } = sheet.typing
  const [history, setHistory] = useState<{ row: Row; day: string }>()
  const focused = selection && focusOf(selection)
  const showHistory = () =>
    focused && setHistory({ row: rows[focused.row]!, day: dates[focused.col]! })
  return (
    <div class="desk" ref={desk}>
      <Strip
        {...{ ...props, selected, isMine, sheet, showHistory }}
        onEdit={() => setEditor('entered')}
        onBulk={() => setBulk(true)}
      />
      <Outcomes {...{ change, rows }} currency={hotel.currency} onPick={goTo} />
      <Grid
        {...{ rows, dates, today, selection, isExtending, open, onFold }}
        currency={hotel.currency}
        marks={change.marks}
        onSelect={(next) => {
          select(next)
          setExtending(false)
          if (!next) setEditor(undefined)
        }}
        onPick={pick}
        onKey={sheet.onKey}
        onEdit={sheet.onEdit}
        onCopy={sheet.onCopy}
        onPaste={sheet.onPaste}
        onFill={isMine && !HAS_TOUCH ? sheet.fill : undefined}
      >
        {input}
      </Grid>
      <Asked {...{ change, rows }} currency={hotel.currency} onPick={(cell) => goTo(cell, true)} />
      {editor && isMine && bounds && !isExtending && (
        <SelectionPopover
          title={summaryOf(rows, dates, selection!, nights)}
          bounds={bounds}
          // It is not in the way of what is being chosen.
          isHidden={isPicking}
          isEntered={editor === 'entered'}
          onClose={close}
        >
          <Editor
            key={round}
            {...{ hotel, rows, today, change, selected, isMoreOpen, isMeant }}
            onMore={setMoreOpen}
            onDone={close}
          />
          <div class="by-finger">
            <Button onClick={() => setExtending(true)}>{t('calendar.extend')}</Button>
            <Button onClick={showHistory}>{t('calendar.history')}</Button>
          </div>
        </SelectionPopover>
      )}
      {history && (
        <HistoryDialog
          hotel={hotel}
          room={history.row.room}
          day={history.day}
          onClose={() => setHistory(undefined)}
        />
      )}
      {isBulk && (
        <BulkDialog
          {...{ hotel, today, change, isMeant }}
          rooms={rows.filter(({ rate }) => !rate).map(({ room }) => room)}
          first={firstOf(rows, dates, bounds)}
          onClose={() => setBulk(false)}
        />
      )}
      {dialog}
    </div>
  )
}

/** What a change of many days begins with: what is selected, or all that is shown. */
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
  sheet: ReturnType<typeof useSheet>
  onEdit: () => void
  showHistory: () => void
  onBulk: () => void
}

/** What is selected, which figure is typed, and what else can be done. */
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
