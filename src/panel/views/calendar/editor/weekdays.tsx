import { weekdays as weekdayNames } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import { ALL_WEEKDAYS } from '../sheet/selected.ts'

type WeekdaysProps = {
  weekdays: ReadonlySet<number>
  onPick: (weekdays: ReadonlySet<number>) => void
}

/** Friday and Saturday, the nights that cost more; and the others. */
const PRESETS = {
  all: ALL_WEEKDAYS,
  weekend: new Set([4, 5]),
  working: new Set([0, 1, 2, 3, 6]),
} as const

/** Which weekdays of some days are meant; 0 is Monday. */
export function Weekdays({ weekdays, onPick }: WeekdaysProps) {
  const [short, long] = [weekdayNames('short'), weekdayNames('long')]
  return (
    <fieldset class="weekdays">
      <legend>{t('calendar.weekdays')}</legend>
      {short.map((name, day) => (
        <label key={name}>
          <input
            type="checkbox"
            aria-label={long[day]}
            checked={weekdays.has(day)}
            onChange={() => onPick(weekdays.symmetricDifference(new Set([day])))}
          />
          <span aria-hidden="true">{name}</span>
        </label>
      ))}
      {(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).map((name) => (
        <Button key={name} kind="quiet" onClick={() => onPick(PRESETS[name])}>
          {t(`calendar.days.${name}`)}
        </Button>
      ))}
    </fieldset>
  )
}
