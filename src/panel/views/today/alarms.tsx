import { addDays, type CalendarDate } from '../../../domain/date.ts'
import { UNPRICED_DAYS } from '../../../domain/limits.ts'
import { api } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { Availability, Hotel } from '../../lib/types.ts'
import { Badge, type Tone } from '../../parts/note.tsx'
import type { Dashboard } from './model.ts'

type Alarm = { text: string; tone: Tone; link: string }

/** What needs looking after, each a link to its cause. */
export function Alarms({ hotel, data }: { hotel: Hotel; data: Dashboard }) {
  const unpriced = useFirstUnpriced(hotel.slug, data)
  const alarms = alarmsOf(data, unpriced)
  return (
    <section class="card alarms" aria-labelledby="alarms">
      <h2 id="alarms">{t('today.alarms')}</h2>
      {alarms.length === 0 ? (
        <p>
          <Badge tone="good">{t('today.allWell')}</Badge>
        </p>
      ) : (
        <ul>
          {alarms.map(({ text, tone, link }) => (
            <li key={text}>
              <a href={link}>
                <Badge tone={tone}>{text}</Badge>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function alarmsOf(data: Dashboard, unpricedFrom: string): Alarm[] {
  const { unacked, webhooks, rejectedElements, daysWithoutPrice } = data
  const alarms: [number, Omit<Alarm, 'text'>, (count: number) => string][] = [
    [
      webhooks.switchedOff,
      { tone: 'bad', link: href({ view: 'channel', rest: ['webhooks'] }) },
      (count) => t('today.alarm.switchedOff', { count }),
    ],
    [
      webhooks.failing,
      { tone: 'bad', link: href({ view: 'channel', rest: ['webhooks'] }) },
      (count) => t('today.alarm.failing', { count }),
    ],
    [
      unacked.overdue,
      { tone: 'warn', link: href({ view: 'bookings', query: { unacked: true } }) },
      (count) => t('today.alarm.unacked', { count }),
    ],
    [
      rejectedElements,
      { tone: 'warn', link: href({ view: 'channel', rest: ['pushes'] }) },
      (count) => t('today.alarm.rejected', { count }),
    ],
    [
      daysWithoutPrice,
      { tone: 'warn', link: href({ view: 'calendar', query: { from: unpricedFrom } }) },
      (count) => t('today.alarm.unpriced', { count }),
    ],
  ]
  return alarms
    .filter(([count]) => count > 0)
    .map(([count, rest, text]) => ({ ...rest, text: text(count) }))
}

/** The first day that nobody can book for want of a price; today while it is not known. */
function useFirstUnpriced(hotel: string, { today, daysWithoutPrice }: Dashboard): string {
  const to = addDays(today as CalendarDate, UNPRICED_DAYS - 1)
  const { data } = useLoad(
    async (signal) =>
      daysWithoutPrice === 0
        ? undefined
        : await api.get<Availability>('/v1/panel/availability', {
            query: { hotel, from: today, to },
            signal,
          }),
    [hotel, today, daysWithoutPrice > 0],
  )
  const dates = (data?.rooms ?? []).flatMap(({ days }) =>
    days
      .filter(({ available, closed, priceCents }) => available > 0 && !closed && priceCents === 0)
      .map(({ date }) => date),
  )
  return dates.toSorted()[0] ?? today
}
