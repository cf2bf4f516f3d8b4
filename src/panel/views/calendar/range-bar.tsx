import { addDays, type CalendarDate, parseDate } from '../../../domain/date.ts'
import type { Query } from '../../lib/http.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'

/** Which days are shown: back, forth, today, a date, and how many. */
export function RangeBar({
  today,
  from,
  span,
  spans,
  onChange,
}: {
  today: CalendarDate
  from: CalendarDate
  span: number
  spans: readonly number[]
  onChange: (changes: Query) => void
}) {
  const begin = (date: CalendarDate) => onChange({ from: date === today ? undefined : date })
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
        options={spans.map((days) => ({
          value: String(days),
          text: t('calendar.days', { count: days }),
        }))}
        onPick={(days) => onChange({ days })}
      />
    </div>
  )
}
