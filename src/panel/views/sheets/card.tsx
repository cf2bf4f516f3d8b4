import type { ComponentChildren } from 'preact'
import type { BookingTrail, Identities, WholeHotel } from '../../../client/call.ts'
import { companyText, extrasText } from '../../lib/details.ts'
import { boardText, date, money } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { mayIdentify } from '../../lib/may.ts'
import { roomsText } from '../../lib/room-runs.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Read } from '../../parts/note.tsx'
import { nameOf } from '../bookings/parts/model.ts'
import { SheetPage } from './page.tsx'

/** The lines of a card; a larger party fills in a second card. */
const LINES_MAX = 8

/** The registration card that guests sign on arrival, in both languages; known data are filled in. */
export function RegistrationCard({ hotel, code }: { hotel: WholeHotel; code: string }) {
  const booking = useCall('getPanelBooking', { hotel: hotel.slug, code })
  return (
    <SheetPage
      title={t('sheets.card')}
      back={{ view: 'bookings', rest: [code] }}
      from={t('booking.title', { code })}
    >
      <Read of={booking}>
        {(data) =>
          mayIdentify(hotel) ? (
            <IdentifiedCard hotel={hotel} booking={data} />
          ) : (
            <Card hotel={hotel} booking={data} />
          )
        }
      </Read>
    </SheetPage>
  )
}

type CardProps = { hotel: WholeHotel; booking: BookingTrail; guests?: Identities['guests'] }

/** The card with the identity data that the desk has written. */
function IdentifiedCard(props: CardProps) {
  const { hotel, booking } = props
  const read = useCall('getIdentities', { hotel: hotel.slug, code: booking.code })
  return <Read of={read}>{({ guests }) => <Card {...props} guests={guests} />}</Read>
}

function Card({ hotel, booking, guests = [] }: CardProps) {
  const { guest, desk, rooms, adults, children, boardCode } = booking
  // Without identities the names are those of the booking.
  const names = guests.length > 0 ? guests : [guest, ...booking.guestNames]
  const lines = Math.min(adults + children, LINES_MAX)
  return (
    <article class="sheet card-sheet">
      <header>
        <h2>{t('card.title')}</h2>
        <p>
          <strong>{hotel.name}</strong> · {hotel.address}
        </p>
      </header>
      <dl>
        <Fact of="card.booking">{booking.code}</Fact>
        <Fact of="card.room">
          {rooms > 1 && `${rooms} × `}
          {roomNameOf(booking)}
          {desk.roomNumber && ` · ${roomsText(desk)}`}
        </Fact>
        <Fact of="card.checkin">
          {date(booking.checkin)}
          {booking.arrivalTime && ` · ${booking.arrivalTime}`}
        </Fact>
        <Fact of="card.checkout">{date(booking.checkout)}</Fact>
        <Fact of="card.nights">{booking.nights}</Fact>
        <Fact of="card.party">{children > 0 ? `${adults} + ${children}` : adults}</Fact>
        <Fact of="card.board">{boardCode && boardText(boardCode)}</Fact>
        {booking.extras.length > 0 && <Fact of="card.extras">{extrasText(booking.extras)}</Fact>}
        <Fact of="card.due">
          {booking.payment?.collect === 'agency'
            ? t('details.collect.agency')
            : money(desk.dueCents, booking.currency)}
        </Fact>
        <Fact of="card.phone">{guest?.phone}</Fact>
        <Fact of="card.email">{guest?.email}</Fact>
        {booking.company && <Fact of="card.company">{companyText(booking.company)}</Fact>}
        <Fact of="card.address" />
        <Fact of="card.plate" />
      </dl>
      <table>
        <thead>
          <tr>
            {(['card.name', 'card.nationality', 'card.identity', 'card.born'] as const).map(
              (head) => (
                <th key={head} scope="col">
                  {t(head)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: lines }, (_, line) => (
            <tr key={line}>
              <td>
                <bdi>{names[line] && nameOf({ guest: names[line] })}</bdi>
              </td>
              <td>{guests[line]?.nationality}</td>
              <td>{guests[line]?.documentNumber}</td>
              <td>{guests[line]?.birthDate && date(guests[line].birthDate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        <Fact of="card.date" />
        <Fact of="card.signature" />
      </dl>
    </article>
  )
}

/** A known fact, or a line to write it on. */
function Fact({ of, children }: { of: WordKey; children?: ComponentChildren }) {
  return (
    <div>
      <dt>{t(of)}</dt>
      <dd>{children}</dd>
    </div>
  )
}
