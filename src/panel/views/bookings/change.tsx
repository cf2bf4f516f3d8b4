import { useState } from 'preact/hooks'
import type { Booking, BookingTrail, WholeHotel } from '../../../client/call.ts'
import type { Problem } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { useRateList } from '../../lib/rates.ts'
import { useRooms } from '../../lib/rooms.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, useFocusFlaw } from '../../parts/dialog.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { DetailFields } from './change-details.tsx'
import { ChangeFields } from './change-fields.tsx'
import { useChangeTrial, useSending } from './change-sending.ts'
import { type Draft, draftOf } from './draft.ts'
import { Moves } from './moves.tsx'
import { isAgainst, saleErrorOf } from './parts/against.ts'
import { Becomes } from './parts/becomes.tsx'
import { hasAgency } from './parts/details-draft.ts'
import { NO_PRICE, PriceFields, readPrice } from './parts/manual-price.tsx'
import { OptionField, useOption } from './parts/option-field.tsx'
import { OverrideField } from './parts/override.tsx'

type ChangeProps = {
  hotel: WholeHotel
  /** The booking as the page now has it. */
  booking: BookingTrail
  onClose: () => void
  /** Gets what was done, in words, and the booking as it now is; no booking if nothing had changed. */
  onDone: (text: string, record?: Booking) => void
  /** Reads the booking again, which has changed meanwhile. */
  onStale: () => void
}

/** Problems that the dialog shows in its own words. */
const OWN_WORDS = ['price_changed', 'revision_conflict']

/**
 * Changes dates, room type, rate, rooms, party, guest or the end of an option, and shows while it is typed what that does to the rooms and to
 * the total. A change whose total differs from the one shown is refused first and sent again when it is agreed to. The
 * change is of the booking as it was when the dialog opened: if another revision comes, nothing is sent, and the service
 * compares the revision again in its transaction.
 */
export function ChangeDialog({ hotel, booking: now, onClose, onDone, onStale }: ChangeProps) {
  const [booking] = useState(now)
  const [draft, setDraft] = useState<Draft>(() => draftOf(booking))
  const [override, setOverride] = useState(false)
  const rooms = useRooms(hotel.slug)
  const rates = useRateList(hotel.slug)
  const isMoved = now.revision !== booking.revision
  const [price, setPrice] = useState(NO_PRICE)
  const agreed = readPrice(price, booking.currency)
  const trial = useChangeTrial(booking, draft, { override, isOff: isMoved, price: agreed.price })
  const option = useOption(
    booking.desk.isOption ? [{ ...booking, checkin: draft.checkin }] : [],
    hotel.timezone,
  )
  const sending = useSending({
    ...{ booking, draft, override, isMoved, trial, price: agreed, end: option.end, onDone },
  })
  const { run, isBusy, problem, refusal, agreedCents, forget, isTried } = sending
  const { timezone } = hotel
  useFocusFlaw(problem)
  const set = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    forget()
  }
  // While the change is being sent, a new revision is its own.
  const isStale = problem?.code === 'revision_conflict' || (isMoved && !isBusy)
  const isOther = agreedCents !== undefined && agreedCents !== booking.totalPriceCents
  const total = isOther ? money(agreedCents, booking.currency) : undefined
  const saleError = saleErrorOf(refusal)
  const showNewest = () => {
    onClose()
    onStale()
  }
  const stay = { booking, draft, rooms: rooms.data ?? [] }
  const known = rates.data ?? []
  return (
    <Dialog
      title={t('booking.title', { code: booking.code })}
      isWide
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {!isStale && (
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {total ? t('booking.agree', { total }) : t('booking.save')}
            </Button>
          )}
        </>
      }
    >
      <ProblemNote problem={rooms.problem} onRetry={rooms.reload} />
      <ProblemNote problem={rates.problem} onRetry={rates.reload} />
      <OptionField {...option} problem={problem} />
      <ChangeFields {...{ ...stay, rates: known, set, problem: refusal ?? problem, saleError }} />
      <HotelDetails {...{ hotel, booking, draft, set, isTried }} problem={refusal ?? problem} />
      <OverrideField
        problem={refusal}
        isOn={override}
        isOffered={known.length > 1}
        currency={booking.currency}
        onCheck={(isOn) => {
          setOverride(isOn)
          forget()
        }}
      />
      <PriceFields
        draft={price}
        set={(next) => {
          setPrice(next)
          forget()
        }}
        wrong={isTried ? agreed.wrong : undefined}
        problem={refusal}
      />
      <ProblemNote problem={isShownHere(problem) ? undefined : problem} />
      <Moves {...stay} />
      <div role="alert" class="alert-slot stack">
        {!isStale && <Becomes {...{ booking, timezone, total }} record={trial.record} />}
        {isStale && (
          <div class="note warn">
            <p>{t('booking.stale')}</p>
            <Button onClick={showNewest}>{t('booking.newest')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

type DetailsProps = Omit<Parameters<typeof DetailFields>[0], 'extras' | 'hasCollect'>

/** The details with the extras that are on sale, and those that the booking has. */
function HotelDetails({ hotel, ...props }: DetailsProps & Pick<ChangeProps, 'hotel'>) {
  const { booking } = props
  const { data } = useCall('listPanelExtras', { hotel: hotel.slug })
  const booked = new Set(booking.extras.map(({ code }) => code))
  const extras = (data?.items ?? []).filter(({ active, code }) => active || booked.has(code))
  return <DetailFields {...props} extras={extras} hasCollect={hasAgency(booking)} />
}

const isShownHere = (problem: Problem | undefined) =>
  problem !== undefined && (isAgainst(problem) || OWN_WORDS.includes(problem.code))
