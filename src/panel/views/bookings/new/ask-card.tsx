import { useEffect, useState } from 'preact/hooks'
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
  /** Gets true once a field has a text that is no day or no number of nights: then the rooms are of other days. */
  onWrong: (isWrong: boolean) => void
  /** Runs on Enter in a field: the rooms come next. */
  onEnter: () => void
}

/** The fields of a stay: days and party of one room. */
export function AskCard({ ask, set, today, boards, problem, onWrong, onEnter }: AskProps) {
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
      <DayFields {...{ ask, set, today, problem, onWrong }} />
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

type DayFieldsProps<Of extends Days> = Pick<AskProps, 'today' | 'problem' | 'onWrong'> & {
  ask: Of
  set: (ask: Of) => void
}

/** Arrival, nights and departure: each follows the others. */
export function DayFields<Of extends Days>(props: DayFieldsProps<Of>) {
  const { ask, set, today, problem, onWrong } = props
  const [wrong, setWrong] = useState({ from: '', to: '' })
  /** The text that is no number of nights. */
  const [noNights, setNoNights] = useState<string>()
  const isWrong = noNights !== undefined || Object.values(wrong).some(Boolean)
  useEffect(() => onWrong(isWrong), [isWrong])
  const flaw = (name: keyof typeof wrong) => (text: string) =>
    setWrong((now) => ({ ...now, [name]: text }))
  const nights = nightsOf({ checkin: ask.from, checkout: ask.to })
  const first = ask.from as CalendarDate
  const onNights = (text: string) => {
    const count = Math.floor(Number(text))
    setNoNights(count >= 1 ? undefined : text)
    if (count >= 1) set(withNights(ask, count))
  }
  useEffect(() => setNoNights(undefined), [ask.from, ask.to])
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
        onWrong={flaw('from')}
      />
      <TextField
        {...COUNT}
        label={t('bookings.nightsHead')}
        min={1}
        max={NIGHTS_MAX}
        value={noNights ?? (nights > 0 ? String(nights) : '')}
        error={noNights === undefined ? undefined : t('new.nightsNone')}
        onText={onNights}
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
        onWrong={flaw('to')}
      />
    </>
  )
}
