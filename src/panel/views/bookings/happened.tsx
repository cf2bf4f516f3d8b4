import type { AuditEntry, BookingTrail, WholeHotel } from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { changesOf, sentenceOf, whoOf } from '../history/entry-text.ts'
import { type Entry, ofRevision, Timeline } from './timeline.tsx'

type HappenedProps = { booking: BookingTrail; hotel: WholeHotel }

/** What happened with a booking, newest first: its revisions, and what the desk did. */
export const Happened = ({ booking, hotel }: HappenedProps) => (
  <Timeline
    timezone={hotel.timezone}
    entries={[
      ...booking.revisions.map((each) => ofRevision(each, booking)),
      ...booking.deskHistory.map((each) => ofDesk(each, booking, hotel)),
    ]}
  />
)

/** What the desk did. What was done with identities or the link is a sentence, since no field changes. */
function ofDesk(entry: AuditEntry, { currency }: BookingTrail, { timezone }: WholeHotel): Entry {
  const { at, after } = entry
  if (after.identities || after.link) return { at, text: sentenceOf(entry) }
  const who = <span class="dim">· {whoOf(entry)}</span>
  if (typeof after.amountCents === 'number') {
    const amount = money(Math.abs(after.amountCents), currency)
    const method = t(`desk.method.${after.method as 'cash'}`)
    const done = t(after.amountCents < 0 ? 'booking.wasRefunded' : 'booking.wasPaid', {
      ...{ amount, method },
    })
    return {
      at,
      text: (
        <>
          <strong>{done}</strong> {after.note && `· ${after.note}`} {who}
        </>
      ),
    }
  }
  return {
    at,
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
