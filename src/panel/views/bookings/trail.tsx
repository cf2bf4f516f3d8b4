import type { BookingTrail, WholeHotel } from '../../../client/call.ts'
import { ago, dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { countColumn, textColumn } from '../../parts/columns.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { DeliveryBadge } from '../channel/delivery.tsx'
import { outcomeOf } from '../channel/model.ts'
import { BookingMails } from '../mails/mail.tsx'
import { ackState } from './parts/model.ts'
import { AckBadge } from './status.tsx'

type TrailProps = { booking: BookingTrail; hotel: WholeHotel }

/** Folds of what is rarely looked at: what the channel manager has received, for who may see its keys, and the mails. */
export function Trail({ booking, hotel }: TrailProps) {
  const { mails, deliveries } = booking
  const { timezone } = hotel
  const isOwner = may(hotel, 'owner')
  if (!isOwner && mails.length === 0) return null
  return (
    <section class="card folds trail">
      {isOwner && (
        <details class="received">
          <summary>
            {t('booking.arrived')}
            <span class="at-end">
              <AckBadge booking={booking} />
            </span>
          </summary>
          <div class="stack within">
            <p>
              {isDelivered(booking) && t('booking.delivered')} {ackText(booking)}
            </p>
            {deliveries.length > 0 ? (
              <Table
                caption={t('booking.deliveries')}
                columns={columnsOf(timezone)}
                rows={deliveries}
                keyOf={({ id }) => id}
              />
            ) : (
              <p class="dim">{t('booking.noDeliveries')}</p>
            )}
          </div>
        </details>
      )}
      {mails.length > 0 && (
        <details>
          <summary>
            {t('mail.ofBooking')} <span class="dim at-end">{mails.length}</span>
          </summary>
          <div class="within">
            <BookingMails mails={mails} timezone={timezone} />
          </div>
        </details>
      )}
    </section>
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

type Delivery = BookingTrail['deliveries'][number]

const columnsOf = (timezone: string): Column<Delivery>[] => [
  textColumn(t('list.event'), ({ event }) => <code>{event}</code>),
  textColumn(t('booking.revisionHead'), ({ revision }) => revision),
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
