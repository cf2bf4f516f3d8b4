import { useEffect, useRef, useState } from 'preact/hooks'
import { api, type Page } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { followChanges } from '../../lib/live.ts'
import { usePages } from '../../lib/load.ts'
import { href, setQuery, type ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Two } from '../../parts/facts.tsx'
import { CheckField } from '../../parts/field.tsx'
import { Empty } from '../../parts/note.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { Filters, filterOf } from './filters.tsx'
import { type BookingRecord, nameOf, partyText, priceText, stayText } from './model.ts'
import { AckBadge, StatusBadge } from './status.tsx'

const PAGE_SIZE = 25

/** The hotel's bookings, newest first, as far as the filters in the address let them through. */
export function BookingList({ hotel, route }: ViewProps) {
  const filter = filterOf(route.query)
  const pages = usePages(
    (cursor, signal) => {
      const query = { hotel: hotel.slug, limit: PAGE_SIZE, cursor, ...filter }
      return api.get<Page<BookingRecord>>('/v1/panel/bookings', { query, signal })
    },
    [hotel.slug, route.query.toString()],
  )
  const { data, reload } = pages
  const hasNews = useNews(hotel.slug, data, reload)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <div class="view-head">
        <h1>{t('bookings.title')}</h1>
      </div>
      <Filters query={route.query} isFiltered={isFiltered} problem={pages.problem}>
        <CheckField
          label={t('bookings.onlyUnacked')}
          checked={filter.unacked ?? false}
          onCheck={(isOn) => setQuery({ unacked: isOn || undefined })}
        />
      </Filters>
      <div role="status" class="alert-slot">
        {hasNews && (
          <div class="note">
            <p>{t('bookings.news')}</p>
            <Button onClick={reload}>{t('bookings.reload')}</Button>
          </div>
        )}
      </div>
      <PagedTable
        pages={pages}
        caption={t('bookings.title')}
        columns={columnsOf(hotel.timezone, filter)}
        keyOf={({ code }) => code}
        empty={
          <Empty title={t(isFiltered ? 'bookings.noneFound' : 'bookings.none')}>
            {t(isFiltered ? 'bookings.noneFoundText' : 'bookings.noneText')}
          </Empty>
        }
      />
    </>
  )
}

/** Reads the first page again when a booking comes or changes; who has read on is only told. */
function useNews(slug: string, data: BookingRecord[] | undefined, reload: () => void): boolean {
  const [hasNews, setNews] = useState(false)
  // A reference, for following anew would miss what comes between.
  const isDeep = useRef(false)
  isDeep.current = (data?.length ?? 0) > PAGE_SIZE
  useEffect(() => {
    if (!isDeep.current) setNews(false)
  }, [data])
  useEffect(
    () =>
      followChanges(slug, (changes) => {
        if (changes && !changes.some(({ type }) => type === 'booking')) return
        if (isDeep.current) setNews(true)
        else reload()
      }),
    [slug],
  )
  return hasNews
}

/** @param filter goes along to the booking, which leads back to the list as it was */
const columnsOf = (
  timezone: string,
  filter: ReturnType<typeof filterOf>,
): Column<BookingRecord>[] => [
  {
    head: t('list.code'),
    isName: true,
    cell: ({ code }) => (
      <a class="code" href={href({ view: 'bookings', rest: [code], query: filter })}>
        {code}
      </a>
    ),
  },
  {
    head: t('bookings.guest'),
    cell: (booking) => <Two over={<bdi>{nameOf(booking)}</bdi>}>{partyText(booking)}</Two>,
  },
  {
    head: t('bookings.stay'),
    cell: (booking) => (
      <Two over={stayText(booking)}>{t('bookings.nights', { count: booking.nights })}</Two>
    ),
  },
  {
    head: t('bookings.room'),
    cell: ({ roomName, rooms }) => (
      <Two over={<bdi>{roomName}</bdi>}>{t('bookings.rooms', { count: rooms })}</Two>
    ),
  },
  {
    head: t('bookings.total'),
    isNumber: true,
    cell: (booking) => priceText(booking.totalPriceCents, booking),
  },
  { head: t('bookings.status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { head: t('bookings.otherSide'), cell: (booking) => <AckBadge booking={booking} /> },
  {
    head: t('bookings.made'),
    cell: ({ createdAt }) => <span class="dim">{dateTime(createdAt, timezone)}</span>,
  },
]
