import { useState } from 'preact/hooks'
import type { Booking } from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import { ActionDialog, useFocusFlaw } from '../../parts/dialog.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import { DetailFields } from '../bookings/change-details.tsx'
import { ChangeFields, type RateChoice, type RoomChoice } from '../bookings/change-fields.tsx'
import { useChangeTrial, useSending } from '../bookings/change-sending.ts'
import { type Draft, draftOf } from '../bookings/draft.ts'
import { Moves } from '../bookings/moves.tsx'
import { saleErrorOf } from '../bookings/parts/against.ts'
import { Becomes } from '../bookings/parts/becomes.tsx'
import { NO_PRICE, readPrice } from '../bookings/parts/manual-price.tsx'
import type { HotelSheet } from './hotel-names.ts'

type ChangeProps = {
  booking: Booking
  sheet: HotelSheet | null
  timezone: string
  reload: () => void
  onClose: () => void
}

/**
 * Changes dates, room type, rate, party, extras or client of an agency's booking, and shows while it is typed what that does to
 * the rooms and to the total; another total is agreed to before it is sent.
 */
export function AgencyChange({ booking: now, sheet, timezone, reload, onClose }: ChangeProps) {
  const [booking] = useState(now)
  const [draft, setDraft] = useState<Draft>(() => draftOf(booking))
  const price = readPrice(NO_PRICE, booking.currency)
  const trial = useChangeTrial(booking, draft, { override: false, isOff: false, price: undefined })
  const onDone = (text: string) => {
    onClose()
    say(text)
    reload()
  }
  const plain = { override: false, isMoved: false, price, end: undefined }
  const sending = useSending({ booking, draft, trial, ...plain, onDone })
  const { run, isBusy, problem, refusal, agreedCents, forget, isTried } = sending
  useFocusFlaw(problem)
  const set = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    forget()
  }
  const isOther = agreedCents !== undefined && agreedCents !== booking.totalPriceCents
  const total = isOther ? money(agreedCents, booking.currency) : undefined
  const rooms = roomsOf(sheet)
  const isShown =
    problem !== undefined && (saleErrorOf(refusal) || problem.code === 'price_changed')
  return (
    <ActionDialog
      title={t('booking.title', { code: booking.code })}
      action={total ? t('booking.agree', { total }) : t('booking.save')}
      kind="primary"
      isWide
      {...{ isBusy, onClose }}
      onSubmit={run}
    >
      <ChangeFields
        {...{ booking, draft, set, rooms }}
        rates={ratesOf(sheet, rooms)}
        problem={refusal ?? problem}
        saleError={saleErrorOf(refusal)}
      />
      <DetailFields
        {...{ booking, draft, set, isTried }}
        extras={sheet?.extras ?? []}
        hasCollect={false}
        problem={refusal ?? problem}
      />
      <ProblemNote problem={isShown ? undefined : problem} />
      <Moves {...{ booking, draft, rooms }} />
      <div role="alert" class="alert-slot stack">
        <Becomes {...{ booking, timezone, total }} record={trial.record} />
      </div>
    </ActionDialog>
  )
}

/** The room types that a hotel's page shows. */
const roomsOf = (sheet: HotelSheet | null): RoomChoice[] =>
  (sheet?.rooms ?? []).map((room) => ({
    ...{ roomCode: room.roomCode, name: nameIn(room), active: true, boards: room.boards },
  }))

/** The rates that it names; which of them is sold with a room type the hotel says when the change is tried. */
const ratesOf = (sheet: HotelSheet | null, rooms: readonly RoomChoice[]): RateChoice[] =>
  (sheet?.rateNames ?? []).map((rate) => ({
    ...{ rateCode: rate.rateCode, name: nameIn(rate), active: true, guests: null, boardCode: null },
    roomCodes: rooms.map(({ roomCode }) => roomCode),
  }))
