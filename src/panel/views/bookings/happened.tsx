import type { AuditEntry, BookingTrail, WholeHotel } from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { changesOf, sentenceOf, whoOf } from '../history/entry-text.ts'
import { listText } from './parts/model.ts'
import { type Entry, ofRevision, Timeline } from './timeline.tsx'

type HappenedProps = { booking: BookingTrail; hotel: WholeHotel }

/** What happened with a booking, newest first: its revisions, and what the desk did. */
export const Happened = (props: HappenedProps) => (
  <Timeline timezone={props.hotel.timezone} entries={entriesOf(props)} />
)

/** History of a reservation of several stays: an act on all of them once, any other with the rooms it was on. */
export function GroupHappened(props: { trails: readonly BookingTrail[]; hotel: WholeHotel }) {
  const { trails, hotel } = props
  const all = trails.flatMap((booking) =>
    entriesOf({ booking, hotel }).map((entry) => ({ ...entry, room: roomNameOf(booking) })),
  )
  const entries = [...Map.groupBy(all, ({ at, sign }) => at + sign).values()].map((same) => {
    const { text, ...entry } = same[0]!
    const rooms =
      same.length < trails.length && listText([...new Set(same.map(({ room }) => room))])
    return { ...entry, text: [text, rooms && ` · ${rooms}`] }
  })
  return <Timeline {...{ entries }} timezone={hotel.timezone} />
}

const entriesOf = ({ booking, hotel }: HappenedProps): Entry[] => [
  ...booking.revisions.map((each) => ofRevision(each, booking, hotel.timezone)),
  ...booking.deskHistory.map((each) => ofDesk(each, booking, hotel)),
]

/** What the desk did. What was done with identities or the link is a sentence, since no field changes. */
function ofDesk(entry: AuditEntry, { currency }: BookingTrail, { timezone }: WholeHotel): Entry {
  const { at, after } = entry
  const sign = JSON.stringify(after)
  if (after.identities || after.link) return { at, sign, text: sentenceOf(entry) }
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
