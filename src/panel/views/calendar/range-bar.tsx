import { addDays, type CalendarDate, parseDate } from '../../../domain/date.ts'
import { t } from '../../lib/i18n.ts'
import { setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'

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
        <span aria-hidden="true">‹</span>
      </Button>
      <Button onClick={() => begin(today)} disabled={from === today}>
        {t('calendar.toToday')}
      </Button>
      <Button aria-label={t('calendar.later')} onClick={() => begin(addDays(from, span))}>
        <span aria-hidden="true">›</span>
      </Button>
      <TextField
        label={t('calendar.from')}
        isLabelHidden
        type="date"
        value={from}
        onText={(text) => {
          const date = parseDate(text)
          if (date) begin(date)
        }}
      />
      <SelectField
        label={t('calendar.span')}
        isLabelHidden
        value={String(span)}
        options={SPANS.map((days) => ({
          value: String(days),
          text: t('calendar.days', { count: days }),
        }))}
        onPick={(days) => setQuery({ days })}
      />
    </div>
  )
}
