import type { ComponentChildren } from 'preact'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { setQuery } from '../../lib/router.ts'
import { type DayRange, RangePicker } from '../../parts/range-picker.tsx'
import { ChoiceFilter } from '../../parts/search-field.tsx'
import type { Filter } from './filters.tsx'

/** The filter that a chip sets. */
type Chip = Pick<Filter, 'status' | 'dateField' | 'from' | 'to' | 'unacked' | 'unproven'>

/** The members that every chip sets: those that it does not name are cleared. */
const NONE = {
  status: undefined,
  dateField: undefined,
  from: undefined,
  to: undefined,
  unacked: undefined,
  unproven: undefined,
}

/** Guests who arrive on a day, or on the days from it to `to`. */
export const arriving = (from: string, to = from): Chip => ({ status: ['confirmed'], from, to })

/** Guests who leave on a day. */
export const leaving = (day: string): Chip => ({
  status: ['confirmed', 'completed'],
  dateField: 'checkout',
  from: day,
  to: day,
})

/** Guests who stay in a night. */
export const sleeping = (night: string): Chip => ({
  status: ['confirmed'],
  dateField: 'stay',
  from: night,
  to: night,
})

type ChipsProps = {
  filter: Filter
  today: CalendarDate
  /** Stands after the chips. */
  children?: ComponentChildren
}

/** The lists that a desk uses, one press each, and a choice of any other days. */
export const Chips = (props: ChipsProps) => (
  <ChipRow
    {...props}
    chips={[
      ...arrivalChips(props.today),
      ['desk.inHouse', sleeping(props.today)],
      ['desk.unacked', { unacked: true }],
      ['desk.held', { status: ['pending'] }],
      ['desk.unproven', { unproven: true }],
    ]}
  />
)

/** The lists that an agency uses, as `Chips`. */
export const AgencyChips = (props: ChipsProps) => (
  <ChipRow
    {...props}
    chips={[
      ['desk.held', { status: ['pending'] }],
      ...arrivalChips(props.today),
      ['desk.inHouse', sleeping(props.today)],
    ]}
  />
)

function arrivalChips(today: CalendarDate): [WordKey, Chip][] {
  const tomorrow = addDays(today, 1)
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  return [
    ['desk.arriving', arriving(today)],
    ['desk.tomorrow', arriving(tomorrow)],
    ['desk.week', arriving(monday, addDays(monday, 6))],
  ]
}

function ChipRow({ filter, today, children, chips }: ChipsProps & { chips: [WordKey, Chip][] }) {
  const pressed = chips.find(([, chip]) => isSame(chip, filter))
  return (
    <div class="chips">
      {chips.map(([name, chip]) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={pressed?.[0] === name}
          onClick={() => setQuery({ ...NONE, ...(pressed?.[0] !== name && chip) })}
        >
          {t(name)}
        </button>
      ))}
      <DateChip filter={filter} today={today} pressed={pressed !== undefined} />
      {children}
    </div>
  )
}

/** Any other days than those of the chips: days of arrival, of departure or nights of the stay. */
function DateChip({
  filter: { from, to, dateField },
  today,
  pressed = false,
}: {
  filter: Filter
  today: CalendarDate
  /** True if another chip sets the days. */
  pressed?: boolean
}) {
  const range = from && to && !pressed ? { from, to } : undefined
  const pick = (days: DayRange | undefined) =>
    setQuery(
      days
        ? { ...(pressed && NONE), ...days, unacked: undefined }
        : { from: undefined, to: undefined, dateField: undefined },
    )
  return (
    <>
      <RangePicker
        label={t('desk.dates')}
        value={range}
        today={today}
        look={range ? 'chip is-on' : 'chip'}
        any={t('desk.anyDay')}
        onPick={pick}
      />
      {range && (
        <ChoiceFilter
          key={dateField}
          name="dateField"
          label={t('desk.datesOf')}
          isLabelHidden
          none={t('bookings.checkin')}
          options={[
            { value: 'checkout', text: t('bookings.checkout') },
            { value: 'stay', text: t('desk.nightsOf') },
          ]}
        />
      )}
    </>
  )
}

function isSame(chip: Chip, filter: Filter): boolean {
  const names = Object.keys(NONE) as (keyof Chip)[]
  return names.every((name) => `${chip[name] ?? ''}` === `${filter[name] ?? ''}`)
}
