import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { TextField } from '../../parts/field.tsx'
import type { Line } from '../bookings/new/basket.ts'
import { DetailFields } from '../bookings/new/detail-fields.tsx'
import type { Details, GuestDraft } from '../bookings/new/draft.ts'
import type { SoldOffer } from './offers.ts'

type ClientProps = {
  guest: GuestDraft
  setGuest: (guest: GuestDraft) => void
  details: Details
  setDetails: (details: Details) => void
  lines: readonly Line<SoldOffer>[]
  onLine: (line: Line) => void
  problem: Problem | undefined
  isTried: boolean
}

/** The client: name, telephone and e-mail; folded: arrival, wishes, further guests and invoice. */
export function ClientFields(props: ClientProps) {
  const { guest, setGuest, problem } = props
  const text = (name: keyof GuestDraft, label: string, type: 'text' | 'tel' | 'email' = 'text') => (
    <TextField
      {...{ label, type, problem }}
      value={guest[name]}
      autocomplete="off"
      path={`/guest/${name}`}
      onText={(value) => setGuest({ ...guest, [name]: value })}
    />
  )
  return (
    <div class="client">
      <h3>{t('sell.clientOf')}</h3>
      <div class="form-row">
        {text('firstName', t('booking.firstName'))}
        {text('lastName', t('booking.lastName'))}
        {text('phone', t('booking.phone'), 'tel')}
        {text('email', t('list.email'), 'email')}
      </div>
      <details>
        <summary>{t('sell.details')}</summary>
        <DetailFields {...props} />
      </details>
    </div>
  )
}
