import { useRef, useState } from 'preact/hooks'
import { t } from '../../lib/i18n.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import type { Changes } from './change.ts'
import type { Row } from './days.ts'
import type { Edit, PriceChange, RoomsChange } from './edit.ts'
import { Moved } from './moved.tsx'
import { readForm, type Typed } from './read-form.ts'
import { movedSince, useSeen } from './seen.ts'
import { nightsText, type Selected } from './selected.ts'
import { Weekdays } from './weekdays.tsx'

type EditFormProps = {
  hotel: Hotel
  rows: readonly Row[]
  change: Changes
  selected: Selected
  /**
   * Answers whether all of it was done; `seen` are the days as they were when the price was typed, `place` the one of the
   * feed that the count was made at.
   */
  onApply: (edit: Edit, seen?: readonly Row[], place?: string) => Promise<boolean>
}

const ROOMS_HOW: readonly RoomsChange['how'][] = ['set', 'add', 'take']
const PRICE_HOW: readonly PriceChange['how'][] = [
  'set',
  'raise',
  'lower',
  'raisePercent',
  'lowerPercent',
]

/** The one form for whatever is selected: rooms, price, weekdays, and closing or opening at a press. */
export function EditForm({ hotel, rows, change, selected, onApply }: EditFormProps) {
  const { refusals, isBusy } = change
  const { selection, nights, weekdays } = selected
  const [rooms, setRooms] = useState({ how: ROOMS_HOW[0]!, text: '' })
  const [price, setPrice] = useState({ how: PRICE_HOW[0]!, text: '' })
  const [wrong, setWrong] = useState<{ rooms?: string; price?: string }>({})
  const { seen, look } = useSeen(rows, refusals)
  // The place of the feed when the days were selected: what is sold after it is none of what is counted here.
  const counted = useRef(change.place.current)
  const isTyped = price.text !== '' && selection !== undefined
  const moved = isTyped ? movedSince(seen, rows, selection, weekdays) : []
  const typePrice = (text: string) => {
    if (price.text === '') look()
    setPrice((now) => ({ ...now, text }))
  }
  const typeRooms = (text: string) => {
    counted.current ??= change.place.current
    setRooms((now) => ({ ...now, text }))
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const read = readForm(rooms, price, hotel.currency)
    setWrong(read.wrong)
    if (!read.edit) return
    const { place, told } = change
    const before = told.current
    const isDone = await onApply(read.edit, seen, counted.current ?? place.current)
    // What came of it has been seen, too.
    if (told.current !== before) counted.current = undefined
    if (!isDone) return
    // What was typed meanwhile stays.
    setRooms((now) => (now.text === rooms.text ? { ...now, text: '' } : now))
    setPrice((now) => (now.text === price.text ? { ...now, text: '' } : now))
  }
  const part = nights.meant < nights.all ? ` (${nightsText(nights)})` : ''
  return (
    <form class="edit-form" noValidate onSubmit={submit}>
      {/* A fieldset, so that one word switches all of it off. */}
      <fieldset disabled={!selection}>
        <legend class="sr-only">{t('calendar.change')}</legend>
        <Pair
          label={t('calendar.rooms')}
          valueLabel={t('rooms.totalRooms')}
          options={ROOMS_HOW.map((how) => ({ value: how, text: t(`calendar.rooms.${how}`) }))}
          inputMode="numeric"
          typed={rooms}
          error={wrong.rooms}
          onPick={(how) => setRooms({ ...rooms, how })}
          onText={typeRooms}
        />
        <Pair
          label={`${t('list.price')} (${hotel.currency})`}
          valueLabel={t('calendar.priceValue')}
          options={PRICE_HOW.map((how) => ({ value: how, text: t(`calendar.price.${how}`) }))}
          inputMode="decimal"
          typed={price}
          error={wrong.price}
          onPick={(how) => setPrice({ ...price, how })}
          onText={typePrice}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('calendar.apply')}
          {part}
        </Button>
        <ClosedButtons {...{ isBusy, part, onApply }} />
        <Weekdays selected={selected} />
      </fieldset>
      <Moved hotel={hotel} moved={moved} />
    </form>
  )
}

type ClosedButtonsProps = Pick<EditFormProps, 'onApply'> & { isBusy: boolean; part: string }

/** Closes or opens what is selected at a press. */
const ClosedButtons = ({ isBusy, part, onApply }: ClosedButtonsProps) => (
  <div class="buttons">
    {([true, false] as const).map((closed) => (
      <Button key={String(closed)} isBusy={isBusy} onClick={() => onApply({ closed })}>
        <span aria-hidden="true">{closed ? '✕' : '✓'}</span>{' '}
        {t(closed ? 'calendar.close' : 'calendar.open')}
        {part}
      </Button>
    ))}
  </div>
)

type PairProps<How extends string> = {
  label: string
  valueLabel: string
  options: { value: How; text: string }[]
  inputMode: 'numeric' | 'decimal'
  typed: Typed<How>
  error: string | undefined
  onPick: (how: How) => void
  onText: (text: string) => void
}

/** How something is changed, and by or to what; Escape empties it. */
function Pair<How extends string>({ label, valueLabel, typed, ...rest }: PairProps<How>) {
  const { options, onPick, onText, ...field } = rest
  return (
    <div class="pair">
      <SelectField label={label} value={typed.how} options={options} onPick={onPick} />
      <TextField
        {...field}
        label={valueLabel}
        isLabelHidden
        value={typed.text}
        onText={onText}
        onKeyDown={({ key }) => key === 'Escape' && onText('')}
      />
    </div>
  )
}
