import { api, type Page } from '../lib/api.ts'
import { HERE, money, when } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useLoad, usePages } from '../lib/load.ts'
import { href, type ViewProps } from '../lib/router.ts'
import type { Commissioned } from '../lib/types.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { Empty, Loading, ProblemNote } from '../parts/note.tsx'
import { type Column, PagedTable } from '../parts/table.tsx'
import { BookingFacts } from './bookings/facts.tsx'
import { Filters, filterOf } from './bookings/filters.tsx'
import { nameOf, priceText, stayText } from './bookings/model.ts'
import { StatusBadge } from './bookings/status.tsx'

const PATH = '/v1/acenta/bookings'

/** The agency's bookings, or one of them. */
export function AcentaBookings(props: ViewProps) {
  const [code] = props.route.rest
  return code === undefined ? <List {...props} /> : <One key={code} code={code} />
}

function List({ route }: ViewProps) {
  const { unacked, ...filter } = filterOf(route.query)
  const pages = usePages(
    (cursor, signal) =>
      api.get<Page<Commissioned>>(PATH, { query: { ...filter, cursor, limit: 25 }, signal }),
    [route.query.toString()],
  )
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <div class="view-head">
        <h1>{t('bookings.title')}</h1>
      </div>
      <Filters query={route.query} isFiltered={isFiltered} problem={pages.problem} />
      <PagedTable
        pages={pages}
        caption={t('bookings.title')}
        columns={columns()}
        keyOf={({ code }) => code}
        empty={
          <Empty title={t(isFiltered ? 'bookings.noneFound' : 'bookings.none')}>
            {t(isFiltered ? 'bookings.noneFoundText' : 'acenta.noneText')}
          </Empty>
        }
      />
    </>
  )
}

function columns(): Column<Commissioned>[] {
  return [
    {
      head: t('list.code'),
      isName: true,
      cell: ({ code }) => (
        <a class="code" href={href({ rest: [code] })}>
          {code}
        </a>
      ),
    },
    { head: t('bookings.guest'), cell: (booking) => <bdi>{nameOf(booking)}</bdi> },
    { head: t('list.hotel'), cell: ({ hotelName }) => <bdi>{hotelName}</bdi> },
    {
      head: t('bookings.stay'),
      cell: (booking) => (
        <span class="two">
          {stayText(booking)}
          <span class="dim">{t('bookings.nights', { count: booking.nights })}</span>
        </span>
      ),
    },
    {
      head: t('bookings.total'),
      isNumber: true,
      cell: (booking) => priceText(booking.totalPriceCents, booking),
    },
    { head: t('acenta.commission'), isNumber: true, cell: commissionText },
    { head: t('bookings.status'), cell: ({ status }) => <StatusBadge status={status} /> },
    {
      head: t('bookings.made'),
      cell: ({ createdAt }) => <span class="dim">{when(createdAt)}</span>,
    },
  ]
}

function One({ code }: { code: string }) {
  // The list alone tells what the agency earns; a whole code is a part of one booking's code only.
  const { data, problem, reload } = useLoad(
    (signal) => api.get<Page<Commissioned>>(PATH, { query: { q: code, limit: 100 }, signal }),
    [code],
  )
  const booking = data?.items.find((each) => each.code === code)
  return (
    <article class="stack booking">
      <p class="back">
        <a href={href({})}>← {t('booking.back')}</a>
      </p>
      <ProblemNote problem={problem} onRetry={reload} />
      {!(data || problem) && <Loading />}
      {data && !booking && <Empty isPage title={t('acenta.unknown')} />}
      {booking && <Shown booking={booking} />}
    </article>
  )
}

function Shown({ booking }: { booking: Commissioned }) {
  const { code, status, hotelName, updatedAt, cancelledAt } = booking
  return (
    <>
      <div class="view-head">
        <h1>
          {t('booking.title', { code })} <StatusBadge status={status} />
        </h1>
      </div>
      <div class="stack">
        <Facts isCard>
          <Fact name={t('list.hotel')}>
            <bdi>{hotelName}</bdi>
          </Fact>
          <Fact name={t('acenta.commission')}>{commissionText(booking)}</Fact>
          <Fact name={t('acenta.changed')}>{when(updatedAt)}</Fact>
          {cancelledAt && <Fact name={t('acenta.cancelledAt')}>{when(cancelledAt)}</Fact>}
        </Facts>
        <BookingFacts booking={booking} timezone={HERE} />
      </div>
    </>
  )
}

const commissionText = ({ commissionCents, currency }: Commissioned) =>
  commissionCents === null ? '–' : money(commissionCents, currency)
