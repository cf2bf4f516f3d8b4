import { addDays } from '../../../domain/date.ts'
import { date, moneyOf, number, percentOf, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { useGet } from '../../lib/load.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import type { Availability, Change, HotelFigures, Night } from '../../lib/types.ts'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import { SheetLinks } from '../sheets/day.tsx'
import { Alarms } from './alarms.tsx'
import { nightsWithoutSale } from './on-sale.ts'
import { Outlook } from './outlook.tsx'

/** How far ahead the chart looks. */
const OUTLOOK_DAYS = 30

/** Who comes and goes, how the next 30 nights sell, and what needs looking after. */
export function TodayView({ hotel }: ViewProps) {
  const from = todayIn(hotel.timezone)
  const to = addDays(from, OUTLOOK_DAYS - 1)
  const query = { hotel: hotel.slug, from, to }
  const figures = useGet<HotelFigures>('/v1/panel/dashboard', query)
  const nights = useGet<{ items: Night[] }>('/v1/panel/dashboard/days', query)
  const days = useGet<Availability>('/v1/panel/availability', query)
  const unsold =
    nights.data && days.data ? nightsWithoutSale(nights.data.items, days.data) : undefined
  const reload = (changes?: Change[]) => {
    figures.reload()
    nights.reload()
    if (!changes || changes.some(({ type }) => type === 'availability')) days.reload()
  }
  useLive(hotel.slug, reload)
  return (
    <div class="stack today-view">
      <div class="view-head">
        <h1>{t('today.title')}</h1>
        <p class="dim">{date(from, { dateStyle: 'full' })}</p>
        <SheetLinks hotel={hotel} />
      </div>
      <ProblemNote problem={figures.problem ?? days.problem} onRetry={() => reload()} />
      {figures.data ? (
        <>
          <FrontDesk data={figures.data} />
          <Alarms hotel={hotel} data={figures.data} unsold={unsold} outlookDays={OUTLOOK_DAYS} />
        </>
      ) : (
        !figures.problem && <Loading />
      )}
      <section class="card" aria-labelledby="outlook">
        <h2 id="outlook">{t('today.outlook', { count: OUTLOOK_DAYS })}</h2>
        {figures.data && <Totals data={figures.data} currency={hotel.currency} />}
        <ProblemNote problem={nights.problem} onRetry={nights.reload} />
        {nights.data && <Outlook nights={nights.data.items} currency={hotel.currency} />}
      </section>
    </div>
  )
}

/** Arrivals, departures and who is in the house, each a way to the bookings. */
function FrontDesk({ data }: { data: HotelFigures }) {
  const { today, arrivals, departures, inHouse } = data
  const on = (dateField?: 'checkout') =>
    href({ view: 'bookings', query: { from: today, to: today, dateField } })
  return (
    <ul class="front-desk">
      <Tile name={t('today.arrivals')} movement={arrivals} link={on()} />
      <Tile name={t('today.departures')} movement={departures} link={on('checkout')} />
      <Tile name={t('today.inHouse')} movement={inHouse} />
    </ul>
  )
}

type TileProps = { name: string; movement: HotelFigures['arrivals']; link?: string }

function Tile({ name, movement: { bookings, rooms, guests }, link }: TileProps) {
  return (
    <li class="card tile">
      <h2>{link ? <a href={link}>{name}</a> : name}</h2>
      <p class="figure">{number(bookings)}</p>
      <p class="dim">
        {t('bookings.rooms', { count: rooms })} · {t('today.guests', { count: guests })}
      </p>
    </li>
  )
}

/** The sums of the chart. */
function Totals({ data, currency }: { data: HotelFigures; currency: string }) {
  const { occupancyBasisPoints, revenueCents, adrCents, revParCents, pickupRoomNights } = data
  const figures = {
    occupancy: percentOf(occupancyBasisPoints),
    revenue: moneyOf(revenueCents, currency),
    adr: moneyOf(adrCents, currency),
    revPar: moneyOf(revParCents, currency),
    pickup: t('today.roomNights', { count: pickupRoomNights }),
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
