import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { addDays, type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { date, rangeText, weekdays } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Popover } from './menu.tsx'

/** A range of days, both inclusive; the second day of a stay is the departure. */
export type DayRange = { from: string; to: string }

type MonthProps = {
  value: DayRange | undefined
  /** Gets the range when both ends are chosen, or undefined if an empty range is allowed. */
  onPick: (range: DayRange | undefined) => void
  today: string
  /** The first and the last selectable day. */
  min?: string | undefined
  max?: string | undefined
  /** The most nights of a stay, which has at least one. */
  nightsMax?: number
  /** True to choose a single day. */
  isOne?: boolean
}

type RangePickerProps = MonthProps & {
  label: string
  /** The look of the button. */
  look?: string
  /** The text for an empty range; left out if a range is required. */
  any?: string
}

/** A button that shows the range and opens a month to choose another, in the page's language. */
export function RangePicker(props: RangePickerProps) {
  const { label, value, look = 'button', any } = props
  const text = value ? rangeText(value.from, value.to) : label
  const face = (
    <>
      <Icon name="calendar" />
      <span>{text}</span>
    </>
  )
  return (
    <Popover name={value ? `${label}: ${text}` : label} face={face} look={look}>
      {(close) => (
        <div class="range-picker">
          <Month
            {...props}
            onPick={(range) => {
              props.onPick(range)
              close()
            }}
          />
          {any && value && (
            <Button
              kind="quiet"
              onClick={() => {
                props.onPick(undefined)
                close()
              }}
            >
              {any}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}

/** The days of the weeks that contain a month, from a Monday on. */
function weeksOf(month: string): CalendarDate[][] {
  const first = `${month}-01` as CalendarDate
  const start = addDays(first, -((new Date(first).getUTCDay() + 6) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  ).filter(([monday]) => monday!.slice(0, 7) <= month)
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** One month: the first press chooses one end and the second the other, or one press chooses both. */
export function Month({ value, onPick, today, min, max, nightsMax, isOne = false }: MonthProps) {
  const [at, setAt] = useState((value?.from ?? today) as CalendarDate)
  const [first, setFirst] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const month = at.slice(0, 7)
  const isStay = nightsMax !== undefined
  useLayoutEffect(() => {
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])
  const isOff = (day: string) =>
    (min && day < min) ||
    (max && day > max) ||
    (isStay &&
      first !== undefined &&
      daysBetween(first as CalendarDate, day as CalendarDate) > nightsMax)
  const move = (days: number) => setAt((now) => addDays(now, days))
  const turn = (months: number) => {
    const [year = 0, of = 0] = month.split('-').map(Number)
    setAt(new Date(Date.UTC(year, of - 1 + months, 1)).toISOString().slice(0, 10) as CalendarDate)
  }
  const press = (day: CalendarDate) => {
    if (isOff(day)) return
    setAt(day)
    if (!isOne && (first === undefined || (isStay && day <= first))) return setFirst(day)
    const [from, to] = first && first < day ? [first, day] : [day, first ?? day]
    onPick({ from: from!, to: to! })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const days = KEYS[event.key]
    const months = { PageUp: -1, PageDown: 1 }[event.key]
    if (days === undefined && months === undefined) return
    event.preventDefault()
    if (days) move(days)
    else turn(months!)
  }
  const [from, to] = [first ?? at, at].toSorted()
  const shown = first ? { from: from!, to: to! } : value
  const asks = isStay
    ? (['desk.pickArrival', 'desk.pickDeparture'] as const)
    : (['desk.pickFrom', 'desk.pickTo'] as const)
  return (
    <>
      <div class="beside">
        <Button kind="quiet" aria-label={t('desk.monthBefore')} onClick={() => turn(-1)}>
          <Icon name="back" />
        </Button>
        <strong aria-live="polite">{date(at, { month: 'long', year: 'numeric' })}</strong>
        <Button kind="quiet" aria-label={t('desk.monthAfter')} onClick={() => turn(1)}>
          <Icon name="forth" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid (WAI-ARIA APG) */}
      <table role="grid" ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays('short').map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isEnd = day === shown?.from || day === shown?.to
                const isIn = shown && day >= shown.from && day <= shown.to
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above
                  <td key={day} role="gridcell" aria-selected={isIn === true}>
                    <button
                      type="button"
                      class={`day${isIn ? ' in' : ''}${isEnd ? ' end' : ''}${day.startsWith(month) ? '' : ' out'}`}
                      data-day={day}
                      tabIndex={day === at ? 0 : -1}
                      aria-label={date(day, { dateStyle: 'full' })}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={isOff(day)}
                      onClick={() => press(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {!isOne && (
        <p class="hint" role="status">
          {t(asks[first === undefined ? 0 : 1])}
        </p>
      )}
    </>
  )
}
