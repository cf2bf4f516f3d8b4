import { useState } from 'preact/hooks'
import type { Booking, BookingGroup } from '../../../client/call.ts'
import { asProblem, call } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { CardHead } from '../bookings/parts/card-head.tsx'
import { nameOf } from '../bookings/parts/model.ts'
import { isStanding } from '../bookings/status.tsx'
import { termsText } from '../rates/text.ts'
import { sumOf } from './sums.ts'

/** The subject of a cancellation: one stay, or a whole reservation. */
type Subject = { booking: Booking; group?: BookingGroup | undefined }

/** Tries what cancelling would cost now. @returns the stays as they would be */
async function tryCancel({ booking, group }: Subject, signal?: AbortSignal): Promise<Booking[]> {
  const body = { simulate: true }
  return group
    ? (await call('cancelAgencyGroup', { code: group.code }, { body, signal })).bookings
    : [await call('cancelAgencyBooking', { code: booking.code }, { body, signal })]
}

type CardProps = {
  stays: readonly Booking[]
  group: BookingGroup | undefined
  timezone: string
  reload: () => void
}

/** The fee of cancelling now, for each stay and the whole; it stands before the button that costs it. */
export function CancelCard({ stays, group, timezone, reload }: CardProps) {
  const standing = stays.filter(isStanding)
  const whole = group && standing.length > 1 ? group : undefined
  const subject = { booking: standing[0]!, group: whole }
  const revisions = standing.map(({ code, revision }) => `${code} ${revision}`).join()
  const trial = useLoad((signal) => tryCancel(subject, signal), [revisions])
  const ended = (code: string) => trial.data?.find((each) => each.code === code)
  const { currency } = subject.booking
  const sum = sumOf(
    standing.flatMap(({ code }) => ended(code) ?? []),
    ({ payableCents }) => payableCents,
  )
  return (
    <section class="card cancel-card">
      <CardHead title={t('acenta.cancelCard')} />
      <ProblemNote problem={trial.problem} onRetry={trial.reload} />
      {!trial.data && !trial.problem && <Loading />}
      {trial.data && (
        <ul>
          {standing.map((booking) => (
            <li key={booking.code} class="fee">
              <div>
                <strong>
                  <bdi>{roomNameOf(booking)}</bdi>
                </strong>
                <span class="dim">
                  {booking.status === 'pending'
                    ? t('acenta.feeNone')
                    : termsText(booking.cancellation, booking.checkin, timezone)}
                </span>
              </div>
              <span class="number">{money(ended(booking.code)?.payableCents ?? 0, currency)}</span>
              <Button onClick={() => askCancel({ booking }, reload)}>
                {whole
                  ? t('acenta.cancelOne', { name: roomNameOf(booking) })
                  : t('acenta.cancelAsk')}
              </Button>
            </li>
          ))}
          {whole && (
            <li class="fee">
              <div>
                <strong>{t('acenta.allRooms')}</strong>
              </div>
              <span class="number">{money(sum, currency)}</span>
              <Button kind="danger" onClick={() => askCancel(subject, reload)}>
                {t('acenta.cancelAll')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Asks whether a stay or a reservation is to be cancelled. */
export const askCancel = (subject: Subject, reload: () => void): unknown =>
  openDialog((onClose) => <CancelDialog {...{ ...subject, reload, onClose }} />)

function CancelDialog({
  reload,
  onClose,
  ...subject
}: Subject & { reload: () => void; onClose: () => void }) {
  const { booking, group } = subject
  const [reason, setReason] = useState('')
  const trial = useLoad((signal) => tryCancel(subject, signal), [])
  const ended = trial.data ?? []
  const owedCents = sumOf(ended, ({ payableCents }) => payableCents)
  const commission = sumOf(ended, ({ commissionCents }) => commissionCents ?? 0)
  const amount = money(owedCents, booking.currency)
  const isOwn = useShowsNet()
  const collector = booking.payment?.collect ?? 'hotel'
  const cancel = async () => {
    const body = {
      ...(trial.data && { expectedPayableCents: owedCents }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }
    const sent = group
      ? call('cancelAgencyGroup', { code: group.code }, { body })
      : call('cancelAgencyBooking', { code: booking.code }, { body })
    await sent.catch((error) => {
      // The fee has changed at midnight: it is shown anew.
      if (asProblem(error).code === 'penalty_changed') trial.reload()
      throw error
    })
    reload()
    return t('acenta.cancelled', { amount })
  }
  return (
    <Confirm
      title={t('acenta.cancelTitle', { name: nameOf(booking) })}
      action={t('acenta.cancelFor', { amount })}
      leave={t('booking.keep')}
      {...{ onClose }}
      act={cancel}
    >
      {(problem) => (
        <>
          <ProblemNote problem={trial.problem} onRetry={trial.reload} />
          {!trial.data && !trial.problem && <Loading />}
          {trial.data && (
            <p role="status">
              {owedCents === 0
                ? t('acenta.cancelFree')
                : t(`acenta.cancelFee.${isOwn ? collector : 'client'}`, {
                    amount,
                    commission: money(commission, booking.currency),
                  })}
            </p>
          )}
          <TextField
            isLong
            label={t('booking.cancelReason')}
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
