import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../client/call.ts'
import { STD } from '../../../domain/rates/rate.ts'
import { boardText, dateTime, holdEndText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { termsText } from '../rates/text.ts'
import { CardHead } from './parts/card-head.tsx'
import { countryText, listText, partyText, telOf } from './parts/model.ts'

type FactsProps = { booking: Booking; timezone: string }

type CardProps = FactsProps & {
  /** The button of the head. */
  action?: ComponentChildren
  children?: ComponentChildren
}

/** The rooms of a booking, their rate and its terms, and who sleeps in them. */
export function StayCard({ booking, timezone, action, children }: CardProps) {
  const { roomCode, boardCode, rooms, guestNames, holdUntil } = booking
  const room = (
    <>
      {roomNameOf(booking)} <span class="dim">({roomCode})</span> ·{' '}
      {t('bookings.rooms', { count: rooms })}
    </>
  )
  const names = listText(guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`))
  const pairs: Pair[] = [
    [t('booking.heldUntil'), holdUntil && holdEndText(holdUntil, timezone)],
    [t('bookings.room'), room],
    [t('booking.board'), boardCode && boardText(boardCode)],
    ...rateFacts(booking, timezone),
    [t('booking.party'), partyText(booking)],
    [t('details.guestNames'), names && <bdi>{names}</bdi>],
  ]
  return (
    <section class="card stay-card">
      <CardHead title={t('bookings.room')} action={action} />
      <Facts pairs={pairs} />
      {children}
    </section>
  )
}

/** The rate and its terms; nothing for the standard rate without a penalty. */
function rateFacts(
  { rateCode, rateName, cancellation, checkin, penaltyCents }: Booking,
  timezone: string,
): Pair[] {
  const isOther = rateCode !== STD
  if (!isOther && cancellation.penalty === 'none') return []
  const rate = (
    <>
      <bdi>{keptName('rate', rateCode, rateName)}</bdi> <span class="dim">({rateCode})</span>
    </>
  )
  return [
    [t('rates.one'), isOther && rate],
    [
      t('rates.cancellation'),
      // A settled penalty keeps its free date shown, even though the date has passed.
      termsText(cancellation, checkin, penaltyCents === null ? timezone : undefined),
    ],
  ]
}

/** The guest of a booking, the invoice, and the way on which it came. */
export function GuestCard({ booking, timezone, action }: CardProps) {
  const { email, phone, country } = booking.guest ?? {}
  const { specialRequests: requests, source, proof, company, arrivalTime } = booking
  const agency = source.agencyCode ? ` ${source.agencyCode}` : ''
  const site = source.site ? ` · ${source.site}` : ''
  const pairs: Pair[] = [
    [t('booking.phone'), phone && <a href={telOf(phone)}>{phone}</a>],
    [
      t('list.email'),
      email && <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>,
    ],
    [t('list.country'), country && countryText(country)],
    [t('details.arrivalTime'), arrivalTime],
    [t('booking.requests'), requests && <span class="prose">{requests}</span>],
    [t('details.company'), company && <CompanyText company={company} />],
    [t('booking.source'), t(`booking.${source.type}`) + agency + site],
    [t('booking.proof'), source.type === 'web' && t(`bookings.proof.${proof}`)],
    [t('bookings.made'), dateTime(booking.createdAt, timezone)],
    [t('booking.externalId'), booking.externalId],
    [t('booking.cancelReason'), booking.cancelReason],
  ]
  return (
    <section class="card">
      <CardHead title={t('bookings.guest')} action={action} />
      <Facts pairs={pairs} />
    </section>
  )
}

function CompanyText({ company }: { company: NonNullable<Booking['company']> }) {
  const { name, taxNumber, taxOffice, address, email } = company
  const more = [taxNumber, taxOffice, address, email].filter(Boolean).join(' · ')
  return (
    <>
      <bdi>{name}</bdi> {more && <span class="dim">{more}</span>}
    </>
  )
}
