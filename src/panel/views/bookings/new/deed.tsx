import type { WholeHotel } from '../../../../client/call.ts'
import type { CalendarDate } from '../../../../domain/kernel/date.ts'
import { date, money, todayIn } from '../../../lib/format.ts'
import { t, type WordKey } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Popover } from '../../../parts/menu.tsx'
import { Month } from '../../../parts/range-picker.tsx'
import { optionDays } from '../parts/option.ts'
import { optionEnd } from '../parts/option-end.ts'
import type { Line, Sums } from './basket.ts'
import { type Agreed, SHORT_HOLD } from './draft.ts'

type DeedProps = {
  hotel: Pick<WholeHotel, 'currency' | 'timezone'>
  lines: readonly Line[]
  sums: Sums
  agreed: Agreed | undefined
  isBusy: boolean
  /** The words of the deed for some rooms; default: to confirm them. */
  deed?: WordKey
  /** Days after today on which an option may end; left out: those of the hotel's staff; below 0: no option. */
  optionDaysMax?: number
  /** The chosen end of an option; empty for the proposed one. */
  until: string
  setUntil: (day: string) => void
  /** Books the basket, or holds it until an instant. */
  run: (until?: string) => unknown
}

/** The buttons that book or hold the basket, each named after what it does. */
export function Deed(props: DeedProps) {
  return (
    <div class="deed">
      <ConfirmButton {...props} />
      <HoldButtons {...props} />
      <p class="hint">{t('new.ctrlEnter')}</p>
    </div>
  )
}

/** The same at the foot of a telephone; the hold is an icon there, and its day is chosen in the basket. */
export function DeedBar(props: DeedProps) {
  const hold = holdOf(props)
  return (
    <div class="deed-bar">
      {hold && (
        <Button aria-label={hold.text} title={hold.text} isBusy={props.isBusy} onClick={hold.run}>
          <Icon name="hold" />
        </Button>
      )}
      <ConfirmButton {...props} />
    </div>
  )
}

function ConfirmButton({ hotel, sums, agreed, isBusy, deed = 'new.confirm', run }: DeedProps) {
  const { rooms: count, totalCents, extrasCents } = sums
  const own = totalCents === undefined ? undefined : totalCents + extrasCents
  const cents = agreed ? (agreed.payableCents ?? agreed.totalCents + extrasCents) : own
  const total = cents === undefined ? '' : money(cents, hotel.currency)
  const text =
    count === 0 ? t('new.addFirst') : [t(deed, { count }), total].filter(Boolean).join(' · ')
  return (
    <Button kind="primary" isBusy={isBusy} onClick={() => run()}>
      {text}
    </Button>
  )
}

/** The hold that a press makes: until the chosen day, or the short one; undefined where none is possible. */
function holdOf({ hotel, lines, until, run, optionDaysMax }: DeedProps) {
  if (lines.length > 0 && optionDaysMax !== undefined && optionDaysMax < 0)
    return { text: t('new.holdShort'), run: () => run(SHORT_HOLD) }
  const days = optionDays(lines, hotel.timezone, optionDaysMax)
  if (!days) return undefined
  const day = until >= days.min && until <= days.max ? until : days.usual
  const text = t('new.hold', { date: date(day, { day: 'numeric', month: 'short' }) })
  const end = optionEnd(day as CalendarDate, hotel.timezone)
  return { text, run: () => run(end), choice: { ...days, day } }
}

/** Holds the basket until a day, which another press changes. */
function HoldButtons(props: DeedProps) {
  const { hotel, isBusy, setUntil } = props
  const hold = holdOf(props)
  if (!hold) return null
  const button = (
    <Button isBusy={isBusy} onClick={hold.run}>
      {hold.text}
    </Button>
  )
  if (!hold.choice) return button
  const { day, min, max } = hold.choice
  return (
    <div class="hold">
      {button}
      <Popover name={t('new.holdDay')} look="button" face={<Icon name="calendar" />}>
        {(close) => (
          <div class="range-picker">
            <Month
              isOne
              {...{ min, max }}
              value={{ from: day, to: day }}
              today={todayIn(hotel.timezone)}
              onPick={(range) => {
                setUntil(range!.from)
                close()
              }}
            />
          </div>
        )}
      </Popover>
    </div>
  )
}
