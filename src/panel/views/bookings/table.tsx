import type { ComponentChildren } from 'preact'
import { dateTime, money } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { BookingRecord } from '../../lib/types.ts'
import { Two } from '../../parts/facts.tsx'
import { Empty } from '../../parts/note.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { type Filter, Filters } from './filters.tsx'
import { stayText } from './model.ts'
import { StatusBadge } from './status.tsx'

/** A list of bookings under its search and filters. */
export function BookingPages<Row extends BookingRecord>({
  pages,
  filter,
  filters,
  columns,
  noneText,
  children,
}: {
  pages: Pages<Row>
  filter: Filter
  /** Filters that only this list has. */
  filters?: ComponentChildren
  columns: readonly Column<Row>[]
  /** What is said where there are no bookings at all. */
  noneText: WordKey
  /** Stands above the list. */
  children?: ComponentChildren
}) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <div class="view-head">
        <h1>{t('bookings.title')}</h1>
      </div>
      <Filters filter={filter} isFiltered={isFiltered} problem={pages.problem}>
        {filters}
      </Filters>
      {children}
      <PagedTable
        pages={pages}
        caption={t('bookings.title')}
        columns={columns}
        keyOf={({ code }) => code}
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
    code: {
      head: t('list.code'),
      isName: true,
      cell: ({ code }) => (
        <a class="code" href={href({ rest: [code], query })}>
          {code}
        </a>
      ),
    },
    stay: {
      head: t('bookings.stay'),
      cell: (booking) => (
        <Two over={stayText(booking)}>{t('bookings.nights', { count: booking.nights })}</Two>
      ),
    },
    total: {
      head: t('bookings.total'),
      isNumber: true,
      cell: ({ totalPriceCents, currency }) => money(totalPriceCents, currency),
    },
    status: { head: t('bookings.status'), cell: StatusBadge },
    made: {
      head: t('bookings.made'),
      cell: ({ createdAt }) => <span class="dim">{dateTime(createdAt, timezone)}</span>,
    },
  }) as const satisfies Record<string, Column<BookingRecord>>
