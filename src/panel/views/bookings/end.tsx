import { useState } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { date } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useAction } from '../../lib/load.ts'
import type { Hotel } from '../../lib/types.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { TextAreaField } from '../../parts/field.tsx'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import type { BookingRecord } from './model.ts'
import { NightsNote } from './nights-note.tsx'
import { type Trial, useTrial } from './trial.ts'

/** What a dialog that ends a booking, or takes that back, is given. */
export type EndProps = {
  hotel: Hotel
  booking: BookingRecord
  onClose: () => void
  /** What was done, in words. */
  onDone: (text: string) => void
}

/** Asks before a booking is cancelled, and says what that does to the rooms. */
export function CancelDialog({ booking, onClose, onDone }: EndProps) {
  const { code, rooms, revision, confirmedAt } = booking
  const [reason, setReason] = useState('')
  const path = `/v1/bookings/${code}/cancel`
  const trial = useTrial(path, revision)
  const { run, isBusy, problem } = useAction(async () => {
    const body = reason.trim() === '' ? {} : { reason: reason.trim() }
    await api.post(path, { body })
    onDone(t('booking.cancelledNow', { code }))
  })
  return (
    <Confirm
      title={t('booking.cancelTitle', { code })}
      action={t('booking.cancel')}
      leave={t('booking.keep')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <GivenBack trial={trial} rooms={rooms} />
      <p>{t(confirmedAt === null ? 'booking.holdTold' : 'booking.endTold')}</p>
      <TextAreaField
        label={t('booking.cancelReason')}
        hint={t('booking.cancelReasonHint')}
        maxLength={500}
        value={reason}
        onText={setReason}
        problem={problem}
        path="/reason"
      />
    </Confirm>
  )
}

/** Asks before a booking is marked as no-show, and says what that does to the rooms. */
export function NoShowDialog({ hotel, booking, onClose, onDone }: EndProps) {
  const { code, rooms, checkin, revision } = booking
  const { checkinTime: time } = hotel
  const path = `/v1/panel/bookings/${code}/no-show?hotel=${encodeURIComponent(hotel.slug)}`
  const trial = useTrial(path, revision)
  const isEarly = trial.data?.isEarly ?? false
  const { run, isBusy, problem } = useAction(async () => {
    await api.post(path, { body: isEarly ? { force: true } : {} })
    onDone(t('booking.noShowNow', { code }))
  })
  return (
    <Confirm
      title={t('booking.noShowTitle', { code })}
      action={t(isEarly ? 'booking.noShowEarlyDo' : 'booking.noShowDo')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {isEarly && <p class="note warn">{t('booking.noShowEarly', { time })}</p>}
      <p>{t('booking.noShowKeeps', { date: date(checkin) })}</p>
      <GivenBack trial={trial} rooms={rooms} />
      <p>{t('booking.endTold')}</p>
    </Confirm>
  )
}

function GivenBack({ trial, rooms }: { trial: Loaded<Trial>; rooms: number }) {
  const { data, problem, reload } = trial
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />
  if (!data) return <Loading />
  return <NightsNote does="gives" nights={data.nightsGivenBack} rooms={rooms} />
}
