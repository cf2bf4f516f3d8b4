import type {
  AuditEntry,
  Booking,
  BookingTrail,
  PanelBookingGroup,
  PanelGroupTrail,
  WholeHotel,
} from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { changesOf, sentenceOf, whoOf } from '../history/entry-text.ts'
import { type Entry, GroupTimeline, ofRevision, Timeline } from './timeline.tsx'

type HappenedProps = { booking: BookingTrail; hotel: WholeHotel }

/** History of a booking, newest first: its revisions, and the acts of the desk. */
export const Happened = ({ booking, hotel }: HappenedProps) => (
  <Timeline timezone={hotel.timezone} entries={entriesOf(booking, booking, hotel)} />
)

type GroupHappenedProps = { group: PanelBookingGroup; trail: PanelGroupTrail; hotel: WholeHotel }

/** History of a reservation of several stays: their revisions, and the acts of the desk. */
export const GroupHappened = ({ group, trail, hotel }: GroupHappenedProps) => (
  <GroupTimeline
    bookings={group.bookings}
    stays={trail.stays}
    entriesOf={(booking, stay) => entriesOf(booking, stay, hotel)}
    timezone={hotel.timezone}
  />
)

const entriesOf = (
  booking: Booking,
  { revisions, deskHistory }: Pick<BookingTrail, 'revisions' | 'deskHistory'>,
  hotel: WholeHotel,
): Entry[] => [
  ...revisions.map((each) => ofRevision(each, booking, hotel.timezone)),
  ...deskHistory.map((each) => ofDesk(each, booking, hotel)),
]

/** What the desk did. What was done with identities or the link is a sentence, since no field changes. */
function ofDesk(entry: AuditEntry, { currency }: Booking, { timezone }: WholeHotel): Entry {
  const { at, after } = entry
  const sign = JSON.stringify(after)
  if (after.identities || after.link || after.guest) return { at, sign, text: sentenceOf(entry) }
  const who = <span class="dim">· {whoOf(entry)}</span>
  if (typeof after.amountCents === 'number') {
    const amount = money(Math.abs(after.amountCents), currency)
    const method = t(`desk.method.${after.method as 'cash'}`)
    const done = t(after.amountCents < 0 ? 'booking.wasRefunded' : 'booking.wasPaid', {
      ...{ amount, method },
    })
    return {
      ...{ at, sign },
      text: (
        <>
          <strong>{done}</strong> {after.note && `· ${after.note}`} {who}
        </>
      ),
    }
  }
  return {
    ...{ at, sign },
    text: (
      <>
        <strong>{t('desk.title')}</strong> {who}
      </>
    ),
    more: (
      <ul>
        {changesOf(entry, currency, timezone).map(({ field, before, after }) => (
          <li key={field}>
            <span class="dim">{field}</span> <del>{before}</del> → <ins>{after}</ins>
          </li>
        ))}
      </ul>
    ),
  }
}
