import type { BookingTrail } from '../../../client/call.ts'
import { ago, dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { countColumn, textColumn } from '../../parts/columns.tsx'
import { Badge } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { DeliveryBadge } from '../channel/delivery.tsx'
import { outcomeOf } from '../channel/model.ts'
import { BookingMails } from '../mails/mail.tsx'
import { ChangeLines } from './changes.tsx'
import { ackState, type Revision } from './parts/model.ts'
import { AckBadge, StatusBadge } from './status.tsx'

type TrailProps = { booking: BookingTrail; timezone: string }

/** The trail of a booking: the channel manager's acknowledgement, and each revision with its webhook deliveries and mails. */
export function Trail({ booking, timezone }: TrailProps) {
  return (
    <div class="stack trail">
      <section class="card">
        <h2>{t('booking.arrived')}</h2>
        <p>
          <AckBadge booking={booking} /> {isDelivered(booking) && t('booking.delivered')}{' '}
          {ackText(booking)}
        </p>
      </section>
      <section class="stack">
        <h2>{t('booking.history')}</h2>
        <ol class="stack revisions">
          {booking.revisions.map((revision) => (
            <RevisionCard
              key={revision.revision}
              revision={revision}
              deliveries={booking.deliveries.filter((each) => each.revision === revision.revision)}
              booking={booking}
              timezone={timezone}
            />
          ))}
        </ol>
      </section>
      <BookingMails mails={booking.mails} timezone={timezone} />
    </div>
  )
}

/** True if a webhook has delivered the newest revision. A delivery is no acknowledgement. */
const isDelivered = ({ deliveries, revision }: BookingTrail): boolean =>
  deliveries.some((each) => each.revision === revision && each.state === 'delivered')

function ackText(booking: BookingTrail): string {
  const { ackedRevision, revision } = booking
  const state = ackState(booking)
  if (state === undefined) return t('booking.notTold')
  if (state === 'acked') return t('booking.ackedAt')
  return ackedRevision
    ? t('booking.ackedOld', { acked: ackedRevision, revision })
    : t('booking.ackedNone')
}

function RevisionCard({
  revision: { revision, at, actor, status, event, override, changes },
  deliveries,
  booking,
  timezone,
}: TrailProps & { revision: Revision; deliveries: Delivery[] }) {
  return (
    <li class="card">
      <div class="beside">
        <h3>{t('booking.revision', { revision })}</h3>
        <StatusBadge status={status} />
        {override && <Badge tone="warn">{t('booking.overridden')}</Badge>}
        <span class="dim">
          {dateTime(at, timezone)} · {t('booking.by', { name: actorText(actor) })}
        </span>
      </div>
      {changes && <ChangeLines changes={changes} booking={booking} />}
      {deliveries.length > 0 ? (
        <Table
          caption={t('booking.deliveries', { revision })}
          columns={columnsOf(timezone)}
          rows={deliveries}
          keyOf={({ id }) => id}
        />
      ) : (
        <p class="dim">{t(event ? 'booking.noDeliveries' : 'booking.noEvent')}</p>
      )}
    </li>
  )
}

function actorText({ type, id, name, by }: Revision['actor']): string {
  if (type === 'booking' && by === 'guest') return t('booking.byGuest')
  if (type === 'booking') return t(by === 'agency' ? 'booking.byAgency' : 'booking.byBooking')
  if (type === 'system') return t('booking.bySystem')
  return type === 'key' ? t('booking.byKey', { name: name ?? id }) : (name ?? id)
}

type Delivery = BookingTrail['deliveries'][number]

const columnsOf = (timezone: string): Column<Delivery>[] => [
  textColumn(t('list.event'), ({ event }) => <code>{event}</code>),
  textColumn(t('booking.endpoint'), ({ url }) => url, { isName: true }),
  textColumn(t('list.state'), DeliveryBadge),
  countColumn(t('channel.delivery.attempts'), ({ attempts }) => attempts),
  textColumn(
    t('booking.lastAnswer'),
    ({ lastStatus, lastError }) =>
      lastStatus ??
      (lastError ? outcomeOf({ status: null, error: lastError }) : t('booking.nothing')),
  ),
  textColumn(t('booking.nextTry'), ({ nextAttemptAt }) =>
    nextAttemptAt ? (
      <time dateTime={nextAttemptAt} title={dateTime(nextAttemptAt, timezone)}>
        {Date.parse(nextAttemptAt) > Date.now() ? ago(nextAttemptAt) : t('booking.due')}
      </time>
    ) : (
      '–'
    ),
  ),
]
