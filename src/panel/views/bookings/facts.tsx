import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../client/call.ts'
import { STD } from '../../../domain/rates/rate.ts'
import { boardText, date, dateTime, holdEndText, money, percentOf } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { termsText } from '../rates/text.ts'
import { countryText, nameOf, partyText, stayText, telOf } from './parts/model.ts'

const NIGHT: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

type FactsProps = { booking: Booking; timezone: string; children?: ComponentChildren }

/** The facts of a booking: its stay, its guest and its price night by night. */
export function BookingFacts({ booking, timezone, children }: FactsProps) {
  return (
    <div class="facts">
      <div class="stack">
        <Stay booking={booking} timezone={timezone} />
        <GuestCard booking={booking} />
      </div>
      {children}
      <Price booking={booking} />
    </div>
  )
}

function Stay({ booking, timezone }: FactsProps) {
  const { roomCode, boardCode, rooms, nights, source, externalId, cancelReason, proof } = booking
  const agency = source.agencyCode ? ` ${source.agencyCode}` : ''
  const site = source.site ? ` · ${source.site}` : ''
  const room = (
    <>
      {roomNameOf(booking)} <span class="dim">({roomCode})</span> ·{' '}
      {t('bookings.rooms', { count: rooms })}
    </>
  )
  const pairs: Pair[] = [
    [t('bookings.stay'), `${stayText(booking)} · ${t('bookings.nights', { count: nights })}`],
    [t('bookings.room'), room],
    [t('booking.board'), boardCode && boardText(boardCode)],
    ...rateFacts(booking, timezone),
    [t('booking.party'), partyText(booking)],
    [t('booking.source'), t(`booking.${source.type}`) + agency + site],
    [t('booking.proof'), source.type === 'web' && t(`bookings.proof.${proof}`)],
    [t('bookings.made'), dateTime(booking.createdAt, timezone)],
    [t('booking.heldUntil'), booking.holdUntil && holdEndText(booking.holdUntil, timezone)],
    [t('booking.externalId'), externalId],
    [t('booking.cancelReason'), cancelReason],
  ]
  return <Card title={t('bookings.stay')} pairs={pairs} />
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

function GuestCard({ booking }: { booking: Booking }) {
  const { email, phone, country } = booking.guest
  const { specialRequests: requests } = booking
  const pairs: Pair[] = [
    [t('bookings.guest'), <bdi>{nameOf(booking)}</bdi>],
    [
      t('list.email'),
      email && <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>,
    ],
    [t('booking.phone'), phone && <a href={telOf(phone)}>{phone}</a>],
    [t('list.country'), country && countryText(country)],
    [t('booking.requests'), requests && <span class="prose">{requests}</span>],
  ]
  return <Card title={t('bookings.guest')} pairs={pairs} />
}

/** The table of prices. It is narrow enough for every page, so it never breaks into cards. */
function Price({ booking }: { booking: Booking }) {
  const { nightly, rooms, totalPriceCents, currency } = booking
  const column = columnOf(booking)
  const written = (cents: number) => money(cents, currency, column)
  const heads = ['list.night', 'booking.perRoom', ...(rooms > 1 ? ['booking.allRooms'] : [])]
  return (
    <section class="card">
      <h2>{t('list.price')}</h2>
      <table class="table price">
        <caption class="sr-only">{t('list.price')}</caption>
        <thead>
          <tr>
            {(heads as WordKey[]).map((head, index) => (
              <th key={head} scope="col" class={index > 0 ? 'number' : undefined}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nightly.map((night) => (
            <tr key={night.date}>
              <th scope="row">{date(night.date, NIGHT)}</th>
              <td class="number">{written(night.priceCents)}</td>
              {rooms > 1 && <td class="number">{written(night.priceCents * rooms)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('bookings.total')}</th>
            {rooms > 1 && <td />}
            <td class="number">
              <strong>{written(totalPriceCents)}</strong>
            </td>
          </tr>
          <TotalParts booking={booking} written={written} />
        </tfoot>
      </table>
    </section>
  )
}

/** All amounts of the column, which are aligned with each other. */
const columnOf = ({ nightly, totalPriceCents, taxes, penaltyCents }: Booking): number[] => [
  ...nightly.map(({ priceCents }) => priceCents),
  ...taxes.map(({ amountCents }) => amountCents),
  ...[totalPriceCents, penaltyCents ?? 0],
]

type TotalPartsProps = { booking: Booking; written: (cents: number) => string }

/** The taxes within the total, and the penalty of an ended booking. */
function TotalParts({ booking, written }: TotalPartsProps) {
  const { taxes, netCents, penaltyCents, cancellation, rooms } = booking
  const isOwed = penaltyCents !== null && (penaltyCents > 0 || cancellation.penalty !== 'none')
  const parts = taxes.map(({ code, name, percentBp, amountCents }) => {
    return {
      name: `${keptName('tax', code, name)} (${percentOf(percentBp)})`,
      cents: amountCents,
      look: 'dim',
    }
  })
  if (taxes.length > 0) parts.push({ name: t('booking.net'), cents: netCents, look: 'dim' })
  if (isOwed) parts.push({ name: t('booking.penalty'), cents: penaltyCents, look: '' })
  return (
    <>
      {parts.map(({ name, cents, look }) => (
        <tr key={name} class={look}>
          <th scope="row">{name}</th>
          {rooms > 1 && <td />}
          <td class="number">{written(cents)}</td>
        </tr>
      ))}
    </>
  )
}

const Card = ({ title, pairs }: { title: string; pairs: Pair[] }) => (
  <section class="card">
    <h2>{title}</h2>
    <Facts pairs={pairs} />
  </section>
)
