import { useState } from 'preact/hooks'
import type { Body, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import { call } from '../../lib/api.ts'
import { clockIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { InvoiceFields } from './change-details.tsx'
import { GuestFields } from './change-fields.tsx'
import { changedFields, changesOf, type Draft, draftOf, LABELS } from './draft.ts'
import { optionDays } from './new/option.ts'
import { optionEnd } from './new/option-end.ts'
import { heldOf, listText } from './parts/model.ts'
import { isStanding } from './status.tsx'

type ChangeGroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** Changes what all stays of a reservation share: the guest, the arrival, the invoice, and the end of an option. */
export function ChangeGroup({ hotel, group, reload, onClose }: ChangeGroupProps) {
  const { code, bookings } = group
  const [booking] = useState(() => bookings.find(isStanding) ?? bookings[0]!)
  const [draft, setDraft] = useState(() => draftOf(booking))
  const held = heldOf(group)
  const [before] = useState(() => held[0]?.holdUntil && dayOf(held[0].holdUntil, hotel.timezone))
  const [until, setUntil] = useState(before ?? '')
  const days = optionDays(held, hotel.timezone)
  const set = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const change = async () => {
    const isMoved = before && until !== before && until !== ''
    const changes = changesOf(booking, draft) as Body<'changePanelGroup'> | undefined
    if (!changes && !isMoved) return t('booking.unchanged')
    const body = {
      ...changes,
      ...(isMoved && { holdUntil: optionEnd(until as CalendarDate, hotel.timezone) }),
    }
    await call('changePanelGroup', { hotel: hotel.slug, code }, { body })
    reload()
    const what = changedFields(booking, draft).map((field) => t(LABELS[field]))
    const moved = isMoved ? [t('booking.heldUntil')] : []
    return t('booking.changed', { code, what: listText([...what, ...moved]) })
  }
  return (
    <Confirm
      title={t('booking.title', { code })}
      action={t('booking.save')}
      kind="primary"
      isWide
      act={change}
      onClose={onClose}
    >
      {(problem) => (
        <>
          {before && days && (
            <TextField
              label={t('booking.heldUntil')}
              type="date"
              min={days.min}
              max={days.max}
              value={until}
              onText={setUntil}
              problem={problem}
              path="/holdUntil"
            />
          )}
          <GuestFields {...{ draft, set, problem }} />
          <TextField
            label={t(LABELS.arrivalTime)}
            placeholder="23:30"
            maxLength={5}
            value={draft.arrivalTime}
            onText={(arrivalTime) => set({ arrivalTime })}
            problem={problem}
            path="/arrivalTime"
          />
          <InvoiceFields {...{ draft, set, problem }} />
          <p class="hint">{t('group.changeAll')}</p>
        </>
      )}
    </Confirm>
  )
}

/** The hotel's day of an instant. */
const dayOf = (instant: string, timezone: string): string =>
  clockIn(timezone, Date.parse(instant)).slice(0, 10)
