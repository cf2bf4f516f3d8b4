import { useState } from 'preact/hooks'
import type { Booking, BookingTrail, Change, WholeDesk, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { useEntryState } from '../../lib/entry-state.ts'
import { todayIn } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { useAction, useCall } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { useRefresh } from '../../lib/refresh.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { Back } from '../../parts/page-head.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { SheetLink } from '../sheets/page.tsx'
import { ChangeDialog } from './change.tsx'
import { DeskCards } from './desk/card.tsx'
import { CheckInDialog, CheckOutDialog } from './desk/dialogs.tsx'
import { NOTHING_TYPED, type TypedDesk } from './desk/form.tsx'
import { checkOut } from './desk/marks.ts'
import { CancelDialog, isReinstatable, NoShowDialog, ReinstateDialog } from './end.tsx'
import { BookingFacts } from './facts.tsx'
import { filterOf } from './filters.tsx'
import { ackState, nameOf } from './parts/model.ts'
import { isStanding, ProofBadge, StatusBadge } from './status.tsx'
import { Trail } from './trail.tsx'

const REFRESH_MS = 5_000

type Doing = 'change' | 'cancel' | 'noShow' | 'reinstate' | 'checkIn' | 'checkOut' | undefined

/** One booking: what it is, what became of it, whether the other side knows, and what can be done with it. */
export function BookingDetail({ hotel, route, code }: ViewProps & { code: string }) {
  const { data, problem, reload, set } = useCall('getPanelBooking', { hotel: hotel.slug, code })
  useLive(hotel.slug, (changes) => {
    const isOurs = (change: Change) =>
      change.type === 'booking' && change.booking.code === code.toUpperCase()
    if (!changes || changes.some(isOurs)) reload()
  })
  // Deliveries and acknowledgements are in no feed.
  useRefresh(reload, REFRESH_MS, data !== undefined && isUnderWay(data))
  return (
    <>
      <Back to={{ view: 'bookings', query: filterOf(route.query) }}>{t('booking.back')}</Back>
      {data ? (
        <Sheet
          hotel={hotel}
          booking={data}
          show={(record) => set({ ...data, ...record })}
          onDesk={(desk) => {
            set({ ...data, desk })
            reload()
          }}
          reload={reload}
        />
      ) : (
        <h1>{t('booking.title', { code })}</h1>
      )}
      {problem?.code === 'not_found' ? (
        <Empty title={t('booking.notFound')}>{code}</Empty>
      ) : (
        <ProblemNote problem={problem} onRetry={reload} />
      )}
      {!data && !problem && <Loading />}
    </>
  )
}

const isUnderWay = (booking: BookingTrail): boolean =>
  ackState(booking) === 'unacked' ||
  [...booking.deliveries, ...booking.mails].some(({ state }) => state === 'pending')

type SheetProps = { hotel: WholeHotel; booking: BookingTrail; reload: () => void }

function Sheet({
  hotel,
  booking,
  show,
  onDesk,
  reload,
}: SheetProps & { show: (record: Booking) => void; onDesk: (desk: WholeDesk) => void }) {
  const [doing, setDoing] = useState<Doing>()
  const [typed, setTyped] = useEntryState<TypedDesk>('desk', NOTHING_TYPED)
  const { code } = booking
  const close = () => setDoing(undefined)
  const done = (text: string, record?: Booking) => {
    close()
    say(text)
    // Whoever opens a dialog again at once shall not read that somebody has changed the booking.
    if (record) show(record)
    reload()
  }
  const dialog = { hotel, booking, onClose: close, onDone: done }
  return (
    <article class="stack booking">
      <header class="view-head">
        <h1>
          {t('booking.title', { code })} <StatusBadge status={booking.status} />{' '}
          <ProofBadge booking={booking} />
        </h1>
        <Actions hotel={hotel} booking={booking} reload={reload} onPick={setDoing} />
      </header>
      <p class="print-only">
        {hotel.name} · {hotel.address}
      </p>
      <BookingFacts booking={booking} timezone={hotel.timezone}>
        <DeskCards {...{ hotel, booking, onDesk, typed, setTyped }} />
      </BookingFacts>
      <Trail booking={booking} timezone={hotel.timezone} />
      {doing === 'change' && <ChangeDialog {...dialog} onStale={reload} />}
      {doing === 'cancel' && <CancelDialog {...dialog} />}
      {doing === 'noShow' && <NoShowDialog {...dialog} />}
      {doing === 'reinstate' && <ReinstateDialog {...dialog} />}
      {doing === 'checkIn' && (
        <CheckInDialog
          {...dialog}
          typed={typed.roomNumber?.text}
          onDone={(text) => {
            setTyped({ ...typed, roomNumber: undefined })
            done(text)
          }}
        />
      )}
      {doing === 'checkOut' && <CheckOutDialog {...dialog} currency={booking.currency} />}
    </article>
  )
}

type ActionsProps = SheetProps & { onPick: (doing: Doing) => void }

/** What can be done with a booking as it stands, by who may. */
function Actions(props: ActionsProps) {
  return (
    <div class="buttons">
      {may(props.hotel, 'front_desk') && <Changes {...props} />}
      <SheetLink of="card" hotel={props.hotel} code={props.booking.code} />
      <Button onClick={() => print()}>{t('booking.print')}</Button>
    </div>
  )
}

function Changes({ hotel, booking, reload, onPick }: ActionsProps) {
  const { code, status, checkin, desk } = booking
  const leave = useAction(async () => {
    if (desk.dueCents !== 0) return onPick('checkOut')
    await checkOut(hotel, booking).then(
      () => say(t('desk.checkedOut', { name: nameOf(booking) })),
      sayWrong,
    )
    reload()
  })
  const send = useAction(async (act: () => Promise<Booking>, said: WordKey) => {
    await act().then(() => say(t(said, { code })), sayWrong)
    reload()
  })
  const confirm = () =>
    send.run(() => call('confirmBooking', { code }, { body: {} }), 'booking.confirmedNow')
  const prove = () =>
    send.run(() => call('provePanelBooking', { hotel: hotel.slug, code }), 'booking.provenNow')
  const isConfirmed = status === 'confirmed'
  const isExpected = isConfirmed && checkin <= todayIn(hotel.timezone) && !desk.arrivedAt
  return (
    <>
      {status === 'pending' && (
        <Button kind="primary" isBusy={send.isBusy} onClick={confirm}>
          {t('booking.confirm')}
        </Button>
      )}
      {isExpected && (
        <Button kind="primary" onClick={() => onPick('checkIn')}>
          {t('desk.checkIn')}
        </Button>
      )}
      {desk.arrivedAt && !desk.leftAt && (
        <Button kind="primary" isBusy={leave.isBusy} onClick={leave.run}>
          {t('desk.checkOut')}
        </Button>
      )}
      {isStanding(booking) && booking.proof !== 'hotel' && (
        <Button isBusy={send.isBusy} onClick={prove}>
          {t('booking.prove')}
        </Button>
      )}
      {isConfirmed && <Button onClick={() => onPick('change')}>{t('booking.change')}</Button>}
      {isExpected && <Button onClick={() => onPick('noShow')}>{t('booking.noShow')}</Button>}
      {isStanding(booking) && (
        <Button kind="danger" onClick={() => onPick('cancel')}>
          {t('booking.cancel')}
        </Button>
      )}
      {isReinstatable(booking, hotel) && (
        <Button onClick={() => onPick('reinstate')}>
          {t(status === 'no_show' ? 'booking.takeBackNoShow' : 'booking.takeBackCancel')}
        </Button>
      )}
    </>
  )
}
