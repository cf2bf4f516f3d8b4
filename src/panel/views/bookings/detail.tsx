import { useState } from 'preact/hooks'
import type {
  Booking,
  BookingTrail,
  Change,
  PanelBookingGroup,
  WholeDesk,
  WholeHotel,
} from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { useEntryState } from '../../lib/entry-state.ts'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { type Loaded, useCall, useLoad } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { Button } from '../../parts/button.tsx'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import { Acts, type Doing } from './acts.tsx'
import { CancelDialog } from './cancel.tsx'
import { ChangeDialog } from './change.tsx'
import { Identities, Notes, RoomNumbers } from './desk/card.tsx'
import { CheckInDialog, CheckOutDialog } from './desk/dialogs.tsx'
import { NOTHING_TYPED, type TypedDesk } from './desk/form.tsx'
import { usePaying } from './desk/pay-form.tsx'
import { Payments } from './desk/payments.tsx'
import { NoShowDialog, ReinstateDialog } from './end.tsx'
import { GuestCard, StayCard } from './facts.tsx'
import { GroupSheet } from './group.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { Happened } from './happened.tsx'
import { BookingHead, StayBadges, StayLine } from './head.tsx'
import { ackState } from './parts/model.ts'
import { isChangeable } from './parts/option-field.tsx'
import type { Place } from './place.ts'
import { Trail } from './trail.tsx'

const REFRESH_MS = 5_000

type DetailProps = {
  hotel: WholeHotel
  code: string
  place: Place
}

/** One booking: what it is, what is paid, what became of it, and what can be done with it. */
export function BookingDetail({ hotel, code, place }: DetailProps) {
  const { data, problem, reload, set } = useCall('getPanelBooking', { hotel: hotel.slug, code })
  const group = useGroup(hotel, data?.group?.code)
  const reloadAll = () => {
    reload()
    if (data?.group) group.reload()
  }
  useLive(hotel.slug, (changes) => {
    const isOurs = (change: Change) =>
      change.type === 'booking' &&
      (change.booking.code === code.toUpperCase() ||
        (data?.group && change.booking.group?.code === data.group.code))
    if (!changes || changes.some(isOurs)) reloadAll()
  })
  // Deliveries and acknowledgements are in no feed.
  useRefresh(reload, REFRESH_MS, data !== undefined && isUnderWay(data))
  // The acts of one stay must not stand where those of the whole will be.
  const isComing = place.isWhole && data?.group && !group.data && !group.problem
  return (
    <>
      {data && place.isWhole && group.data ? (
        <GroupSheet {...{ hotel, code, place }} group={group.data} reload={reloadAll} />
      ) : (
        data &&
        !isComing && (
          <Sheet
            {...{ hotel, place }}
            booking={data}
            group={group.data}
            reload={reloadAll}
            show={(record) => set({ ...data, ...record })}
            onDesk={(desk) => {
              set({ ...data, desk })
              reloadAll()
            }}
          />
        )
      )}
      {!data && !place.isBeside && <h1 class="sr-only">{t('booking.title', { code })}</h1>}
      {problem?.code === 'not_found' ? (
        <Empty title={t('booking.notFound')}>{code}</Empty>
      ) : (
        <ProblemNote problem={problem} onRetry={reload} />
      )}
      {(!data || isComing) && !problem && <Loading />}
    </>
  )
}

/** The reservation of several stays that a booking is part of. */
const useGroup = ({ slug: hotel }: WholeHotel, code: string | undefined) =>
  useLoad(
    async (signal) => code && (await call('getPanelGroup', { hotel, code }, { signal })),
    [hotel, code],
  ) as Loaded<PanelBookingGroup | undefined>

const isUnderWay = (booking: BookingTrail): boolean =>
  ackState(booking) === 'unacked' ||
  [...booking.deliveries, ...booking.mails].some(({ state }) => state === 'pending')

type SheetProps = {
  hotel: WholeHotel
  booking: BookingTrail
  group: PanelBookingGroup | undefined
  place: Place
  reload: () => void
  show: (record: Booking) => void
  onDesk: (desk: WholeDesk) => void
}

function Sheet({ hotel, booking, group, place, show, onDesk, reload }: SheetProps) {
  const [doing, setDoing] = useState<Doing>()
  const [typed, setTyped] = useEntryState<TypedDesk>(`desk ${booking.code}`, NOTHING_TYPED)
  const paying = usePaying()
  const { code, guest } = booking
  const mayWrite = may(hotel, 'front_desk')
  const desk = { hotel, booking, onDesk, typed, setTyped }
  return (
    <article class="stack booking">
      <BookingHead
        {...{ guest, code }}
        isBeside={place.isBeside}
        actions={
          <Acts {...{ hotel, booking, group, reload }} onPick={setDoing} onPay={paying.ask} />
        }
      >
        {{
          line: <StayLine booking={booking} />,
          badges: <StayBadges {...{ booking, hotel }} />,
        }}
      </BookingHead>
      {group && <GroupTabs {...{ group, code, place }} />}
      <p class="print-only">
        {hotel.name} · {hotel.address}
      </p>
      <div class="facts even">
        <div class="stack">
          <StayCard {...{ booking }} timezone={hotel.timezone}>
            <RoomNumbers {...desk} />
          </StayCard>
          <GuestCard
            booking={booking}
            timezone={hotel.timezone}
            action={
              mayWrite &&
              isChangeable(booking) && (
                <Button kind="quiet" onClick={() => setDoing('change')}>
                  {t('booking.change')}
                </Button>
              )
            }
          />
          <Notes {...desk} />
          <Identities {...{ hotel, booking }} />
        </div>
        <div class="stack">
          <Payments {...{ hotel, booking, paying }} onDesk={mayWrite ? onDesk : undefined} />
          <Happened {...{ booking, hotel }} />
          <Trail {...{ booking, hotel }} />
        </div>
      </div>
      <Dialogs
        {...{ hotel, booking, doing, reload, show, typed, setTyped }}
        close={() => setDoing(undefined)}
      />
    </article>
  )
}

type DialogsProps = Pick<SheetProps, 'hotel' | 'booking' | 'reload' | 'show'> & {
  doing: Doing | undefined
  close: () => void
  typed: TypedDesk
  setTyped: (typed: TypedDesk) => void
}

/** The open dialog of a booking's page. */
function Dialogs({ hotel, booking, doing, close, reload, show, typed, setTyped }: DialogsProps) {
  const done = (text: string, record?: Booking) => {
    close()
    say(text)
    // Whoever opens a dialog again at once shall not read that somebody has changed the booking.
    if (record) show(record)
    reload()
  }
  const dialog = { hotel, booking, onClose: close, onDone: done }
  return (
    <>
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
    </>
  )
}
