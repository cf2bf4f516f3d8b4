import type { Booking } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { HERE, moneyOf, todayIn, when } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, useCall, useList, useLoad } from '../lib/load.ts'
import { noteAll, noteNames } from '../lib/names.ts'
import type { ViewProps } from '../lib/router.ts'
import { Button } from '../parts/button.tsx'
import { textColumn } from '../parts/columns.tsx'
import { Facts } from '../parts/facts.tsx'
import { Empty, Loading, Read } from '../parts/note.tsx'
import { Back } from '../parts/page-head.tsx'
import type { Column } from '../parts/table.tsx'
import { say, sayWrong } from '../parts/toast.tsx'
import { DateChip } from './bookings/chips.tsx'
import { BookingFacts } from './bookings/facts.tsx'
import { filterOf } from './bookings/filters.tsx'
import { StatusBadge } from './bookings/status.tsx'
import { BookingPages, columnsOf } from './bookings/table.tsx'

/** The agency's bookings, or one of them. */
export function AcentaBookings(props: ViewProps) {
  const [code] = props.route.rest
  return code === undefined ? <List {...props} /> : <One key={code} code={code} />
}

function List({ route }: ViewProps) {
  const { unacked: _, unproven: __, sort: ___, ...filter } = filterOf(route.query)
  const pages = useList('listAgencyBookings', { ...filter, limit: 25 })
  const { guest, code, stay, nights, total, status, made } = columnsOf(HERE)
  const columns: Column<Booking>[] = [
    guest,
    textColumn(t('list.hotel'), ({ hotelName }) => <bdi>{hotelName}</bdi>),
    stay,
    nights,
    total,
    textColumn(t('acenta.commission'), commissionText, { isNumber: true }),
    status,
    code,
    made,
  ]
  const dates = (
    <div class="chips">
      <DateChip filter={filter} today={todayIn(HERE)} />
    </div>
  )
  return <BookingPages {...{ pages, filter, columns }} filters={dates} noneText="acenta.noneText" />
}

function One({ code }: { code: string }) {
  // Only the list has the commission; a whole code finds one booking.
  const read = useCall('listAgencyBookings', { q: code, limit: 100 })
  return (
    <article class="stack booking">
      <Back to={{}}>{t('booking.back')}</Back>
      <Read of={read}>
        {({ items }) => {
          const booking = items.find((each) => each.code === code)
          return booking ? (
            <AgencyBookingPage booking={booking} reload={read.reload} />
          ) : (
            <Empty isPage title={t('acenta.unknown')} />
          )
        }}
      </Read>
    </article>
  )
}

type PageProps = { booking: Booking; reload: () => void }

function AgencyBookingPage({ booking, reload }: PageProps) {
  const { code, status, hotelName, hotelSlug, updatedAt, cancelledAt } = booking
  const names = useLoad((signal) => readNames(hotelSlug, signal), [hotelSlug])
  if (!names.data && !names.problem) return <Loading />
  return (
    <>
      <div class="view-head">
        <h1>
          {t('booking.title', { code })} <StatusBadge status={status} />
        </h1>
        {status === 'pending' && <Confirm booking={booking} reload={reload} />}
      </div>
      <div class="stack">
        <Facts
          isCard
          pairs={[
            [t('list.hotel'), <bdi>{hotelName}</bdi>],
            [t('acenta.commission'), commissionText(booking)],
            [t('acenta.changed'), when(updatedAt)],
            [t('acenta.cancelledAt'), cancelledAt && when(cancelledAt)],
          ]}
        />
        <BookingFacts booking={booking} timezone={HERE} />
      </div>
    </>
  )
}

/** Confirms a hold; that of a reservation of several stays as a whole. */
function Confirm({ booking: { code, group }, reload }: PageProps) {
  const confirm = useAction(async () => {
    const sent = group
      ? call('confirmAgencyGroup', { code: group.code })
      : call('confirmBooking', { code }, { body: {} })
    await sent.then(() => say(t('booking.confirmedNow', { code })), sayWrong)
    reload()
  })
  return (
    <Button kind="primary" isBusy={confirm.isBusy} onClick={confirm.run}>
      {t('booking.confirm')}
    </Button>
  )
}

/** Reads the names of room types, rates, boards and taxes at the hotel of a booking. @throws Problem if it is not on sale */
async function readNames(slug: string, signal: AbortSignal): Promise<true> {
  noteNames({ taxes: [], boards: [], rateNames: [] })
  noteAll('room', [])
  const page = await call('getHotelPage', { slug }, { signal })
  noteNames(page)
  noteAll('room', page.rooms)
  return true
}

const commissionText = ({ commissionCents, currency }: Booking) =>
  moneyOf(commissionCents, currency)
