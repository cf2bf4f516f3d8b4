import { weekdays as weekdayNames } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'

/** Which weekdays of the days selected are meant; 0 is Monday. */
export function Weekdays({
  weekdays,
  isOff,
  onWeekdays,
}: {
  weekdays: ReadonlySet<number>
  /** Whether there is nothing to choose. */
  isOff: boolean
  onWeekdays: (weekdays: ReadonlySet<number>) => void
}) {
  const [short, long] = [weekdayNames('short'), weekdayNames('long')]
  const toggle = (day: number, isOn: boolean) => {
    const next = new Set(weekdays)
    if (isOn) next.add(day)
    else next.delete(day)
    onWeekdays(next)
  }
  return (
    <fieldset class="weekdays" disabled={isOff}>
      <legend>{t('calendar.weekdays')}</legend>
      {short.map((name, day) => (
        <label key={name}>
          <input
            type="checkbox"
            aria-label={long[day]}
            checked={weekdays.has(day)}
            onChange={(event) => toggle(day, event.currentTarget.checked)}
          />
          <span aria-hidden="true">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
