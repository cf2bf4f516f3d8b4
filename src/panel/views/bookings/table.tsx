import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../client/call.ts'
import { ago, dateTime, money, rangeText } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import { href, setQuery } from '../../lib/router.ts'
import { countColumn, textColumn } from '../../parts/columns.tsx'
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
  isLive = isSorted,
  action,
  children,
}: {
  pages: Pages<Row>
  filter: Filter
  /** Filters that only this list has. */
  filters?: ComponentChildren
  columns: readonly Column<Row>[]
  /** Words for a list without any bookings, even unfiltered. */
  noneText: WordKey
  /** True if its heads sort it. */
  isSorted?: boolean
  /** True if it follows changes live; default: if it is sorted. */
  isLive?: boolean
  /** The page's buttons. */
  action?: ComponentChildren
  /** Stands above the list. */
  children?: ComponentChildren
}) {
  const { sort, ...narrowed } = filter
  const isFiltered = Object.values(narrowed).some((value) => value !== undefined)
  return (
    <>
      <PageHead title={t('bookings.title')} follows={isLive} action={action} />
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
 * The columns that lists of bookings choose from.
 *
 * @param hrefOf the address of a booking, from which the way back leads to the list as it was
 * @param open the code of the booking that is open beside the list
 */
export const columnsOf = (
  timezone: string,
  hrefOf = (code: string) => href({ rest: [code] }),
  open?: string,
) =>
  ({
    guest: textColumn(
      t('bookings.guest'),
      (booking) => (
        <a
          class="opens"
          data-code={booking.code}
          aria-current={booking.code === open ? 'true' : undefined}
          href={hrefOf(booking.code)}
        >
          <bdi>{nameOf(booking)}</bdi>
        </a>
      ),
      { isName: true, sort: 'guest' },
    ),
    code: textColumn(t('list.code'), ({ code }) => <span class="code dim">{code}</span>, {
      isExtra: true,
    }),
    stay: textColumn(
      t('bookings.stay'),
      ({ checkin, checkout }) => <span class="unbroken">{rangeText(checkin, checkout)}</span>,
      { sort: 'checkin' },
    ),
    nights: countColumn(t('bookings.nightsHead'), ({ nights }) => nights, { isExtra: true }),
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
    status: textColumn(t('bookings.status'), StatusBadge, { sort: 'status' }),
    made: textColumn(
      t('bookings.made'),
      ({ createdAt }) => (
        <time class="dim unbroken" dateTime={createdAt} title={dateTime(createdAt, timezone)}>
          {ago(createdAt, 'narrow')}
        </time>
      ),
      { sort: 'created', isExtra: true },
    ),
  }) as const satisfies Record<string, Column<Booking>>
