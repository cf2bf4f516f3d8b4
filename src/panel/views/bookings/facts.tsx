import type { ComponentChildren } from 'preact'
import { date, dateTime, money } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { BookingRecord } from '../../lib/types.ts'
import { Fact, Facts } from '../../parts/facts.tsx'
import { countryText, nameOf, partyText, stayText } from './model.ts'

const NIGHT: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

type FactsProps = { booking: BookingRecord; timezone: string }

/** What a booking is: the stay, the guest and the price night by night. */
export function BookingFacts({ booking, timezone }: FactsProps) {
  return (
    <div class="facts">
      <Stay booking={booking} timezone={timezone} />
      <GuestCard booking={booking} />
      <Price booking={booking} />
    </div>
  )
}

function Stay({ booking, timezone }: FactsProps) {
  const { roomName, roomCode, boardCode, rooms, nights, source, externalId, cancelReason } = booking
  const agency = source.agencyCode ? ` ${source.agencyCode}` : ''
  return (
    <Card title={t('bookings.stay')}>
      <Fact name={t('bookings.stay')}>
        {stayText(booking)} · {t('bookings.nights', { count: nights })}
      </Fact>
      <Fact name={t('bookings.room')}>
        {roomName} <span class="dim">({roomCode})</span> · {t('bookings.rooms', { count: rooms })}
      </Fact>
      {boardCode && <Fact name={t('booking.board')}>{boardCode}</Fact>}
      <Fact name={t('booking.party')}>{partyText(booking)}</Fact>
      <Fact name={t('booking.source')}>{t(`booking.${source.type}`) + agency}</Fact>
      <Fact name={t('bookings.made')}>{dateTime(booking.createdAt, timezone)}</Fact>
      {externalId && <Fact name={t('booking.externalId')}>{externalId}</Fact>}
      {cancelReason && <Fact name={t('booking.cancelReason')}>{cancelReason}</Fact>}
    </Card>
  )
}

function GuestCard({ booking }: { booking: BookingRecord }) {
  const { email, phone, country } = booking.guest
  return (
    <Card title={t('bookings.guest')}>
      <Fact name={t('bookings.guest')}>
        <bdi>{nameOf(booking)}</bdi>
      </Fact>
      <Fact name={t('list.email')}>
        <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
      </Fact>
      {phone && (
        <Fact name={t('booking.phone')}>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </Fact>
      )}
      {country && <Fact name={t('list.country')}>{countryText(country)}</Fact>}
      {booking.specialRequests && (
        <Fact name={t('booking.requests')}>
          <span class="prose">{booking.specialRequests}</span>
        </Fact>
      )}
    </Card>
  )
}

/** A table of its own: narrow enough for every page, so that it needs no cards. */
function Price({ booking }: { booking: BookingRecord }) {
  const { nightly, rooms, totalPriceCents } = booking
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
              <td class="number">{money(night.priceCents, booking.currency)}</td>
              {rooms > 1 && (
                <td class="number">{money(night.priceCents * rooms, booking.currency)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('bookings.total')}</th>
            {rooms > 1 && <td />}
            <td class="number">
              <strong>{money(totalPriceCents, booking.currency)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <Facts>{children}</Facts>
    </section>
  )
}
