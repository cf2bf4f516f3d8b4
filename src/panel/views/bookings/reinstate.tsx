import { api, type Problem } from '../../lib/api.ts'
import { clockIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import type { EndProps } from './end.tsx'
import { type BookingRecord, nightsText } from './model.ts'
import { NightsNote } from './nights-note.tsx'
import { useTrial } from './trial.ts'

/** Whether a booking may be confirmed again: it had been, it ended as no-show or cancelled, and its check-out is to come. */
export function isReinstatable(
  { status, confirmedAt, checkout }: BookingRecord,
  { timezone, checkoutTime }: Hotel,
): boolean {
  const hasEnded = status === 'no_show' || status === 'cancelled'
  return hasEnded && confirmedAt !== null && clockIn(timezone) < `${checkout} ${checkoutTime}`
}

/** Takes a no-show or a cancellation back, and says first which nights that takes from what is on sale. */
export function ReinstateDialog({ hotel, booking, onClose, onDone }: EndProps) {
  const { code, rooms, revision } = booking
  const path = `/v1/panel/bookings/${code}/reinstate?hotel=${encodeURIComponent(hotel.slug)}`
  const { data, problem, reload } = useTrial(path, revision)
  const action = useAction(async () => {
    try {
      await api.post(path)
    } catch (error) {
      // What it would come to is by now something else.
      reload()
      throw error
    }
    onDone(t('booking.reinstatedNow', { code }))
  })
  const soldOut = soldOutText(problem)
  return (
    <Confirm
      title={t('booking.reinstateTitle', { code })}
      action={t('booking.reinstateDo')}
      kind="primary"
      isBusy={action.isBusy}
      problem={action.problem?.code === 'sold_out' ? undefined : action.problem}
      onConfirm={action.run}
      onClose={onClose}
    >
      <div role="alert" class="alert-slot">
        {soldOut && (
          <div class="note bad">
            <p>{soldOut}</p>
            <Button onClick={reload}>{t('action.retry')}</Button>
          </div>
        )}
      </div>
      {!soldOut && <ProblemNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Loading />}
      {data && !soldOut && <NightsNote does="takes" nights={data.nightsTaken} rooms={rooms} />}
      <p>{t('booking.reinstateKeeps')}</p>
    </Confirm>
  )
}

/** Which nights have not enough rooms, and what can be done about it. */
function soldOutText(problem: Problem | undefined): string | undefined {
  if (problem?.code !== 'sold_out') return undefined
  return t('booking.reinstateSoldOut', { dates: nightsText(problem.body.dates as string[]) })
}
