import { useState } from 'preact/hooks'
import type { Body, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { asProblem, call } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { Loading, ProblemNote } from '../../parts/note.tsx'

type CancelGroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** Cancels all stays of a reservation that stand; the fee is said first, and waived unless the hotel charges it. */
export function CancelGroup({ hotel, group, reload, onClose }: CancelGroupProps) {
  const { code, currency, bookings } = group
  const [isCharged, setCharged] = useState(false)
  const [reason, setReason] = useState('')
  const send = (body: Body<'cancelPanelGroup'>, signal?: AbortSignal) =>
    call('cancelPanelGroup', { hotel: hotel.slug, code }, { body: body ?? {}, signal })
  // The hotel's side waives the fee by default, so the trial asks as if it charged it.
  const trial = useLoad((signal) => send({ simulate: true, charge: true }, signal), [code])
  const owedCents = trial.data?.payableCents ?? 0
  const amount = money(owedCents, currency)
  const count = bookings.filter(
    ({ status }) => status === 'pending' || status === 'confirmed',
  ).length
  const cancel = async () => {
    const fee = isCharged ? { charge: true, expectedPayableCents: owedCents } : {}
    await send({ ...fee, ...(reason.trim() !== '' && { reason: reason.trim() }) }).catch(
      (error) => {
        if (asProblem(error).code === 'penalty_changed') trial.reload()
        throw error
      },
    )
    reload()
    return t(isCharged ? 'booking.cancelledCharged' : 'booking.cancelledNow', { code, amount })
  }
  return (
    <Confirm
      title={t('group.cancelTitle', { count })}
      action={t('group.cancel')}
      leave={t('booking.keep')}
      act={cancel}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <ProblemNote problem={trial.problem} onRetry={trial.reload} />
          {!trial.data && !trial.problem && <Loading />}
          {trial.data && (
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
                <p>{t('booking.owesNothing')}</p>
              )}
            </div>
          )}
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
