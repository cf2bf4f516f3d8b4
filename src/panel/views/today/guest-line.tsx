import type { ComponentChildren } from 'preact'
import type { DayStay, WholeHotel } from '../../../client/call.ts'
import { boardText, money, timeIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { roomsText } from '../../lib/room-runs.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { href } from '../../lib/router.ts'
import { Badge } from '../../parts/note.tsx'
import { isAgencyDue } from '../bookings/parts/due.ts'
import { nameOf, partyText, telOf } from '../bookings/parts/model.ts'

/** The properties of a row of the lists. */
export type Row = { stay: DayStay; hotel: WholeHotel; reload: () => void }

/**
 * A guest by name, with the facts for the desk; the whole row opens the booking. Once the step of `mark` is done, its
 * time replaces the buttons.
 */
export function Line({
  stay,
  hotel,
  mark,
  children,
}: Omit<Row, 'reload'> & { mark: 'arrivedAt' | 'leftAt'; children: ComponentChildren }) {
  const { guest, rooms, boardCode, nights, specialRequests, desk } = stay
  const { phone } = guest
  const at = desk[mark]
  const about = [
    desk.roomNumber && `${t('desk.room')} ${roomsText(desk)}`,
    rooms > 1 ? `${rooms} × ${roomNameOf(stay)}` : roomNameOf(stay),
    t('bookings.nights', { count: nights }),
    partyText(stay),
    boardCode && boardText(boardCode),
  ]
  const more = [specialRequests && `“${specialRequests}”`, desk.note].filter(Boolean).join(' · ')
  return (
    <li class={at ? 'guest-row done' : 'guest-row'}>
      <div>
        <a class="opens" href={href({ view: 'bookings', rest: [stay.code] })}>
          <bdi>{nameOf(stay)}</bdi>
        </a>{' '}
        {stay.sharesRoom && <Badge tone="warn">{t('desk.shared')}</Badge>}
        {desk.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
      <p class="about" title={more || undefined}>
        {about.filter(Boolean).join(' · ')}
        {phone && (
          <>
            {' · '}
            <a href={telOf(phone)}>{phone}</a>
          </>
        )}
        {more && ` · ${more}`}
      </p>
      <Due stay={stay} currency={hotel.currency} />
      <div class="does">
        {at ? (
          <span class="dim">
            {t(`desk.${mark}`)} {timeIn(at, hotel.timezone)}
          </span>
        ) : (
          children
        )}
      </div>
    </li>
  )
}

function Due({ stay, currency }: { stay: DayStay; currency: string }) {
  const { dueCents } = stay.desk
  if (isAgencyDue(stay)) return <Badge>{t('details.collect.agency')}</Badge>
  if (dueCents === 0) return <Badge tone="good">{t('desk.paidUp')}</Badge>
  const amount = money(Math.abs(dueCents), currency)
  return <Badge tone="warn">{t(dueCents < 0 ? 'desk.overOf' : 'desk.dueOf', { amount })}</Badge>
}
