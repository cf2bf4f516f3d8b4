import { addDays, type CalendarDate } from '../../../../domain/kernel/date.ts'
import { PUSH_FUTURE_DAYS_MAX } from '../../../../domain/kernel/limits.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import { ChecksField, TextField } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import type { Row } from '../model/days.ts'
import type { Range } from './meant.ts'

type RangesProps = {
  ranges: readonly Range[]
  today: CalendarDate
  onChange: (ranges: readonly Range[]) => void
}

const RANGES_MAX = 12

/** The ranges of dates. */
export function Ranges({ ranges, today, onChange }: RangesProps) {
  const bounds = { min: today, max: addDays(today, PUSH_FUTURE_DAYS_MAX) }
  const set = (index: number, changes: Partial<Range>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...changes } : range)))
  return (
    <fieldset class="ranges">
      <legend>{t('calendar.bulk.dates')}</legend>
      {ranges.map(({ from, to }, index) => (
        <div key={index} class="beside">
          <TextField
            {...bounds}
            label={t('calendar.bulk.from')}
            isLabelHidden
            type="date"
            value={from}
            onText={(text) => set(index, { from: text })}
          />
          –
          <TextField
            {...bounds}
            label={t('calendar.bulk.to')}
            isLabelHidden
            type="date"
            value={to}
            onText={(text) => set(index, { to: text })}
          />
          {ranges.length > 1 && (
            <Button
              kind="quiet"
              aria-label={t('calendar.bulk.less')}
              onClick={() => onChange(ranges.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </Button>
          )}
        </div>
      ))}
      {ranges.length < RANGES_MAX && (
        <Button kind="quiet" onClick={() => onChange([...ranges, { from: '', to: '' }])}>
          <Icon name="add" />
          {t('calendar.bulk.more')}
        </Button>
      )}
    </fieldset>
  )
}

type RoomTypesProps = {
  rooms: readonly Row['room'][]
  codes: readonly string[]
  onPick: (codes: readonly string[]) => void
}

/** Picks room types, or all of them at a press. */
export function RoomTypes({ rooms, codes, onPick }: RoomTypesProps) {
  const isAll = rooms.every(({ roomCode }) => codes.includes(roomCode))
  return (
    <div class="room-types">
      <ChecksField
        label={t('calendar.bulk.rooms')}
        value={codes}
        choices={rooms.map(({ roomCode, name }) => ({ value: roomCode, text: name }))}
        onPick={onPick}
      />
      <Button
        kind="quiet"
        onClick={() => onPick(isAll ? [] : rooms.map(({ roomCode }) => roomCode))}
      >
        {t(isAll ? 'calendar.bulk.none' : 'calendar.bulk.all')}
      </Button>
    </div>
  )
}
