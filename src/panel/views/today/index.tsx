import type { Change, HotelFigures } from '../../../client/call.ts'
import { addDays } from '../../../domain/kernel/date.ts'
import { date, moneyOf, percent, percentOf, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { useCall } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { useRooms } from '../../lib/rooms.ts'
import type { ViewProps } from '../../lib/router.ts'
import { type SoldNight, soldNights, typesSoldOut } from '../../lib/sold.ts'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NewButton } from '../bookings/new-button.tsx'
import { SheetLink } from '../sheets/page.tsx'
import { Alarms } from './alarms.tsx'
import { Guests } from './guests.tsx'
import { nightsWithoutSale } from './on-sale.ts'
import { Outlook } from './outlook.tsx'
import { Tiles } from './tiles.tsx'

/** The number of nights in the chart. */
const OUTLOOK_DAYS = 30
/** The lists of the desk are read again this often, because the feed says nothing about them. */
const REFRESH_MS = 60_000

/** Arrivals and departures, sales of the next 30 nights, and alarms. */
export function TodayView({ hotel }: ViewProps) {
  const from = todayIn(hotel.timezone)
  const to = addDays(from, OUTLOOK_DAYS - 1)
  const query = { hotel: hotel.slug, from, to }
  const figures = useCall('getPanelDashboard', query)
  const nights = useCall('listPanelDashboardDays', query)
  const days = useCall('pullPanelAvailability', query)
  const day = useCall('listPanelDay', { hotel: hotel.slug })
  const web = useCall('listWebDays', { hotel: hotel.slug, from: addDays(from, -1), to: from })
  const rooms = useRooms(hotel.slug)
  const sold = rooms.data && days.data ? soldNights(rooms.data, days.data) : undefined
  const unsold =
    nights.data && days.data ? nightsWithoutSale(nights.data.items, days.data) : undefined
  const reload = (changes?: Change[]) => {
    figures.reload()
    nights.reload()
    day.reload()
    web.reload()
    if (!changes || changes.some(({ type }) => type === 'availability')) days.reload()
  }
  useLive(hotel.slug, reload)
  useRefresh(day.reload, REFRESH_MS)
  return (
    <div class="stack today-view">
      <PageHead title={t('today.title')} follows action={<NewButton hotel={hotel} />}>
        <p class="dim">{date(from, { dateStyle: 'full' })}</p>
        <div class="buttons">
          <SheetLink hotel={hotel} of="arrivals" />
          <SheetLink hotel={hotel} of="departures" />
        </div>
      </PageHead>
      <ProblemNote
        problem={figures.problem ?? days.problem ?? day.problem}
        onRetry={() => reload()}
      />
      {figures.data ? (
        <>
          <Alarms
            {...{ hotel, unsold }}
            data={figures.data}
            outlookDays={OUTLOOK_DAYS}
            reload={figures.reload}
          />
          <Tiles
            sold={sold}
            nights={nights.data?.items ?? []}
            left={rooms.data && days.data && typesSoldOut(rooms.data, days.data)}
            figures={figures.data}
            web={web.data?.items.reduce((sum, { bookings }) => sum + bookings, 0)}
            currency={hotel.currency}
          />
        </>
      ) : (
        !figures.problem && <Loading />
      )}
      {day.data && (
        <Guests
          hotel={hotel}
          day={day.data}
          reload={() => {
            day.reload()
            figures.reload()
          }}
        />
      )}
      <section class="card" aria-labelledby="outlook">
        <h2 id="outlook">{t('today.outlook', { count: OUTLOOK_DAYS })}</h2>
        {figures.data && <Totals data={figures.data} sold={sold} currency={hotel.currency} />}
        <ProblemNote problem={nights.problem} onRetry={nights.reload} />
        <p class="hint">{t('desk.counts')}</p>
        {nights.data && (
          <Outlook nights={nights.data.items} sold={sold} currency={hotel.currency} />
        )}
      </section>
    </div>
  )
}

type TotalsProps = { data: HotelFigures; sold: readonly SoldNight[] | undefined; currency: string }

/** The sums of the chart that no tile has. */
function Totals({ data, sold, currency }: TotalsProps) {
  const sum = (of: (night: SoldNight) => number) =>
    (sold ?? []).reduce((all, night) => all + of(night), 0)
  const all = sum((night) => night.sold) / sum(({ total }) => total)
  const figures = {
    occupancy: all ? percent(all) : percentOf(data.occupancyBasisPoints, 1),
    revPar: moneyOf(data.revParCents, currency),
  }
  return (
    <dl class="totals">
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`today.${name as keyof typeof figures}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
