import { useEffect, useState } from 'preact/hooks'
import type { PanelBooking, WholeHotel } from '../../../client/call.ts'
import { agenciesHere } from '../../lib/agencies-here.ts'
import { todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { type Pages, useList } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { roomsText } from '../../lib/room-runs.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../parts/button.tsx'
import { textColumn } from '../../parts/columns.tsx'
import { ChoiceFilter } from '../../parts/search-field.tsx'
import type { Column } from '../../parts/table.tsx'
import { ExportButton } from '../sheets/export.tsx'
import { Beside } from './beside.tsx'
import { Chips } from './chips.tsx'
import { type Filter, filterOf } from './filters.tsx'
import { ManyBar, PickBox, type Picked } from './many.tsx'
import { NewButton } from './new-button.tsx'
import { isWide, placeOf, shownList } from './place.ts'
import { AckBadge, ProofBadge, StatusBadge } from './status.tsx'
import { BookingPages, columnsOf } from './table.tsx'

const PAGE_SIZE = 25

/** The hotel's bookings, filtered and sorted by the address; newest first unless sorted. */
export function BookingList({ hotel, route }: ViewProps) {
  const filter = filterOf(route.query)
  // Unproven bookings are cancelled in bulk, so the page is as large as the service allows.
  const limit = filter.unproven ? 100 : PAGE_SIZE
  const query = { hotel: hotel.slug, limit, ...filter }
  const pages = useList('listPanelBookings', query)
  const [picked, setPicked] = useState<Picked>(new Set())
  const [isChosen, setChosen] = useState<boolean>()
  // A person who looks at the unproven bookings wants to cancel them.
  const isPicking = may(hotel, 'front_desk') && (isChosen ?? filter.unproven ?? false)
  const pick = { picked, onPick: setPicked }
  const open = useBeside(route, pages.data, hotel)
  const place = { isBeside: useStore(isWide), filter, isWhole: route.query.get('whole') === 'true' }
  const hrefOf = (code: string) => placeOf(code, { ...place, isWhole: false })
  const {
    guest,
    code,
    stay,
    nights,
    total,
    made,
    status: state,
  } = columnsOf(hotel.timezone, hrefOf, open)
  const first = isPicking ? picking(guest, pick) : guest
  const { sort: _, from, to, ...exported } = filter
  return (
    <BookingPages
      pages={pages}
      filter={filter}
      isSorted
      action={
        <>
          <ExportButton hotel={hotel} what="bookings" {...{ from, to, filter: exported }} />
          <NewButton hotel={hotel} />
        </>
      }
      filters={
        <Chips filter={filter} today={todayIn(hotel.timezone)}>
          {may(hotel, 'front_desk') && (
            <button
              type="button"
              class="chip"
              aria-pressed={isPicking}
              onClick={() => setChosen(!isPicking)}
            >
              {t('many.select')}
            </button>
          )}
          <SourceChip asked={filter.source} />
          <AgencyFilter asked={filter.agency} />
        </Chips>
      }
      columns={
        open ? [first, stay, state] : [first, stay, nights, room(), total, status(), code, made]
      }
      noneText="bookings.noneText"
    >
      <News of={pages} hotel={hotel.slug} limit={limit} />
      {isPicking && pages.data && (
        <ManyBar {...{ hotel, rows: pages.data, ...pick, reload: pages.reload }} />
      )}
      {open && <Beside {...{ hotel, place }} code={open} />}
    </BookingPages>
  )
}

/** Notes which bookings the list shows. @returns the code of the one that is open beside it, if any */
function useBeside(
  { query }: ViewProps['route'],
  rows: readonly PanelBooking[] | undefined,
  { slug }: WholeHotel,
): string | undefined {
  useEffect(() => {
    if (rows) shownList.set({ hotel: slug, codes: rows.map(({ code }) => code) })
  }, [rows])
  return query.get('beside') ?? undefined
}

/** Narrows the list to bookings from the web; a list that is narrowed to another source can be widened by it, too. */
function SourceChip({ asked }: { asked: Filter['source'] }) {
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={asked !== undefined}
      onClick={() => setQuery({ source: asked ? undefined : 'web' })}
    >
      {t(`booking.${asked ?? 'web'}`)}
    </button>
  )
}

/** The choice of an agency, where any has terms or bookings here. */
function AgencyFilter({ asked }: { asked: string | undefined }) {
  const here = useStore(agenciesHere)
  if (here.length === 0) return null
  const options = here.map(({ code, name }) => ({ value: code, text: name }))
  const isKnown = asked === undefined || here.some(({ code }) => code === asked)
  return (
    <ChoiceFilter
      name="agency"
      label={t('bookings.agency')}
      isLabelHidden
      none={t('bookings.anyAgency')}
      options={isKnown ? options : [...options, { value: asked, text: asked }]}
    />
  )
}

type NewsProps = { of: Pages<PanelBooking>; hotel: string; limit: number }

/** Reloads the list when a booking comes or changes; a person who has read further pages gets a button instead. */
function News({ of: { data, isMore, reload }, hotel, limit }: NewsProps) {
  const [hasNews, setNews] = useState(false)
  const isDeep = isMore || (data?.length ?? 0) > limit
  useEffect(() => {
    if (!isDeep) setNews(false)
  }, [data])
  useLive(hotel, (changes) => {
    if (changes && !changes.some(({ type }) => type === 'booking')) return
    if (isDeep) setNews(true)
    else reload()
  })
  return (
    <div role="status" class="alert-slot">
      {hasNews && (
        <div class="note">
          <p>{t('bookings.news')}</p>
          <Button onClick={reload}>{t('bookings.reload')}</Button>
        </div>
      )}
    </div>
  )
}

/** The guest behind a box by which the booking is picked. */
const picking = (
  guest: Column<PanelBooking>,
  pick: Omit<Parameters<typeof PickBox>[0], 'booking'>,
): Column<PanelBooking> => ({
  ...guest,
  cell: (booking, rows) => (
    <>
      <PickBox booking={booking} {...pick} /> {guest.cell(booking, rows)}
    </>
  ),
})

const room = (): Column<PanelBooking> =>
  textColumn(t('bookings.room'), ({ rooms, desk, ...booking }) => (
    <>
      {rooms > 1 && `${rooms} × `}
      <bdi>{roomNameOf(booking)}</bdi>
      {desk.roomNumber && <span class="dim"> · {roomsText(desk)}</span>}
    </>
  ))

/** The state, and beside it what is wrong: an unproven guest, or an acknowledgement that is overdue. */
const status = (): Column<PanelBooking> =>
  textColumn(
    t('bookings.status'),
    (booking) => (
      <span class="unbroken">
        <StatusBadge status={booking.status} /> <ProofBadge booking={booking} />{' '}
        <AckBadge booking={booking} isLate />
      </span>
    ),
    { sort: 'status' },
  )
