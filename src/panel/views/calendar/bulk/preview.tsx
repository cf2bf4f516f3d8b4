import { UPDATES_MAX } from '../../../../domain/limits.ts'
import { date, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Row } from '../model/days.ts'
import { bigMovesOf } from '../model/edit.ts'
import type { Step } from '../model/step.ts'
import { BULK_DAYS_MAX } from './meant.ts'

type PreviewProps = {
  rows: readonly Row[]
  /** How many days are meant, changed or not. */
  meant: number
  step: Step | undefined
  currency: string
}

const EXAMPLES = 3

/** What a change of many days would do, before it is done. */
export function Preview({ rows, meant, step, currency }: PreviewProps) {
  if (meant > BULK_DAYS_MAX)
    return (
      <p class="note bad">{t('calendar.bulk.tooMany', { count: meant, max: BULK_DAYS_MAX })}</p>
    )
  const changed = step ? changedDays(step) : 0
  const moves = step && bigMovesOf(step)
  const parts = step ? Math.ceil(step.updates.length / UPDATES_MAX) : 0
  return (
    <div class="preview" role="status">
      <p>
        {step
          ? t('calendar.bulk.changes', { count: changed, all: meant.toLocaleString() })
          : t('calendar.bulk.meant', { count: meant })}
      </p>
      {step && (
        <ul>
          {examplesOf(step).map(({ roomCode, date: day, before, after }) => (
            <li key={`${roomCode} ${day}`}>
              {rows.find(({ room }) => room.roomCode === roomCode)?.room.name},{' '}
              {date(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}:{' '}
              {money(before, currency)} → <b>{money(after, currency)}</b>
            </li>
          ))}
        </ul>
      )}
      {moves && <p class="warn">{t('calendar.bulk.bigMoves', { count: moves.count })}</p>}
      {parts > 1 && <p class="hint">{t('calendar.bulk.parts', { count: parts })}</p>}
      {step && !step.undo && <p class="hint">{t('calendar.doneForGood')}</p>}
    </div>
  )
}

const changedDays = ({ updates }: Step) =>
  new Set(updates.map(({ roomCode, date }) => `${roomCode} ${date}`)).size

/** Some prices before and after: the first, one in the middle and the last. */
function examplesOf({ updates, undo = [] }: Step) {
  const prices = updates.flatMap(({ roomCode, date, priceCents }, at) => {
    const before = undo[at]?.priceCents
    // Nothing is a price, too: who lowers all of it sees so.
    return typeof priceCents === 'number' && before
      ? [{ roomCode, date, before, after: priceCents }]
      : []
  })
  const places = new Set([0, Math.floor(prices.length / 2), prices.length - 1])
  return [...places].flatMap((at) => prices[at] ?? []).slice(0, EXAMPLES)
}
