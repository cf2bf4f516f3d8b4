import { useState } from 'preact/hooks'
import type { PanelBooking, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { numbersText } from '../../../domain/bookings/room-numbers.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Button } from '../../parts/button.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { CancelGroup } from './cancel.tsx'
import { AssignRooms } from './desk/assign.tsx'
import { GuestCard } from './facts.tsx'
import { GroupActs, type GroupDoing } from './group-acts.tsx'
import { AddStay } from './group-add.tsx'
import { ChangeGroup } from './group-change.tsx'
import { CheckInGroup } from './group-check-in.tsx'
import { GroupMoney } from './group-money.tsx'
import { aboutOf, GroupLine } from './group-parts.tsx'
import { PayGroup } from './group-pay.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { GroupHappened } from './happened.tsx'
import { BookingHead, GroupBadges, StayBadges } from './head.tsx'
import { CardHead } from './parts/card-head.tsx'
import { hasAgency } from './parts/details-draft.ts'
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
  const trail = useTrail(props)
  const mayWrite = may(hotel, 'front_desk')
  return (
    <article class="stack booking">
      <BookingHead
        {...{ guest }}
        code={group.code}
        isBeside={place.isBeside}
        actions={<GroupActs {...{ hotel, group, reload }} onPick={setDoing} />}
      >
        {{
          line: <GroupLine group={group} />,
          badges: <GroupBadges {...{ bookings, hotel }} />,
        }}
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
            {...{ group, hotel }}
            trail={trail.data}
            action={mayWrite && <Button onClick={() => setDoing('pay')}>{t('desk.pay')}</Button>}
          />
          <ProblemNote problem={trail.problem} onRetry={trail.reload} />
          {trail.data && <GroupHappened {...{ group, hotel }} trail={trail.data} />}
        </div>
      </div>
      {doing === 'change' && (
        <ChangeGroup
          {...{ group, reload }}
          timezone={hotel.timezone}
          options={bookings.filter(({ desk }) => desk.isOption)}
          hasCollect={bookings.some(hasAgency)}
          send={(body, signal) =>
            call('changePanelGroup', { hotel: hotel.slug, code: group.code }, { body, signal })
          }
          onClose={close}
        />
      )}
      {doing === 'add' && <AddStay {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'cancel' && <CancelGroup {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'pay' && <PayGroup {...{ group, hotel, reload }} onClose={close} />}
      {doing === 'checkIn' && <CheckInGroup {...{ group, hotel, reload }} onClose={close} />}
    </article>
  )
}

/** History and payments of the stays, read anew whenever the reservation is. */
const useTrail = ({ hotel: { slug: hotel }, group }: GroupProps) =>
  useLoad(
    (signal) => call('getPanelGroupTrail', { hotel, code: group.code }, { signal }),
    [hotel, group],
  )

const standing = (bookings: readonly PanelBooking[]) =>
  bookings.filter(({ status }) => status === 'confirmed' || status === 'pending')

type StayProps = { hotel: WholeHotel; booking: PanelBooking; place: Place }

function Stay({ hotel, booking, place }: StayProps) {
  const { code, desk } = booking
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
      <p class="about">{aboutOf(booking)}</p>
    </li>
  )
}
