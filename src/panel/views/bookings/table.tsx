import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../client/call.ts'
import { ago, dateTime, money, number, rangeText } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import { href, setQuery } from '../../lib/router.ts'
import { Empty } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { type Filter, Filters } from './filters.tsx'
import { nameOf } from './parts/model.ts'
import { StatusBadge } from './status.tsx'

/** A list of bookings under its search and filters. */
export function BookingPages<Row extends Booking>({
  pages,
  filter,
  filters,
  columns,
  noneText,
  isSorted = false,
  action,
  children,
}: {
  pages: Pages<Row>
  filter: Filter
  /** Filters that only this list has. */
  filters?: ComponentChildren
  columns: readonly Column<Row>[]
  /** What is said where there are no bookings at all. */
  noneText: WordKey
  /** It can be sorted by its heads. */
  isSorted?: boolean
  /** The one thing to do here. */
  action?: ComponentChildren
  /** Stands above the list. */
  children?: ComponentChildren
}) {
  const { sort, ...narrowed } = filter
  const isFiltered = Object.values(narrowed).some((value) => value !== undefined)
  return (
    <>
      <PageHead title={t('bookings.title')} follows={isSorted} action={action} />
      <Filters isFiltered={isFiltered}>{filters}</Filters>
      {children}
      <PagedTable
        pages={pages}
        caption={t('bookings.title')}
        columns={columns}
        keyOf={({ code }) => code}
        {...(isSorted && { sorting: { by: sort, set: (by) => setQuery({ sort: by }) } })}
        empty={
          <Empty title={t(isFiltered ? 'bookings.noneFound' : 'bookings.none')}>
            {t(isFiltered ? 'bookings.noneFoundText' : noneText)}
          </Empty>
        }
      />
    </>
  )
}

/**
 * Columns that lists of bookings are made of.
 *
 * @param query goes along to the booking, which leads back to the list as it was
 */
export const columnsOf = (timezone: string, query: Filter = {}) =>
  ({
    guest: {
      head: t('bookings.guest'),
      isName: true,
      sort: 'guest',
      cell: (booking) => (
        <a class="opens" href={href({ rest: [booking.code], query })}>
          <bdi>{nameOf(booking)}</bdi>
        </a>
      ),
    },
    code: {
      head: t('list.code'),
      isExtra: true,
      cell: ({ code }) => <span class="code dim">{code}</span>,
    },
    stay: {
      head: t('bookings.stay'),
      sort: 'checkin',
      cell: ({ checkin, checkout }) => <span class="unbroken">{rangeText(checkin, checkout)}</span>,
    },
    nights: {
      head: t('bookings.nightsHead'),
      isNumber: true,
      isExtra: true,
      cell: ({ nights }) => number(nights),
    },
    total: {
      head: t('bookings.total'),
      isNumber: true,
      sort: 'total',
      cell: ({ totalPriceCents, currency }, rows) =>
        money(
          totalPriceCents,
          currency,
          rows.map((each) => each.totalPriceCents),
        ),
    },
    status: { head: t('bookings.status'), sort: 'status', cell: StatusBadge },
    made: {
      head: t('bookings.made'),
      sort: 'created',
      isExtra: true,
      cell: ({ createdAt }) => (
        <time class="dim unbroken" dateTime={createdAt} title={dateTime(createdAt, timezone)}>
          {ago(createdAt, 'narrow')}
        </time>
      ),
    },
  }) as const satisfies Record<string, Column<Booking>>
