import type { ComponentChildren } from 'preact'
import type { AuditEntry, BookingTrail, WholeHotel } from '../../../client/call.ts'
import { dateTime, money, rangeText, timeIn, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Badge } from '../../parts/note.tsx'
import { changesOf, sentenceOf, whoOf } from '../history/entry-text.ts'
import { ChangeLines } from './changes.tsx'
import { CardHead } from './parts/card-head.tsx'
import type { Revision } from './parts/model.ts'

/** The entries that are shown at first. */
const SHOWN = 6

type HappenedProps = { booking: BookingTrail; hotel: WholeHotel }

type Entry = { at: string; text: ComponentChildren; more?: ComponentChildren }

/** What happened with a booking, newest first: its revisions, and what the desk did. */
export function Happened({ booking, hotel }: HappenedProps) {
  const entries = [
    ...booking.revisions.map((each) => ofRevision(each, booking)),
    ...booking.deskHistory.map((each) => ofDesk(each, booking, hotel)),
  ].sort((a, b) => b.at.localeCompare(a.at))
  const rest = entries.slice(SHOWN)
  return (
    <section class="card happened">
      <CardHead title={t('booking.happened')} />
      <ol class="timeline newest">
        {entries.slice(0, SHOWN).map((each) => drawEntry(each, hotel))}
      </ol>
      {rest.length > 0 && (
        <details class="fold">
          <summary>{t('booking.earlier', { count: rest.length })}</summary>
          <ol class="timeline">{rest.map((each) => drawEntry(each, hotel))}</ol>
        </details>
      )}
    </section>
  )
}

const drawEntry = ({ at, text, more }: Entry, { timezone }: WholeHotel) => (
  <li key={at}>
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

function ofRevision(revision: Revision, booking: BookingTrail): Entry {
  const { at, actor, override, changes } = revision
  return {
    at,
    text: (
      <>
        <strong>{revisionText(revision)}</strong> <span class="dim">· {actorText(actor)}</span>{' '}
        {override && <Badge tone="warn">{t('booking.overridden')}</Badge>}
      </>
    ),
    more: changes && <ChangeLines changes={changes} booking={booking} />,
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
  return type === 'key' ? t('booking.byKey', { name: name ?? id }) : (name ?? id)
}

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
