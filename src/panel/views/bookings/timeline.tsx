import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../client/call.ts'
import { dateTime, rangeText, timeIn, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Badge } from '../../parts/note.tsx'
import { ChangeLines } from './changes.tsx'
import { CardHead } from './parts/card-head.tsx'
import { listText, type Revision } from './parts/model.ts'

/** The entries that are shown at first. */
const SHOWN = 6

/** Something that happened with a booking. */
export type Entry = {
  at: string
  text: ComponentChildren
  more?: ComponentChildren
  /** The same for one act on several stays. */
  sign: string
}

/** History of a booking, newest first. */
export function Timeline({ timezone, ...of }: { entries: readonly Entry[]; timezone: string }) {
  const entries = of.entries.toSorted((a, b) => b.at.localeCompare(a.at))
  const rest = entries.slice(SHOWN)
  return (
    <section class="card happened">
      <CardHead title={t('booking.happened')} />
      <ol class="timeline newest">
        {entries.slice(0, SHOWN).map((each) => drawEntry(each, timezone))}
      </ol>
      {rest.length > 0 && (
        <details class="fold">
          <summary>{t('booking.earlier', { count: rest.length })}</summary>
          <ol class="timeline">{rest.map((each) => drawEntry(each, timezone))}</ol>
        </details>
      )}
    </section>
  )
}

type GroupTimelineProps<Stay> = {
  bookings: readonly Booking[]
  /** Their histories. */
  stays: readonly Stay[]
  entriesOf: (booking: Booking, stay: Stay) => Entry[]
  /** Of the hotel. */
  timezone: string
}

/** History of a reservation of several stays: an act on all of them once, any other with the rooms it was on. */
export function GroupTimeline<Stay extends { code: string }>(props: GroupTimelineProps<Stay>) {
  const { bookings, stays, entriesOf, timezone } = props
  const all = bookings.flatMap((booking) => {
    const stay = stays.find(({ code }) => code === booking.code)
    const entries = stay ? entriesOf(booking, stay) : []
    return entries.map((entry) => ({ ...entry, room: roomNameOf(booking) }))
  })
  const entries = [...Map.groupBy(all, ({ at, sign }) => at + sign).values()].map((same) => {
    const { text, ...entry } = same[0]!
    const rooms = same.length < stays.length && listText([...new Set(same.map(({ room }) => room))])
    return { ...entry, text: [text, rooms && ` · ${rooms}`] }
  })
  return <Timeline {...{ entries, timezone }} />
}

const drawEntry = ({ at, text, more, sign }: Entry, timezone: string) => (
  <li key={at + sign}>
    <div>
      {text}
      {more}
    </div>
    <time class="dim unbroken" dateTime={at} title={dateTime(at, timezone)}>
      {shortTime(at, timezone)}
    </time>
  </li>
)

/** `14:05` today, and `2 Nov, 14:05` before. */
function shortTime(at: string, timezone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date(at))
  const time = timeIn(at, timezone)
  return day === todayIn(timezone)
    ? `${t('today.title')} ${time}`
    : `${rangeText(day, day)} ${time}`
}

/** A revision as an entry. @param timezone of the hotel */
export function ofRevision(revision: Revision, booking: Booking, timezone: string): Entry {
  const { at, actor, override, changes } = revision
  return {
    at,
    sign: JSON.stringify([revisionText(revision), actorText(actor), changes]),
    text: (
      <>
        <strong>{revisionText(revision)}</strong> <span class="dim">· {actorText(actor)}</span>{' '}
        {override && <Badge tone="warn">{t('booking.overridden')}</Badge>}
      </>
    ),
    more: changes && <ChangeLines {...{ changes, booking, timezone }} />,
  }
}

function revisionText({ revision, status, changes }: Revision): string {
  if (revision === 1) return t(status === 'pending' ? 'booking.wasHeld' : 'booking.wasBooked')
  const isOther = changes?.some(({ field }) => field === 'status') ?? false
  return isOther ? t(`bookings.${status}`) : t('booking.wasChanged')
}

function actorText({ type, id, name, by }: Revision['actor']): string {
  if (type === 'booking' && by === 'guest') return t('booking.byGuest')
  if (type === 'booking') return t(by === 'agency' ? 'booking.byAgency' : 'booking.byBooking')
  if (type === 'system') return t('booking.bySystem')
  // An agency is not told who acted at the hotel.
  if (id === '') return t('booking.byHotel')
  return type === 'key' ? t('booking.byKey', { name: name ?? id }) : (name ?? id)
}
