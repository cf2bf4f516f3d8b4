import { useState } from 'preact/hooks'
import type { Booking, BookingTrail, WholeHotel } from '../../../client/call.ts'
import { api, asProblem } from '../../lib/api.ts'
import { date, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { nameOf, pathOf } from './parts/model.ts'
import { TrialNote, useTrial } from './trial.tsx'

/** What a dialog that ends a booking, or takes that back, is given. */
export type EndProps = {
  hotel: WholeHotel
  booking: Booking
  onClose: () => void
  /** What was done, in words, and the booking as it is by that. */
  onDone: (text: string, record: Booking) => void
}

/** Asks before a booking is cancelled, and says what that does to the rooms and what the guest would owe. */
export function CancelDialog({ booking, onClose, onDone }: EndProps & { booking: BookingTrail }) {
  const { code, revision, confirmedAt, currency, desk } = booking
  const [isCharged, setCharged] = useState(false)
  const [reason, setReason] = useState('')
  const path = `/v1/bookings/${code}/cancel`
  // The hotel's side owes nothing unless it asks for what a guest would.
  const trial = useTrial(path, revision, { charge: true })
  const owedCents = trial.data?.penaltyCents ?? 0
  const amount = money(owedCents, currency)
  const cancel = async () => {
    const penalty = isCharged ? { charge: true, expectedPenaltyCents: owedCents } : {}
    const body = { ...penalty, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const record = await api.post<Booking>(path, { body }).catch((error) => {
      if (asProblem(error).code === 'penalty_changed') trial.reload()
      throw error
    })
    const said = isCharged ? 'booking.cancelledCharged' : 'booking.cancelledNow'
    onDone(t(said, { code, amount }), record)
  }
  return (
    <Confirm
      title={t('booking.cancelTitle', { code })}
      action={t('booking.cancel')}
      leave={t('booking.keep')}
      act={cancel}
      onClose={onClose}
    >
      {(problem) => (
        <>
          {desk.arrivedAt && !desk.leftAt && (
            <p class="note warn">{t('desk.checkedIn', { name: nameOf(booking) })}</p>
          )}
          <TrialNote of={trial} member="nightsGivenBack" />
          {owedCents > 0 ? (
            <div>
              <p>{t('booking.owes', { amount })}</p>
              <CheckField
                label={t('booking.charge', { amount })}
                checked={isCharged}
                onCheck={setCharged}
              />
            </div>
          ) : (
            trial.data &&
            booking.cancellation.penalty !== 'none' && <p>{t('booking.owesNothing')}</p>
          )}
          <p>{t(confirmedAt === null ? 'booking.holdTold' : 'booking.endTold')}</p>
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
    </Confirm>
  )
}

/** What is to be known of a booking to mark it. */
type NoShowProps = Omit<EndProps, 'booking'> & {
  booking: Pick<Booking, 'code' | 'checkin' | 'revision' | 'currency'>
}

/** Asks before a booking is marked as no-show, and says what that does to the rooms. */
export function NoShowDialog({ hotel, booking, onClose, onDone }: NoShowProps) {
  const { code, checkin, revision, currency } = booking
  const path = pathOf(hotel, code, 'no-show')
  const trial = useTrial(path, revision)
  const isEarly = trial.data?.isEarly ?? false
  const mark = async () => {
    const record = await api.post<Booking>(path, { body: isEarly ? { force: true } : {} })
    onDone(t('booking.noShowNow', { code }), record)
  }
  return (
    <Confirm
      title={t('booking.noShowTitle', { code })}
      action={t(isEarly ? 'booking.noShowEarlyDo' : 'booking.noShowDo')}
      act={mark}
      onClose={onClose}
    >
      {isEarly && <p class="note warn">{t('booking.noShowEarly', { time: hotel.checkinTime })}</p>}
      <p>{t('booking.noShowKeeps', { date: date(checkin) })}</p>
      <TrialNote of={trial} member="nightsGivenBack" />
      {trial.data?.penaltyCents ? (
        <p>{t('booking.noShowOwes', { amount: money(trial.data.penaltyCents, currency) })}</p>
      ) : null}
      <p>{t('booking.endTold')}</p>
    </Confirm>
  )
}
