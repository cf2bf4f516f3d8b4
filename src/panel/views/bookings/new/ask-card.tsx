import type { Board } from '../../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../../../domain/kernel/night.ts'
import type { Problem } from '../../../lib/api.ts'
import { boardText } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { type Ask, type Days, nightsOf, withArrival, withNights } from './ask.ts'

const COUNT = { type: 'number', inputMode: 'numeric' } as const

type AskProps = {
  ask: Ask
  set: (ask: Ask) => void
  today: CalendarDate
  boards: readonly Board[]
  /** The problem of the offers, whose flaws name the fields. */
  problem: Problem | undefined
  /** Runs on Enter in a field: the rooms come next. */
  onEnter: () => void
}

/** The fields of a stay: days and party of one room. */
export function AskCard({ ask, set, today, boards, problem, onEnter }: AskProps) {
  const change = (part: Partial<Ask>) => set({ ...ask, ...part })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnter()
  }
  const count = (name: 'adults' | 'children', label: string, min: number) => (
    <TextField
      {...{ ...COUNT, label, min, problem }}
      value={ask[name]}
      path={`?${name}`}
      onText={(value) => change({ [name]: value })}
    />
  )
  return (
    <section class="card ask" aria-label={t('desk.stay')} onKeyDown={onKeyDown}>
      <DayFields {...{ ask, set, today, problem }} />
      {count('adults', t('booking.adults'), 1)}
      {count('children', t('booking.children'), 0)}
      {Number(ask.children) > 0 && (
        <TextField
          label={t('booking.childAges')}
          placeholder={t('booking.childAgesHint')}
          value={ask.childAges}
          problem={problem}
          path="?childAges"
          onText={(childAges) => change({ childAges })}
        />
      )}
      {boards.length > 1 && (
        <SelectField
          label={t('booking.board')}
          value={ask.boardCode}
          options={[
            { value: '', text: t('new.anyBoard') },
            ...boards.map(({ code }) => ({ value: code, text: boardText(code) })),
          ]}
          onPick={(boardCode) => change({ boardCode })}
        />
      )}
    </section>
  )
}

/** Arrival, nights and departure: each follows the others. */
export function DayFields<Of extends Days>({
  ask,
  set,
  today,
  problem,
}: Pick<AskProps, 'today' | 'problem'> & { ask: Of; set: (ask: Of) => void }) {
  const nights = nightsOf({ checkin: ask.from, checkout: ask.to })
  const first = ask.from as CalendarDate
  return (
    <>
      <TextField
        type="date"
        required
        label={t('bookings.checkin')}
        min={today}
        value={ask.from}
        problem={problem}
        path="?checkin"
        onText={(day) => set(withArrival(ask, day))}
      />
      <TextField
        {...COUNT}
        label={t('bookings.nightsHead')}
        min={1}
        max={NIGHTS_MAX}
        value={nights > 0 ? String(nights) : ''}
        onText={(text) => Number(text) >= 1 && set(withNights(ask, Math.floor(Number(text))))}
      />
      <TextField
        type="date"
        required
        label={t('bookings.checkout')}
        min={addDays(first, 1)}
        max={addDays(first, NIGHTS_MAX)}
        value={ask.to}
        problem={problem}
        path="?checkout"
        onText={(to) => set({ ...ask, to })}
      />
    </>
  )
}
