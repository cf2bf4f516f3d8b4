import type { ComponentChildren } from 'preact'
import { date, money } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import type { BookingTrail, Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'

/** Guests that a card has lines for; of a larger party there is another card. */
const LINES_MAX = 8

/** The card that guests fill in and sign when they arrive, in both languages: what is known stands there already. */
export function RegistrationCard({ hotel, code }: { hotel: Hotel; code: string }) {
  const path = `/v1/panel/bookings/${encodeURIComponent(code)}`
  const booking = useGet<BookingTrail>(path, { hotel: hotel.slug })
  return (
    <div class="stack sheets">
      <p class="back">
        <a href={href({ view: 'bookings', rest: [code] })}>← {t('booking.title', { code })}</a>
      </p>
      <PageHead
        title={t('sheets.card')}
        action={
          <Button kind="primary" onClick={() => print()}>
            {t('sheets.print')}
          </Button>
        }
      />
      <Read of={booking}>{(data) => <Card hotel={hotel} booking={data} />}</Read>
    </div>
  )
}

function Card({ hotel, booking }: { hotel: Hotel; booking: BookingTrail }) {
  const { guest, desk, rooms, roomName, adults, children, boardCode } = booking
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
          {roomName}
          {desk.roomNumber && ` · ${desk.roomNumber}`}
        </Fact>
        <Fact of="card.checkin">{date(booking.checkin)}</Fact>
        <Fact of="card.checkout">{date(booking.checkout)}</Fact>
        <Fact of="card.nights">{booking.nights}</Fact>
        <Fact of="card.party">{children > 0 ? `${adults} + ${children}` : adults}</Fact>
        <Fact of="card.board">{boardCode}</Fact>
        <Fact of="card.due">{money(desk.dueCents, booking.currency)}</Fact>
        <Fact of="card.phone">{guest.phone}</Fact>
        <Fact of="card.email">{guest.email}</Fact>
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
              <td>{line === 0 && <bdi>{`${guest.firstName} ${guest.lastName}`}</bdi>}</td>
              <td />
              <td />
              <td />
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

/** What is known, or a line to write it on. */
function Fact({ of, children }: { of: WordKey; children?: ComponentChildren }) {
  return (
    <div>
      <dt>{t(of)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The way to the card of a booking, for who may take something out of the system. */
export function CardLink({ hotel, code }: { hotel: Hotel; code: string }) {
  if (!may(hotel, 'not_read_only')) return null
  return (
    <a class="button" href={href({ view: 'sheets', rest: ['card', code] })}>
      {t('sheets.card')}
    </a>
  )
}
