import { useEffect, useState } from 'preact/hooks'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { usePages } from '../../lib/load.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import type { BookingRecord } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Two } from '../../parts/facts.tsx'
import { CheckField } from '../../parts/field.tsx'
import type { Column } from '../../parts/table.tsx'
import { ExportButton } from '../sheets/export.tsx'
import { filterOf } from './filters.tsx'
import { nameOf, partyText } from './model.ts'
import { AckBadge } from './status.tsx'
import { BookingPages, columnsOf } from './table.tsx'

const PAGE_SIZE = 25

/** The hotel's bookings, newest first, as far as the filters in the address let them through. */
export function BookingList({ hotel, route }: ViewProps) {
  const filter = filterOf(route.query)
  const query = { hotel: hotel.slug, limit: PAGE_SIZE, ...filter }
  const pages = usePages<BookingRecord>('/v1/panel/bookings', query)
  const { data, reload } = pages
  const hasNews = useNews(hotel.slug, data, reload)
  const { code, stay, total, status, made } = columnsOf(hotel.timezone, filter)
  return (
    <BookingPages
      pages={pages}
      filter={filter}
      filters={
        <CheckField
          label={t('bookings.onlyUnacked')}
          checked={filter.unacked ?? false}
          onCheck={(isOn) => setQuery({ unacked: isOn || undefined })}
        />
      }
      columns={[code, guest(), stay, room(), total, status, otherSide(), made]}
      noneText="bookings.noneText"
    >
      <div class="buttons">
        <ExportButton
          hotel={hotel}
          what="bookings"
          from={filter.from}
          to={filter.to}
          filter={{ ...filter, from: undefined, to: undefined }}
        />
      </div>
      <div role="status" class="alert-slot">
        {hasNews && (
          <div class="note">
            <p>{t('bookings.news')}</p>
            <Button onClick={reload}>{t('bookings.reload')}</Button>
          </div>
        )}
      </div>
    </BookingPages>
  )
}

/** Reads the first page again when a booking comes or changes; who has read on is only told. */
function useNews(slug: string, data: BookingRecord[] | undefined, reload: () => void): boolean {
  const [hasNews, setNews] = useState(false)
  const isDeep = (data?.length ?? 0) > PAGE_SIZE
  useEffect(() => {
    if (!isDeep) setNews(false)
  }, [data])
  useLive(slug, (changes) => {
    if (changes && !changes.some(({ type }) => type === 'booking')) return
    if (isDeep) setNews(true)
    else reload()
  })
  return hasNews
}

const guest = (): Column<BookingRecord> => ({
  head: t('bookings.guest'),
  cell: (booking) => <Two over={<bdi>{nameOf(booking)}</bdi>}>{partyText(booking)}</Two>,
})

const room = (): Column<BookingRecord> => ({
  head: t('bookings.room'),
  cell: ({ roomName, rooms }) => (
    <Two over={<bdi>{roomName}</bdi>}>{t('bookings.rooms', { count: rooms })}</Two>
  ),
})

const otherSide = (): Column<BookingRecord> => ({
  head: t('bookings.otherSide'),
  cell: (booking) => <AckBadge booking={booking} />,
})
