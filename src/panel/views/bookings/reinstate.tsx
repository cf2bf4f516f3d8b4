import type { Booking, WholeHotel } from '../../../client/call.ts'
import { api, asProblem, Problem } from '../../lib/api.ts'
import { clockIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Confirm } from '../../parts/dialog.tsx'
import type { EndProps } from './end.tsx'
import { nightsText, pathOf } from './parts/model.ts'
import { TrialNote, useTrial } from './trial.tsx'

/** Whether a booking may be confirmed again: it had been, it ended as no-show or cancelled, and its check-out is to come. */
export function isReinstatable(
  { status, confirmedAt, checkout }: Booking,
  { timezone, checkoutTime }: WholeHotel,
): boolean {
  const hasEnded = status === 'no_show' || status === 'cancelled'
  return hasEnded && confirmedAt !== null && clockIn(timezone) < `${checkout} ${checkoutTime}`
}

/** Takes a no-show or a cancellation back, and says first which nights that takes from what is on sale. */
export function ReinstateDialog({ hotel, booking, onClose, onDone }: EndProps) {
  const { code, revision } = booking
  const path = pathOf(hotel, code, 'reinstate')
  const trial = useTrial(path, revision)
  const reinstate = async () => {
    try {
      const record = await api.post<Booking>(path)
      onDone(t('booking.reinstatedNow', { code }), record)
    } catch (error) {
      // What it would come to is by now something else; that rooms are sold out is said there.
      trial.reload()
      if (asProblem(error).code === 'sold_out') return
      throw error
    }
  }
  return (
    <Confirm
      title={t('booking.reinstateTitle', { code })}
      action={t('booking.reinstateDo')}
      kind="primary"
      act={reinstate}
      onClose={onClose}
    >
      <TrialNote of={{ ...trial, problem: withWayOut(trial.problem) }} member="nightsTaken" />
      <p>{t('booking.reinstateKeeps')}</p>
    </Confirm>
  )
}

/** A problem, of sold out nights with which they are and what can be done about it. */
function withWayOut(problem: Problem | undefined): Problem | undefined {
  if (problem?.code !== 'sold_out') return problem
  const detail = t('booking.reinstateSoldOut', {
    dates: nightsText(problem.body.dates as string[]),
  })
  return new Problem(problem.status, { code: 'reinstate', detail })
}
