import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { PanelBooking, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { numbersText } from '../../../domain/bookings/room-numbers.ts'
import { boardText, money, rangeText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { keptName } from '../../lib/names.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Button } from '../../parts/button.tsx'
import { AssignRooms } from './desk/assign.tsx'
import { GuestCard } from './facts.tsx'
import { GroupActs, type GroupDoing } from './group-acts.tsx'
import { AddStay } from './group-add.tsx'
import { CancelGroup } from './group-cancel.tsx'
import { ChangeGroup } from './group-change.tsx'
import { CheckInGroup } from './group-check-in.tsx'
import { PayGroup } from './group-pay.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { BookingHead, StayBadges } from './head.tsx'
import { CardHead } from './parts/card-head.tsx'
import { deskDue, isAgencyDue } from './parts/due.ts'
import { partyText } from './parts/model.ts'
import { DueLine, Line, MoneyLines } from './parts/money.tsx'
import { type Place, placeOf } from './place.ts'

export type GroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
}

/** A whole reservation of several stays: their rooms, the guest and the money, and what can be done with all at once. */
export function GroupSheet(props: GroupProps & { code: string; place: Place }) {
  const { hotel, group, place, code, reload } = props
  const [doing, setDoing] = useState<GroupDoing>()
  const close = () => setDoing(undefined)
  const { bookings, guest } = group
  const mayWrite = may(hotel, 'front_desk')
  return (
    <article class="stack booking">
      <BookingHead
        {...{ guest }}
        code={group.code}
        isBeside={place.isBeside}
        actions={<GroupActs {...{ hotel, group, reload }} onPick={setDoing} />}
      >
        {{ line: <GroupLine group={group} />, badges: null }}
      </BookingHead>
      <GroupTabs {...{ group, code, place }} />
      <div class="facts even">
        <div class="stack">
          <section class="card">
            <CardHead
              title={t('group.rooms')}
              action={<AssignRooms hotel={hotel} stays={standing(bookings)} reload={reload} />}
            />
            <ul class="stays">
              {bookings.map((booking) => (
                <Stay key={booking.code} {...{ hotel, booking, place }} />
              ))}
            </ul>
          </section>
          <GuestCard
            booking={bookings[0]!}
            timezone={hotel.timezone}
            action={
              mayWrite &&
              standing(bookings).length > 0 && (
                <Button kind="quiet" onClick={() => setDoing('change')}>
                  {t('booking.change')}
                </Button>
              )
            }
          />
        </div>
        <div class="stack">
          <GroupMoney
            group={group}
            action={mayWrite && <Button onClick={() => setDoing('pay')}>{t('desk.pay')}</Button>}
          />
        </div>
      </div>
      {doing === 'change' && <ChangeGroup {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'add' && <AddStay {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'cancel' && <CancelGroup {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'pay' && <PayGroup {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'checkIn' && <CheckInGroup {...{ group, hotel, reload }} onClose={close} />}
    </article>
  )
}

const standing = (bookings: readonly PanelBooking[]) =>
  bookings.filter(({ status }) => status === 'confirmed' || status === 'pending')

/** `22 – 25 Nov` and `2 rooms · 4 guests`, over all stays. */
function GroupLine({ group: { bookings } }: { group: PanelBookingGroup }) {
  const days = bookings.flatMap(({ checkin, checkout }) => [checkin, checkout]).toSorted()
  const sum = (of: (booking: PanelBooking) => number) =>
    bookings.reduce((total, each) => total + of(each), 0)
  return (
    <>
      <span>{rangeText(days[0]!, days.at(-1)!)}</span>
      <span>
        {t('bookings.rooms', { count: sum(({ rooms }) => rooms) })} ·{' '}
        {t('booking.guests', { count: sum(({ adults, children }) => adults + children) })}
      </span>
    </>
  )
}

type StayProps = { hotel: WholeHotel; booking: PanelBooking; place: Place }

function Stay({ hotel, booking, place }: StayProps) {
  const { code, boardCode, rateCode, rateName, guestNames, checkin, checkout, desk } = booking
  const names = guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const about = [
    rangeText(checkin, checkout),
    names.length > 0 ? names.join(', ') : partyText(booking),
    keptName('rate', rateCode, rateName),
    boardCode && boardText(boardCode),
  ]
  return (
    <li>
      <div class="beside">
        <a href={placeOf(code, { ...place, isWhole: false })}>
          <bdi>{roomNameOf(booking)}</bdi>
        </a>
        {numbersText(desk) && (
          <span class="badge info">
            {t('desk.room')} {numbersText(desk)}
          </span>
        )}
        <span class="at-end">
          <StayBadges {...{ booking, hotel }} />
        </span>
      </div>
      <p class="about">{about.filter(Boolean).join(' · ')}</p>
    </li>
  )
}

/** What the stays cost, what is paid of it and what is due. */
function GroupMoney({ group, action }: { group: PanelBookingGroup; action: ComponentChildren }) {
  const { bookings, currency, payableCents } = group
  const column = [
    payableCents,
    ...bookings.flatMap(({ nightly, extras, totalPriceCents }) => [
      ...nightly.map(({ priceCents }) => priceCents),
      ...extras.map(({ totalCents }) => totalCents),
      totalPriceCents,
    ]),
  ]
  const written = (cents: number) => money(cents, currency, column)
  const paidCents = bookings.reduce((sum, { desk }) => sum + desk.paidCents, 0)
  const dueCents = bookings.reduce((sum, booking) => sum + deskDue(booking), 0)
  const agencyCents = bookings.filter(isAgencyDue).reduce((sum, { desk }) => sum + desk.dueCents, 0)
  return (
    <section class="card money">
      <CardHead title={t('booking.money')} action={action} />
      <table class="table price">
        <caption class="sr-only">{t('booking.money')}</caption>
        <tbody>
          {bookings.map((booking) => (
            <MoneyLines key={booking.code} {...{ booking, written }} />
          ))}
          <Line look="is-sum" name={<strong>{t('bookings.total')}</strong>}>
            <strong>{written(payableCents)}</strong>
          </Line>
          {paidCents !== 0 && <Line name={t('desk.paid')}>{written(-paidCents)}</Line>}
          {agencyCents > 0 && <DueLine dueCents={agencyCents} {...{ currency }} isAgencys />}
          {(agencyCents === 0 || dueCents !== 0) && <DueLine {...{ dueCents, currency }} />}
        </tbody>
      </table>
    </section>
  )
}
