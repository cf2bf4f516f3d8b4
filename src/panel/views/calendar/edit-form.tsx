import { useState } from 'preact/hooks'
import { parseMoney, parseNumber, weekdays as weekdayNames } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import type { Edit, PriceChange, RoomsChange } from './edit.ts'

type EditFormProps = {
  currency: string
  isBusy: boolean
  /** Whether nothing is selected, so that there is nothing to apply it to. */
  isIdle: boolean
  /** Whether more than one day is selected, of which some weekdays may be meant. */
  hasWeekdays: boolean
  weekdays: ReadonlySet<number>
  onWeekdays: (weekdays: ReadonlySet<number>) => void
  /** Answers whether all of it was done. */
  onApply: (edit: Edit) => Promise<boolean>
}

const ROOMS_HOW: readonly RoomsChange['how'][] = ['set', 'add', 'take']
const PRICE_HOW: readonly PriceChange['how'][] = [
  'set',
  'raise',
  'lower',
  'raisePercent',
  'lowerPercent',
]

const PERCENT_DIGITS = 2

/** The one form for whatever is selected: rooms, price, weekdays, and closing or opening at a press. */
export function EditForm(props: EditFormProps) {
  const { currency, isBusy, isIdle, onApply } = props
  const [rooms, setRooms] = useState({ how: ROOMS_HOW[0]!, text: '' })
  const [price, setPrice] = useState({ how: PRICE_HOW[0]!, text: '' })
  const [wrong, setWrong] = useState<{ rooms?: string; price?: string }>({})
  const submit = async (event: Event) => {
    event.preventDefault()
    const read = readForm(rooms, price, currency)
    setWrong(read.wrong)
    if (!read.edit) return
    if (!(await onApply(read.edit))) return
    // What was typed meanwhile stays.
    setRooms((now) => (now.text === rooms.text ? { ...now, text: '' } : now))
    setPrice((now) => (now.text === price.text ? { ...now, text: '' } : now))
  }
  return (
    <form class="edit-form" noValidate onSubmit={submit}>
      {/* A fieldset, so that one word switches all of it off. */}
      <fieldset disabled={isIdle}>
        <legend class="sr-only">{t('calendar.change')}</legend>
        <div class="pair">
          <SelectField
            label={t('calendar.rooms')}
            value={rooms.how}
            options={ROOMS_HOW.map((how) => ({ value: how, text: t(`calendar.rooms.${how}`) }))}
            onPick={(how) => setRooms({ ...rooms, how })}
          />
          <TextField
            label={t('calendar.roomsCount')}
            isLabelHidden
            inputMode="numeric"
            value={rooms.text}
            error={wrong.rooms}
            onText={(text) => setRooms({ ...rooms, text })}
          />
        </div>
        <div class="pair">
          <SelectField
            label={`${t('calendar.price')} (${currency})`}
            value={price.how}
            options={PRICE_HOW.map((how) => ({ value: how, text: t(`calendar.price.${how}`) }))}
            onPick={(how) => setPrice({ ...price, how })}
          />
          <TextField
            label={t('calendar.priceValue')}
            isLabelHidden
            inputMode="decimal"
            value={price.text}
            error={wrong.price}
            onText={(text) => setPrice({ ...price, text })}
          />
        </div>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('calendar.apply')}
        </Button>
        <div class="buttons">
          <Button isBusy={isBusy} onClick={() => onApply({ closed: true })}>
            <span aria-hidden="true">✕</span> {t('calendar.close')}
          </Button>
          <Button isBusy={isBusy} onClick={() => onApply({ closed: false })}>
            <span aria-hidden="true">✓</span> {t('calendar.open')}
          </Button>
        </div>
        <Weekdays {...props} />
      </fieldset>
    </form>
  )
}

/** Which weekdays of the days selected are meant. */
function Weekdays({ weekdays, hasWeekdays, onWeekdays }: EditFormProps) {
  const [short, long] = [weekdayNames('short'), weekdayNames('long')]
  const toggle = (day: number, isOn: boolean) => {
    const next = new Set(weekdays)
    if (isOn) next.add(day)
    else next.delete(day)
    onWeekdays(next)
  }
  return (
    <fieldset class="weekdays" disabled={!hasWeekdays}>
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

type Typed<How> = { how: How; text: string }

/** What was typed, as an edit; or what is wrong with it. */
function readForm(
  rooms: Typed<RoomsChange['how']>,
  price: Typed<PriceChange['how']>,
  currency: string,
): { edit?: Edit; wrong: { rooms?: string; price?: string } } {
  const count = rooms.text.trim() === '' ? undefined : readCount(rooms.text)
  const value = price.text.trim() === '' ? undefined : readPrice(price, currency)
  const isEmpty = count === undefined && value === undefined
  const says = (key: WordKey) => t(key)
  const wrong = {
    ...(Number.isNaN(count) && { rooms: says('calendar.wrong.rooms') }),
    ...(Number.isNaN(value) && { price: says('calendar.wrong.price') }),
    ...(isEmpty && { rooms: says('calendar.wrong.empty') }),
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  return {
    wrong,
    edit: {
      ...(count !== undefined && { rooms: { how: rooms.how, value: count } }),
      ...(value !== undefined && { price: { how: price.how, value } }),
    },
  }
}

function readCount(text: string): number {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** Minor units, or per cent. */
function readPrice({ how, text }: Typed<PriceChange['how']>, currency: string): number {
  const value = how.endsWith('Percent')
    ? parseNumber(text.replace('%', ''), PERCENT_DIGITS)
    : parseMoney(text, currency)
  return value ?? Number.NaN
}
