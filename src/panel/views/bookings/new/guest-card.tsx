import type { WholeHotel } from '../../../../client/call.ts'
import type { Problem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { isAdmin } from '../../../lib/may.ts'
import { TextField } from '../../../parts/field.tsx'
import { companyTexts, readCompany } from '../parts/details-draft.ts'
import type { Line } from './basket.ts'
import { DetailFields } from './detail-fields.tsx'
import type { Details, GuestDraft } from './draft.ts'
import { onOfferKey, type Returning, ReturningGuests } from './returning.tsx'

type GuestProps = {
  hotel: WholeHotel
  guest: GuestDraft
  setGuest: (guest: GuestDraft) => void
  details: Details
  setDetails: (details: Details) => void
  lines: readonly Line[]
  onLine: (line: Line) => void
  problem: Problem | undefined
  isTried: boolean
}

/** The one who books: telephone or e-mail first, so that a guest of earlier bookings is offered. */
export function GuestCard(props: GuestProps) {
  const { hotel, guest, setGuest, details, setDetails, problem } = props
  const text = (name: keyof GuestDraft, label: string, type: 'text' | 'tel' | 'email' = 'text') => (
    <TextField
      {...{ label, type, problem }}
      value={guest[name]}
      autocomplete="off"
      path={`/guest/${name}`}
      onText={(value) => setGuest({ ...guest, [name]: value })}
    />
  )
  const use = ({ guest: found, last: { company } }: Returning) => {
    setGuest(found)
    if (company && !readCompany(details)) setDetails({ ...details, ...companyTexts(company) })
  }
  return (
    <section class="card guest">
      <header>
        <h2>{t('bookings.guest')}</h2>
        {/* An admin books as anybody does, not as the hotel. */}
        <span class="dim">{t(isAdmin() ? 'new.emailNeeded' : 'desk.reach')}</span>
      </header>
      <fieldset class="who" aria-label={t('bookings.guest')} onKeyDown={onOfferKey}>
        <div class="form-row">
          {text('phone', t('booking.phone'), 'tel')}
          {text('email', t('list.email'), 'email')}
        </div>
        <ReturningGuests hotel={hotel.slug} guest={guest} onUse={use} />
        <div class="form-row">
          {text('firstName', t('booking.firstName'))}
          {text('lastName', t('booking.lastName'))}
        </div>
      </fieldset>
      <DetailFields {...props} />
    </section>
  )
}
