import { useEffect, useState } from 'preact/hooks'
import type { Booking, Params } from '../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { callForFile } from '../../lib/api.ts'
import { HERE, money, moneyOf, todayIn } from '../../lib/format.ts'
import { language, t } from '../../lib/i18n.ts'
import { useCall, useList } from '../../lib/load.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import type { ViewProps } from '../../lib/router.ts'
import { textColumn } from '../../parts/columns.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { ChoiceFilter } from '../../parts/search-field.tsx'
import type { Column } from '../../parts/table.tsx'
import { AgencyChips } from '../bookings/chips.tsx'
import { filterOf } from '../bookings/filters.tsx'
import { placeOf, shownList } from '../bookings/place.ts'
import { BookingPages, columnsOf } from '../bookings/table.tsx'
import { netOf } from './sums.ts'

/** The days of a file at first. */
const DAYS = 31

/** The agency's bookings at all hotels, filtered and sorted by the address; newest first unless sorted. */
export function AgencyList({ route, hotel }: ViewProps) {
  const { unacked, unproven, agency, source, ...filter } = filterOf(route.query)
  const at = route.query.get('hotel') || undefined
  const pages = useList('listAgencyBookings', { ...filter, hotel: at, limit: 25 })
  useEffect(() => {
    if (pages.data) shownList.set({ hotel: hotel.slug, codes: pages.data.map(({ code }) => code) })
  }, [pages.data])
  const place = { isBeside: false, filter, isWhole: false }
  const { guest, code, stay, nights, total, status, made } = columnsOf(HERE, (to) =>
    placeOf(to, place),
  )
  const isOwn = useShowsNet()
  const columns: Column<Booking>[] = [
    guest,
    textColumn(t('list.hotel'), ({ hotelName }) => <bdi>{hotelName}</bdi>),
    stay,
    nights,
    { ...total, cell: Total },
    ...(isOwn ? ownColumns() : []),
    status,
    code,
    made,
  ]
  const { sort, from, to, ...exported } = filter
  return (
    <BookingPages
      {...{ pages, filter: { ...filter, ...(at && { hotel: at }) }, columns }}
      isSorted
      isLive={false}
      action={<Export {...{ from, to, filter: { ...exported, hotel: at } }} />}
      filters={
        <AgencyChips filter={filter} today={todayIn(HERE)}>
          <HotelFilter at={at} />
        </AgencyChips>
      }
      noneText="acenta.noneText"
    />
  )
}

/** The total of a stay with its extras: the net beside it has them, too. */
const Total = ({ totalPriceCents, extrasTotalCents, currency }: Booking) =>
  money(totalPriceCents + extrasTotalCents, currency)

/** Columns of the agency's share of a booking, and of the rest for the hotel. */
const ownColumns = (): Column<Booking>[] => [
  textColumn(
    t('acenta.commission'),
    ({ commissionCents, currency }) => moneyOf(commissionCents, currency),
    { isNumber: true, isExtra: true },
  ),
  textColumn(t('acenta.net'), (booking) => money(netOf(booking), booking.currency), {
    isNumber: true,
  }),
]

/** The choice of a hotel, among those that have terms with the agency. */
function HotelFilter({ at }: { at: string | undefined }) {
  const hotels = useCall('listOwnTerms', { limit: 100 }).data?.items ?? []
  if (hotels.length === 0) return null
  const options = hotels.map(({ hotelSlug, hotelName }) => ({ value: hotelSlug, text: hotelName }))
  const known = at === undefined || options.some(({ value }) => value === at)
  return (
    <ChoiceFilter
      name="hotel"
      label={t('acenta.anyHotel')}
      options={known ? options : [...options, { value: at, text: at }]}
    />
  )
}

type ExportProps = {
  from: string | undefined
  to: string | undefined
  filter: Omit<Params<'exportAgencyBookings'>, 'from' | 'to'>
}

/** Exports the list as a file. */
function Export(props: ExportProps) {
  return (
    <button
      type="button"
      class="button sign"
      onClick={() => openDialog((onClose) => <ExportDialog {...{ ...props, onClose }} />)}
    >
      <Icon name="download" />
      <span>{t('acenta.export')}</span>
    </button>
  )
}

function ExportDialog({ onClose, filter, ...given }: ExportProps & { onClose: () => void }) {
  const first = given.from ?? given.to ?? todayIn(HERE)
  const [from, setFrom] = useState<string>(first)
  const [to, setTo] = useState<string>(given.to ?? addDays(first as CalendarDate, DAYS - 1))
  const act = async () => {
    saveFile(
      await callForFile('exportAgencyBookings', {
        ...filter,
        ...{ from, to, language: language.get() },
      }),
    )
    onClose()
  }
  const day = { type: 'date', required: true } as const
  return (
    <Confirm
      title={t('acenta.exportTitle')}
      action={t('sheets.export')}
      kind="primary"
      {...{ onClose, act }}
    >
      {(problem) => (
        <>
          <p class="dim">{t('sheets.exportHint')}</p>
          <TextField
            {...{ ...day, problem, path: '?from', label: t('bookings.from'), value: from }}
            onText={setFrom}
          />
          <TextField
            {...{ ...day, problem, path: '?to', label: t('bookings.to'), value: to }}
            onText={setTo}
          />
        </>
      )}
    </Confirm>
  )
}
