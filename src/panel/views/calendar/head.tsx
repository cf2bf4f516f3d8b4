import { addDays, type CalendarDate, parseDate } from '../../../domain/kernel/date.ts'
import { t } from '../../lib/i18n.ts'
import { setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'

/** How many days may be shown at once. */
export const SPANS = [14, 30, 60] as const

/** Which days are shown: back, forth, today, a date, and how many. */
export function RangeBar({
  today,
  from,
  span,
}: {
  today: CalendarDate
  from: CalendarDate
  span: number
}) {
  const begin = (date: CalendarDate) => setQuery({ from: date === today ? undefined : date })
  return (
    <div class="range-bar">
      <Button aria-label={t('calendar.earlier')} onClick={() => begin(addDays(from, -span))}>
        <Icon name="back" />
      </Button>
      <Button onClick={() => begin(today)} disabled={from === today}>
        {t('calendar.toToday')}
      </Button>
      <Button aria-label={t('calendar.later')} onClick={() => begin(addDays(from, span))}>
        <Icon name="forth" />
      </Button>
      <TextField
        label={t('calendar.from')}
        isLabelHidden
        type="date"
        required
        value={from}
        onText={(text) => {
          const date = parseDate(text)
          if (date) begin(date)
        }}
      />
      <div role="group" class="segments" aria-label={t('calendar.span')}>
        {SPANS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === span}
            onClick={() => setQuery({ days })}
          >
            {t('calendar.days', { count: days })}
          </button>
        ))}
      </div>
    </div>
  )
}
