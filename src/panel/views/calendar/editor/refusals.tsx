import type { ComponentChildren } from 'preact'
import { useAsked } from '../../../lib/entry-state.ts'
import { date, money } from '../../../lib/format.ts'
import { flawText, t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import type { Changes } from '../change/change.ts'
import type { Refusal } from '../change/send.ts'
import type { Row } from '../model/days.ts'
import type { DayName, Update } from '../model/step.ts'

type OutcomesProps = {
  rows: readonly Row[]
  currency: string
  onPick: (cell: DayName) => void
}

/** Outcomes of changes other than the wanted ones; unsaved updates can be sent again. */
export function Outcomes({ change, ...props }: OutcomesProps & { change: Changes }) {
  const { unsaved, asked, isBusy, retry } = change
  useAsked(unsaved.length + asked.length > 0)
  return (
    <>
      <Cells {...props} of="unsaved" cells={unsaved}>
        <div class="buttons">
          <Button isBusy={isBusy} onClick={retry}>
            {t('action.retry')}
          </Button>
          <Button onClick={() => change.drop(unsaved)}>{t('calendar.discard')}</Button>
        </div>
      </Cells>
      <Cells {...props} of="refused" cells={change.refusals} />
      <Cells {...props} of="corrected" cells={change.corrections} />
    </>
  )
}

/** Prices that were warned of and wait in their cells: below the grid, which keeps its place under a press. */
export function AskedCells({ change, ...props }: OutcomesProps & { change: Changes }) {
  const { asked } = change
  return (
    <Cells {...props} of="asked" cells={asked}>
      <div class="buttons">
        <Button onClick={() => change.drop(asked)}>{t('calendar.discard')}</Button>
      </div>
    </Cells>
  )
}

type CellsProps = OutcomesProps & {
  of: 'unsaved' | 'asked' | 'refused' | 'corrected'
  cells: readonly (Refusal | Update)[]
  children?: ComponentChildren
}

/** A list of cells, each with its outcome and a way to it. */
function Cells({ of, cells, rows, currency, onPick, children }: CellsProps) {
  return (
    <div role="alert" class="alert-slot">
      {cells.length > 0 && (
        <div class={`note ${of === 'corrected' || of === 'asked' ? 'warn' : 'bad'} refusals`}>
          <p>{t(`calendar.${of}Count`, { count: new Set(cells.map(nameOf)).size })}</p>
          <ul>
            {cells.map((cell, index) => {
              const { roomCode, rateCode } = cell
              const row = rows.find(({ room }) => room.roomCode === roomCode)
              const parts = [row?.room.name ?? roomCode, rateCode, date(cell.date)]
              return (
                <li key={index}>
                  <button type="button" onClick={() => onPick(cell)}>
                    {parts.filter(Boolean).join(', ')}
                  </button>{' '}
                  {'code' in cell ? textOf(cell, row) : wantedOf(cell, currency)}
                </li>
              )
            })}
          </ul>
          {children}
        </div>
      )}
    </div>
  )
}

/** A night counts once, though sold and held rooms are told of apart. */
const nameOf = ({ roomCode, rateCode, date }: DayName) => `${roomCode} ${rateCode} ${date}`

/** True if a row is the one of a day: of its room type, or of its rate. */
export const isOf = ({ room, rate }: Row, { roomCode, rateCode }: DayName): boolean =>
  room.roomCode === roomCode && rate?.rateCode === rateCode

/** The reason of a refusal, in words for this screen; a count that was cut for its room type has the general ones. */
function textOf(refusal: Refusal, row: Row | undefined): string {
  const { code, values, bookings } = refusal
  const isTaken = code === 'sold_meanwhile' || code === 'held_meanwhile'
  const isOwn = code === 'price_changed' || code === 'stale_push' || (bookings && isTaken)
  const left = row?.days.find(({ date }) => date === refusal.date)?.available ?? ''
  return isOwn ? t(`calendar.why.${code}`, { left, ...values }) : flawText(refusal)
}

/** The wanted value of a cell. */
function wantedOf(update: Update, currency: string): string {
  const { priceCents, available, availableBy: by = 0 } = update
  if (priceCents !== undefined)
    return priceCents ? money(priceCents, currency) : t('calendar.state.unpriced')
  const count = available ?? (by > 0 ? `+${by}` : by || undefined)
  return count === undefined ? '' : `${t('calendar.rooms')}: ${count}`
}
