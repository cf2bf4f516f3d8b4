import type { ComponentChildren } from 'preact'
import type { WebBookings } from '../../../client/call.ts'
import { AGREEMENTS } from '../../../domain/catalog/agreements.ts'
import { addDays } from '../../../domain/kernel/date.ts'
import { todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Badge } from '../../parts/note.tsx'
import { ListButton } from './address.tsx'
import { type ChangeProps, editAgreed } from './content.tsx'
import { levelOf, liftBrake } from './rules.tsx'

type AlarmsProps = ChangeProps & { web: WebBookings; reload: () => void }
type Alarm = { isOn: boolean; name: AlarmName; does?: ComponentChildren }
type AlarmName = 'off' | 'noRate' | 'noPrice' | 'takesNothing' | 'noPhoto' | 'noTexts' | 'unlisted'

/** Nights of which one must have a price. */
const NIGHTS = 30

/** What keeps guests from finding the page or from booking on it, each with the way to mend it. */
export function PageAlarms(props: AlarmsProps) {
  const { hotel } = props
  const from = todayIn(hotel.timezone)
  const to = addDays(from, NIGHTS - 1)
  const photos = useCall('listPhotos', { hotel: hotel.slug })
  const days = useCall('pullPanelAvailability', { hotel: hotel.slug, from, to })
  const rates = useCall('listPanelRates', { hotel: hotel.slug })
  if (!photos.data || !days.data || !rates.data) return null
  const isPublic = rates.data.items.some((rate) => rate.public && rate.active)
  const isPriced = days.data.rooms.some((room) =>
    room.days.some(({ closed, priceCents }) => !closed && priceCents > 0),
  )
  const hasPhoto = photos.data.items.some(({ roomCode }) => roomCode === null)
  const alarms = alarmsOf(props, { isPublic, isPriced, hasPhoto }).filter(({ isOn }) => isOn)
  return (
    <section class="card alarms" aria-labelledby="web-alarms">
      <h2 id="web-alarms" class="sr-only">
        {t('today.alarms')}
      </h2>
      {!hotel.active && (
        <p class="note bad">
          <span>
            <strong>{t('today.suspended')}</strong> {t('today.suspendedText')}
          </span>
        </p>
      )}
      {alarms.length > 0 ? (
        <ul>
          {alarms.map(({ name, does }) => (
            <li key={name} class={`note ${name === 'unlisted' ? 'info' : 'warn'}`}>
              <span>{t(`web.alarm.${name}`, { count: NIGHTS })}</span> {does}
            </li>
          ))}
        </ul>
      ) : (
        hotel.active && (
          <p>
            <Badge tone="good">{t('web.allWell')}</Badge>
          </p>
        )
      )}
    </section>
  )
}

function alarmsOf(
  { hotel, web, change, reload }: AlarmsProps,
  { isPublic, isPriced, hasPhoto }: { isPublic: boolean; isPriced: boolean; hasPhoto: boolean },
): Alarm[] {
  const isOwner = may(hotel, 'owner')
  const link = (view: string, text: string) => <a href={href({ view })}>{text}</a>
  const hasTexts = AGREEMENTS.every((kind) => hotel.agreements.some((each) => each.kind === kind))
  return [
    { name: 'off', isOn: web.page === null },
    { name: 'noRate', isOn: !isPublic, does: link('rates', t('web.toRates')) },
    { name: 'noPrice', isOn: !isPriced, does: link('calendar', t('web.toCalendar')) },
    {
      name: 'takesNothing',
      isOn: levelOf(web) === 'whole',
      does: isOwner && <Button onClick={() => liftBrake(hotel, reload)}>{t('web.lift')}</Button>,
    },
    { name: 'noPhoto', isOn: !hasPhoto, does: link('hotel', t('web.toPhotos')) },
    {
      name: 'noTexts',
      isOn: !hasTexts,
      does: isOwner && (
        <Button onClick={() => editAgreed({ hotel, change })}>{t('web.toTexts')}</Button>
      ),
    },
    {
      name: 'unlisted',
      isOn: !hotel.isListed,
      does: isOwner && <ListButton {...{ hotel, change }} />,
    },
  ]
}
