import { useEffect, useRef, useState } from 'preact/hooks'
import { parseDate } from '../../domain/kernel/date.ts'
import { date, HERE, todayIn } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { DAY_DIGITS, dayParts, readDay } from '../lib/typed-day.ts'
import { Icon } from './icon.tsx'
import { Popover } from './menu.tsx'
import { Month } from './range-picker.tsx'

type DayInputProps = {
  /** The attributes of the field, such as its bounds and `required`. */
  control: { id: string; type?: unknown; min?: unknown; max?: unknown; required?: unknown }
  /** `YYYY-MM-DD`, or an empty text. */
  value: string
  /** Gets each valid day; of a required one those within the bounds, of any other an empty text while there is none. */
  onDay: (day: string) => void
  /** Gets the error of the typed text when the field is left, and an empty text once it has none. */
  onWrong: (wrong: string) => void
}

/** A date field: the day is typed in the order of the language, or chosen in a month that the down arrow opens. */
export function DayInput({ control, value, onDay, onWrong }: DayInputProps) {
  const { min: first, max: last, required, type: _, ...own } = control
  const [min, max] = [`${first ?? ''}`, `${last ?? ''}`]
  const [typed, setTyped] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const today = todayIn(HERE)
  // A day chosen elsewhere replaces the typed text.
  useEffect(() => {
    if (typed === undefined || !value || readDay(typed, locale()) === value) return
    setTyped(undefined)
    onWrong('')
  }, [value])
  const outside = (day: string) =>
    min && day < min
      ? t('day.early', { date: date(min) })
      : max && day > max
        ? t('day.late', { date: date(max) })
        : ''
  const isKept = (day: string) => !required || (day !== '' && !outside(day))
  const take = (day: string) => {
    onWrong(day && outside(day))
    if (day !== value && isKept(day)) onDay(day)
  }
  const onInput = (text: string) => {
    setTyped(text)
    // Two more digits may follow a year of two digits.
    take((/\d{4}/.test(text) && readDay(text, locale())) || '')
  }
  const settle = (text: string) => {
    const day = readDay(text, locale())
    if (day) take(day)
    const isEmpty = text.trim() === ''
    if (isEmpty || (day && isKept(day))) setTyped(undefined)
    else if (!day) onWrong(t('day.wrong', { like: writtenDay(today) }))
  }
  return (
    <div class="day-input">
      <input
        {...own}
        ref={input}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        required={required === true}
        placeholder={pattern()}
        value={typed ?? (value && writtenDay(value))}
        onInput={(event) => onInput(event.currentTarget.value)}
        onChange={(event) => settle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.nextElementSibling!.querySelector('button')!.click()
        }}
      />
      <Popover name={t('desk.pickDay')} face={<Icon name="calendar" />} home={input}>
        {(close) => (
          <div class="range-picker">
            <Month
              isOne
              value={value ? { from: value, to: value } : undefined}
              today={today}
              min={min}
              max={max}
              onPick={(range) => {
                setTyped(undefined)
                take(range!.from)
                close()
              }}
            />
          </div>
        )}
      </Popover>
    </div>
  )
}

/** A text that is no day, as an address may have it, stays as it is. */
const writtenDay = (day: string): string => (parseDate(day) ? date(day, DAY_DIGITS) : day)

/** The date pattern in the letters of the page's language: `gg.aa.yyyy`. */
const pattern = (): string =>
  dayParts(locale())
    .map(({ type, value }) => t('day.letters').split(' ')[LETTERS.indexOf(type)] ?? value)
    .join('')

const LETTERS: string[] = ['day', 'month', 'year']
