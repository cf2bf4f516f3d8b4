import { UPDATES_MAX } from '../../../../domain/limits.ts'
import { RESTRICTIONS } from '../../../../domain/rate.ts'
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
          {examplesOf(step, rows, currency).map(({ name, day, changes }) => (
            <li key={`${name} ${day}`}>
              {name},{' '}
              {date(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}:{' '}
              {changes.map(({ what, before, after }, at) => (
                <>
                  {at > 0 && '; '}
                  {what} {before} → <b>{after}</b>
                </>
              ))}
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

type Change = { what: string; before: string; after: string }
type Example = { name: string; day: string; changes: Change[] }

/** Some days before and after: the first, one in the middle and the last. */
function examplesOf({ updates }: Step, rows: readonly Row[], currency: string): Example[] {
  const days = [...Map.groupBy(updates, ({ roomCode, date }) => `${roomCode} ${date}`).values()]
  const places = new Set([0, Math.floor(days.length / 2), days.length - 1])
  return [...places].flatMap((at) => {
    const day = days[at]
    const [first] = day ?? []
    const row = rows.find(({ room }) => room.roomCode === first?.roomCode)
    const col = row?.days.findIndex(({ date }) => date === first?.date) ?? -1
    if (!day || !row || col < 0) return []
    const changes = day.flatMap((update) => changesOf(update, row, col, currency))
    return changes.length > 0 ? [{ name: row.room.name, day: row.days[col]!.date, changes }] : []
  })
}

/** What an update makes of a day, by what stands there now. */
function changesOf(update: Values, { days, terms, rate }: Row, col: number, currency: string) {
  const { availableBy, ...set } = update
  const [day, term] = [days[col], terms?.[col]]
  const was: Values = rate ? { ...day, ...term } : { ...term, ...day }
  const by = availableBy && { available: day!.available + availableBy }
  return TOLD.flatMap((name): Change[] => {
    const is = { ...set, ...by }[name]
    if (is === undefined || is === was[name]) return []
    const [before, after] = [was[name], is].map((value) => asText(name, value, currency))
    return [{ what: name === 'priceCents' ? '' : nameOf(name), before: before!, after: after! }]
  })
}

const TOLD = ['priceCents', 'available', 'closed', ...RESTRICTIONS] as const
type Told = (typeof TOLD)[number]
type Values = { availableBy?: number } & { [Name in Told]?: unknown }

function nameOf(name: Exclude<Told, 'priceCents'>): string {
  if (name === 'available') return t('calendar.rooms')
  return t(`calendar.${name === 'closed' ? 'sale' : name}`)
}

function asText(name: Told, value: unknown, currency: string): string {
  if (name === 'closed') return t(`calendar.state.${value ? 'closed' : 'open'}`)
  if (typeof value === 'boolean') return t(value ? 'calendar.notAllowed' : 'calendar.allowed')
  // Nothing is a price, too: who lowers all of it sees so.
  if (name === 'priceCents') return value ? money(Number(value), currency) : '–'
  return `${value ?? '–'}`
}
