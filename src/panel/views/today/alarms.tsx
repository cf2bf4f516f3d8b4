import type { HotelFigures, WholeHotel } from '../../../client/call.ts'
import type { NeededRole } from '../../../domain/accounts/membership.ts'
import { UNACKED_COUNTED_MAX } from '../../../domain/bookings/booking.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import { Badge } from '../../parts/note.tsx'
import { Demand } from './demand.tsx'

type AlarmsProps = {
  hotel: WholeHotel
  data: HotelFigures
  /** The nights without anything to sell, among the next `outlookDays`; undefined while they are not known. */
  unsold: readonly string[] | undefined
  outlookDays: number
  reload: () => void
}

/** The alarms of the hotel, each with a link to its cause. */
export function Alarms(props: AlarmsProps) {
  const { hotel, unsold, reload } = props
  const { unusualDemand: demand } = props.data
  const alarms = alarmsOf(props)
  return (
    <section class="card alarms" aria-labelledby="alarms">
      <h2 id="alarms" class="sr-only">
        {t('today.alarms')}
      </h2>
      {!hotel.active && (
        <p class="note bad">
          <span>
            <strong>{t('today.suspended')}</strong> {t('today.suspendedText')}
          </span>
        </p>
      )}
      {alarms.length === 0 && !demand ? (
        hotel.active &&
        unsold && (
          <p>
            <Badge tone="good">{t('today.allWell')}</Badge>
          </p>
        )
      ) : (
        <ul>
          {demand && <Demand {...{ hotel, demand, reload }} />}
          {alarms.map(({ text, tone, link }) => (
            <li key={text}>
              {link ? (
                <a class={`note ${tone}`} href={link}>
                  <span>{text}</span> <u>{t('desk.show')}</u>
                </a>
              ) : (
                <p class={`note ${tone}`}>{text}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function alarmsOf({ hotel, data, unsold = [], outlookDays }: AlarmsProps) {
  const { unacked, webhooks, rejectedElements } = data
  const { daysWithoutPrice, firstDayWithoutPrice, oversoldNights, firstOversoldNight } = data
  const calendarFrom = (from: string | null | undefined) =>
    href({ view: 'calendar', query: { from: from ?? data.today } })
  // A person who may not open the cause still sees the alarm.
  const channelTab = (tab: string, needed: NeededRole) =>
    may(hotel, needed) ? href({ view: 'channel', rest: [tab] }) : undefined
  const webhooksTab = channelTab('webhooks', 'owner')
  const isCounted = unacked.overdue < UNACKED_COUNTED_MAX
  const alarms = [
    [oversoldNights, 'bad', 'oversold', calendarFrom(firstOversoldNight)],
    [webhooks.switchedOff, 'bad', 'switchedOff', webhooksTab],
    [webhooks.failing, 'bad', 'failing', webhooksTab],
    [unsold.length, 'bad', 'unsold', calendarFrom(unsold[0])],
    [
      unacked.overdue,
      'warn',
      isCounted ? 'unacked' : 'unackedMany',
      href({ view: 'bookings', query: { unacked: true } }),
    ],
    [rejectedElements, 'warn', 'rejected', channelTab('pushes', 'revenue')],
    [daysWithoutPrice, 'warn', 'unpriced', calendarFrom(firstDayWithoutPrice)],
    [data.daysNeverOpened, 'warn', 'unopened', calendarFrom(data.firstDayNeverOpened)],
  ] as const
  return alarms
    .filter(([count]) => count > 0)
    .map(([count, tone, name, link]) => {
      return { tone, link, text: t(`today.alarm.${name}`, { count, of: outlookDays }) }
    })
}
