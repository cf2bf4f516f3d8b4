import { useState } from 'preact/hooks'
import type { Body, Booking, BookingTrail, WholeHotel } from '../../../client/call.ts'
import { asProblem, call, Problem } from '../../lib/api.ts'
import { clockIn, date, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { CheckField, TextField } from '../../parts/field.tsx'
import { ActOnBooking } from './parts/act.tsx'
import { PASSABLE, saleErrorOf } from './parts/against.ts'
import { nameOf, nightsText } from './parts/model.ts'
import { OverrideField } from './parts/override.tsx'

type EndProps = {
  hotel: WholeHotel
  booking: Booking
  onClose: () => void
  /** Gets what was done, in words, and the booking as it now is. */
  onDone: (text: string, record: Booking) => void
}

/** Cancels a booking; what the guest would owe (the penalty) is waived unless the hotel charges it. */
export function CancelDialog({ booking, ...dialog }: EndProps & { booking: BookingTrail }) {
  const { code, revision, confirmedAt, currency, desk } = booking
  const [isCharged, setCharged] = useState(false)
  const [reason, setReason] = useState('')
  const send = (body: Body<'cancelBooking'>, signal?: AbortSignal) =>
    call('cancelBooking', { code }, { body, signal })
  // The hotel's side waives the penalty by default, so the trial asks as if it charged it.
  const trial = useLoad((signal) => send({ simulate: true, charge: true }, signal), [revision])
  const owedCents = trial.data?.payableCents ?? 0
  const amount = money(owedCents, currency)
  const cancel = async () => {
    const penalty = isCharged ? { charge: true, expectedPayableCents: owedCents } : {}
    const body = { ...penalty, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    return await send(body).catch((error) => {
      if (asProblem(error).code === 'penalty_changed') trial.reload()
      throw error
    })
  }
  const hasNoPenalty = trial.data && booking.cancellation.penalty !== 'none'
  return (
    <ActOnBooking
      {...dialog}
      title={t('booking.cancelTitle', { code })}
      action={t('booking.cancel')}
      leave={t('booking.keep')}
      trial={trial}
      before={
        desk.arrivedAt &&
        !desk.leftAt && <p class="note warn">{t('desk.checkedIn', { name: nameOf(booking) })}</p>
      }
      send={cancel}
      said={t(isCharged ? 'booking.cancelledCharged' : 'booking.cancelledNow', { code, amount })}
    >
      {(problem) => (
        <>
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
            hasNoPenalty && <p>{t('booking.owesNothing')}</p>
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
    </ActOnBooking>
  )
}

type NoShowProps = Omit<EndProps, 'booking'> & {
  booking: Pick<Booking, 'code' | 'checkin' | 'revision' | 'currency'>
}

/** Marks a booking as no-show; before the check-in hour of its first day that needs `force`. */
export function NoShowDialog({ hotel, booking, ...dialog }: NoShowProps) {
  const { code, checkin, revision, currency } = booking
  const send = (body: Body<'markNoShow'>, signal?: AbortSignal) =>
    call('markNoShow', { hotel: hotel.slug, code }, { body, signal })
  const trial = useLoad(
    async (signal) => {
      try {
        return { ...(await send({ simulate: true }, signal)), isEarly: false }
      } catch (error) {
        // A refusal that says from when on it may be done is one that `force` overrules.
        if (!('from' in asProblem(error).body)) throw error
        return { ...(await send({ simulate: true, force: true }, signal)), isEarly: true }
      }
    },
    [revision],
  )
  const { isEarly = false, penaltyCents } = trial.data ?? {}
  return (
    <ActOnBooking
      {...dialog}
      title={t('booking.noShowTitle', { code })}
      action={t(isEarly ? 'booking.noShowEarlyDo' : 'booking.noShowDo')}
      trial={trial}
      before={
        <>
          {isEarly && (
            <p class="note warn">{t('booking.noShowEarly', { time: hotel.checkinTime })}</p>
          )}
          <p>{t('booking.noShowKeeps', { date: date(checkin) })}</p>
        </>
      }
      send={() => send(isEarly ? { force: true } : {})}
      said={t('booking.noShowNow', { code })}
    >
      {penaltyCents ? (
        <p>{t('booking.noShowOwes', { amount: money(penaltyCents, currency) })}</p>
      ) : null}
      <p>{t('booking.endTold')}</p>
    </ActOnBooking>
  )
}

/** True if a booking may be confirmed again: it was confirmed, it ended as no-show or cancelled, and its check-out is still to come. */
export function isReinstatable(
  { status, confirmedAt, checkout }: Booking,
  { timezone, checkoutTime }: WholeHotel,
): boolean {
  const hasEnded = status === 'no_show' || status === 'cancelled'
  return hasEnded && confirmedAt !== null && clockIn(timezone) < `${checkout} ${checkoutTime}`
}

/** Reinstates a no-show or a cancelled booking, which takes its nights from sale again. */
export function ReinstateDialog({ hotel, booking, ...dialog }: EndProps) {
  const { code, revision } = booking
  const send = (body: Body<'reinstateBooking'>, signal?: AbortSignal) =>
    call('reinstateBooking', { hotel: hotel.slug, code }, { body, signal })
  const [override, setOverride] = useState(false)
  const over = override && { override }
  const trial = useLoad((signal) => send({ simulate: true, ...over }, signal), [revision, override])
  const reinstate = () =>
    send({ ...over }).catch((error) => {
      // The trial has become old; asked again, it says itself that rooms are sold out.
      trial.reload()
      if (['sold_out', ...PASSABLE].includes(asProblem(error).code)) return undefined
      throw error
    })
  return (
    <ActOnBooking
      {...dialog}
      title={t('booking.reinstateTitle', { code })}
      action={t('booking.reinstateDo')}
      kind="primary"
      trial={{ ...trial, problem: withWayOut(trial.problem) }}
      send={reinstate}
      said={t('booking.reinstatedNow', { code })}
    >
      <OverrideField
        problem={trial.problem}
        isOn={override}
        onCheck={setOverride}
        currency={booking.currency}
      />
      <p>{t('booking.reinstateKeeps')}</p>
    </ActOnBooking>
  )
}

/** A problem; that of sold-out nights names them and says what can be done about it, as does that of rooms set aside. */
function withWayOut(problem: Problem | undefined): Problem | undefined {
  if (problem?.code !== 'sold_out' && problem?.code !== 'set_aside') return problem
  const dates = nightsText(problem.body.dates as string[])
  const detail =
    problem.code === 'set_aside' ? saleErrorOf(problem) : t('booking.reinstateSoldOut', { dates })
  return new Problem(problem.status, { code: 'reinstate', detail })
}
