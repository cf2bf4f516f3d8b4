import { useState } from 'preact/hooks'
import type { Body, Booking, WholeHotel } from '../../../client/call.ts'
import { asProblem, call, Problem } from '../../lib/api.ts'
import { clockIn, date, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { ActOnBooking } from './parts/act.tsx'
import { PASSABLE, saleErrorOf } from './parts/against.ts'
import { nightsText } from './parts/model.ts'
import { OverrideField } from './parts/override.tsx'

/** The dialog that ends a booking, or takes its end back. */
export type EndProps = {
  hotel: WholeHotel
  booking: Booking
  onClose: () => void
  /** Gets what was done, in words, and the booking as it now is. */
  onDone: (text: string, record: Booking) => void
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

/** True if a booking may be confirmed again: it was confirmed, it ended as no-show or cancelled, its check-out is still to come, and its guest is not erased. */
export function isReinstatable(
  { status, confirmedAt, checkout, erased }: Booking,
  { timezone, checkoutTime }: WholeHotel,
): boolean {
  const hasEnded = status === 'no_show' || status === 'cancelled'
  return (
    hasEnded && !erased && confirmedAt !== null && clockIn(timezone) < `${checkout} ${checkoutTime}`
  )
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
