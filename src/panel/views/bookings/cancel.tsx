import { useState } from 'preact/hooks'
import type { Body, BookingTrail, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { asProblem, call } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { closeSaying } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import type { EndProps } from './end.tsx'
import { ActOnBooking, type ActProps } from './parts/act.tsx'
import { nameOf } from './parts/model.ts'
import { isStanding } from './status.tsx'

/** Cancels a booking. */
export function CancelDialog({
  hotel: _,
  booking,
  ...dialog
}: EndProps & { booking: BookingTrail }) {
  const { code, revision, confirmedAt, desk } = booking
  const cancelling = useCancelling(booking, revision, (body, signal) =>
    call('cancelBooking', { code }, { body, signal }),
  )
  return (
    <Cancelling
      {...{ ...dialog, cancelling }}
      title={t('booking.cancelTitle', { code })}
      action={t('booking.cancel')}
      trial={cancelling.trial}
      hasTerms={booking.cancellation.penalty !== 'none'}
      before={
        desk.arrivedAt &&
        !desk.leftAt && <p class="note warn">{t('desk.checkedIn', { name: nameOf(booking) })}</p>
      }
    >
      <p>{t(confirmedAt === null ? 'booking.holdTold' : 'booking.endTold')}</p>
    </Cancelling>
  )
}

type CancelGroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** Cancels all stays of a reservation that stand. */
export function CancelGroup({ hotel, group, reload, onClose }: CancelGroupProps) {
  const { code, bookings } = group
  const cancelling = useCancelling(group, code, (body, signal) =>
    call('cancelPanelGroup', { hotel: hotel.slug, code }, { body, signal }),
  )
  const { problem, data, reload: again } = cancelling.trial
  const done = (text: string) => {
    reload()
    closeSaying(text, onClose)
  }
  return (
    <Cancelling
      {...{ cancelling, onClose, onDone: done }}
      title={t('group.cancelTitle', { count: bookings.filter(isStanding).length })}
      action={t('group.cancel')}
      hasTerms
      before={
        <>
          <ProblemNote problem={problem} onRetry={again} />
          {!data && !problem && <Loading />}
        </>
      }
    />
  )
}

type CancelBody = NonNullable<Body<'cancelBooking'>> & NonNullable<Body<'cancelPanelGroup'>>

/** Holds the fee of a cancellation, its reason and the choice to charge; the fee is waived unless the hotel charges it. */
function useCancelling<Ended extends Owing>(
  { code, currency }: { code: string; currency: string },
  input: unknown,
  send: (body: CancelBody, signal?: AbortSignal) => Promise<Ended>,
) {
  const [isCharged, setCharged] = useState(false)
  const [reason, setReason] = useState('')
  // The hotel's side waives the fee by default, so the trial asks as if it charged it.
  const trial = useLoad((signal) => send({ simulate: true, charge: true }, signal), [input])
  const owedCents = trial.data?.payableCents ?? 0
  const cancel = async () => {
    const fee = isCharged ? { charge: true, expectedPayableCents: owedCents } : {}
    const body = { ...fee, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    return await send(body).catch((error) => {
      if (asProblem(error).code === 'penalty_changed') trial.reload()
      throw error
    })
  }
  const amount = money(owedCents, currency)
  const said = t(isCharged ? 'booking.cancelledCharged' : 'booking.cancelledNow', { code, amount })
  return { trial, owedCents, amount, said, cancel, isCharged, setCharged, reason, setReason }
}

type Owing = { payableCents: number }

type CancellingProps<Ended extends Owing> = Pick<
  ActProps<Ended>,
  'title' | 'action' | 'trial' | 'before' | 'onClose' | 'onDone'
> & {
  cancelling: ReturnType<typeof useCancelling<Ended>>
  /** True if nothing owed is said, too. */
  hasTerms: boolean
  children?: ActProps<Ended>['before']
}

/** The dialog of a cancellation: the fee stands before the button that costs it. */
function Cancelling<Ended extends Owing>({
  cancelling,
  hasTerms,
  children,
  ...dialog
}: CancellingProps<Ended>) {
  const { trial, owedCents, amount, isCharged, setCharged, reason, setReason } = cancelling
  return (
    <ActOnBooking
      {...dialog}
      leave={t('booking.keep')}
      send={cancelling.cancel}
      said={cancelling.said}
    >
      {(problem) => (
        <>
          <div role="status">
            {owedCents > 0 ? (
              <>
                <p>{t('booking.owes', { amount })}</p>
                <CheckField
                  label={t('booking.charge', { amount })}
                  checked={isCharged}
                  onCheck={setCharged}
                />
              </>
            ) : (
              trial.data && hasTerms && <p>{t('booking.owesNothing')}</p>
            )}
          </div>
          {children}
          <TextField
            isLong
            label={t('booking.cancelReason')}
            hint={t('booking.cancelReasonHint')}
            maxLength={500}
            value={reason}
            onText={setReason}
            problem={problem}
            path="/reason"
          />
        </>
      )}
    </ActOnBooking>
  )
}
