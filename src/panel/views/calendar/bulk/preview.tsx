import { UPDATES_MAX } from '../../../../domain/kernel/limits.ts'
import { RESTRICTIONS } from '../../../../domain/rates/rate.ts'
import { date } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { valueText } from '../../history/log-text.ts'
import type { Row } from '../model/days.ts'
import { bigMovesOf, type Step, type Update } from '../model/step.ts'
import { BULK_DAYS_MAX } from './meant.ts'

type PreviewProps = {
  rows: readonly Row[]
  /** The number of days, changed or not. */
  meant: number
  step: Step | undefined
  currency: string
}

/** The effect of a bulk edit before it is sent. */
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
          {examplesOf(step, rows, currency).map((line) => (
            <li key={line}>{line}</li>
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

/** Some days before and after: the first, one in the middle and the last. */
function examplesOf({ updates }: Step, rows: readonly Row[], currency: string): string[] {
  const days = [...Map.groupBy(updates, ({ roomCode, date }) => `${roomCode} ${date}`).values()]
  const places = new Set([0, Math.floor(days.length / 2), days.length - 1])
  return [...places].flatMap((at) => {
    const { roomCode, date: day } = days[at]?.[0] ?? {}
    const row = rows.find(({ room }) => room.roomCode === roomCode)
    const col = row?.days.findIndex(({ date }) => date === day) ?? -1
    if (!row || !day || col < 0) return []
    const changes = days[at]!.flatMap((update) => changesOf(update, row, col, currency))
    return `${row.room.name}, ${date(day, DAY)}: ${changes.join('; ')}`
  })
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

/** The changes of a day by an update, in the words of the hotel's history. */
function changesOf(update: Update, { days, terms, rate }: Row, col: number, currency: string) {
  const { availableBy, ...set } = update
  const [day, term] = [days[col], terms?.[col]]
  const was: Values = rate ? { ...day, ...term } : { ...term, ...day }
  const by = availableBy && { available: day!.available + availableBy }
  return SHOWN.flatMap((name) => {
    const is = { ...set, ...by }[name]
    if (is === undefined || is === was[name]) return []
    const change = [was[name] ?? null, is].map((value) => valueText(name, value, currency))
    return `${t(`history.day.${name}`)} ${change.join(' → ')}`
  })
}

const SHOWN = ['priceCents', 'available', 'closed', ...RESTRICTIONS] as const
type Value = number | boolean | null | undefined
type Values = Partial<Record<(typeof SHOWN)[number], Value>>
