import { weekdays as weekdayNames } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Selected } from './selected.ts'

/** Which weekdays of the days selected are meant; 0 is Monday. */
export function Weekdays({ selected: { weekdays, setWeekdays, nights } }: { selected: Selected }) {
  const [short, long] = [weekdayNames('short'), weekdayNames('long')]
  const toggle = (day: number) => setWeekdays(weekdays.symmetricDifference(new Set([day])))
  return (
    <fieldset class="weekdays" disabled={nights.all < 2}>
      <legend>{t('calendar.weekdays')}</legend>
      {short.map((name, day) => (
        <label key={name}>
          <input
            type="checkbox"
            aria-label={long[day]}
            checked={weekdays.has(day)}
            onChange={() => toggle(day)}
          />
          <span aria-hidden="true">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
