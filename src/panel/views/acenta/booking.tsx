import { useState } from 'preact/hooks'
import type { AgencyBooking, Booking, BookingGroup, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useCall, useLoad } from '../../lib/load.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import type { User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { PageBar } from '../bookings/bar.tsx'
import { GuestCard, StayCard } from '../bookings/facts.tsx'
import { ChangeGroup } from '../bookings/group-change.tsx'
import { aboutOf, GroupLine } from '../bookings/group-parts.tsx'
import { GroupTabs } from '../bookings/group-tabs.tsx'
import { BookingHead, StayLine } from '../bookings/head.tsx'
import { CardHead } from '../bookings/parts/card-head.tsx'
import { type Place, placeOf } from '../bookings/place.ts'
import { isStanding, StatusBadge } from '../bookings/status.tsx'
import { ofRevision, Timeline } from '../bookings/timeline.tsx'
import { termsText } from '../rates/text.ts'
import { AgencyActs } from './acts.tsx'
import { CancelCard } from './cancel.tsx'
import { AgencyChange } from './change.tsx'
import { GroupHistory } from './group-history.tsx'
import { type HotelSheet, useHotelSheet } from './hotel-names.ts'
import { maySell } from './maker.ts'
import { AgencyMoney } from './money.tsx'

type PageProps = { code: string; user: User; hotel: WholeHotel; place: Place }

/** One booking of the agency, or its whole reservation: facts, money, what happened, and what can be done with it. */
export function AgencyBookingPage({ code, user, hotel, place }: PageProps) {
  const read = useCall('getAgencyBooking', { code })
  const { data, problem } = read
  const group = useGroup(data?.group?.code)
  const sheet = useHotelSheet(data?.hotelSlug)
  const reload = () => {
    read.reload()
    group.reload()
  }
  const isComing = data && (sheet.data === undefined || (data.group && !group.data))
  return (
    <>
      <PageBar {...{ hotel, code, place }} />
      {data && !isComing && (
        <Sheet {...{ user, place, reload, sheet: sheet.data! }} booking={data} group={group.data} />
      )}
      {problem?.code === 'not_found' ? (
        <Empty isPage title={t('acenta.unknown')} />
      ) : (
        <ProblemNote
          problem={problem ?? sheet.problem ?? group.problem}
          onRetry={() => {
            reload()
            sheet.reload()
          }}
        />
      )}
      {(!data || isComing) && !problem && !sheet.problem && !group.problem && <Loading />}
    </>
  )
}

/** The reservation of several stays that a booking is part of. */
const useGroup = (code: string | undefined) =>
  useLoad(
    async (signal) => code && (await call('getAgencyGroup', { code }, { signal })),
    [code],
  ) as Loaded<BookingGroup | undefined>

type SheetProps = {
  booking: AgencyBooking
  group: BookingGroup | undefined
  /** The hotel's public page; null if it is off sale. */
  sheet: HotelSheet | null
  user: User
  place: Place
  reload: () => void
}

function Sheet({ booking, group, sheet, user, place, reload }: SheetProps) {
  const [isChanging, setChanging] = useState(false)
  const timezone = sheet?.timezone ?? HERE
  const whole = place.isWhole ? group : undefined
  const stays = whole?.bookings ?? [booking]
  const isOpen = maySell(user) && stays.some(isStanding)
  const change = isOpen && (
    <Button kind="quiet" onClick={() => setChanging(true)}>
      {t('booking.change')}
    </Button>
  )
  return (
    <article class="stack booking">
      <BookingHead
        guest={booking.guest}
        code={whole?.code ?? booking.code}
        isBeside={false}
        actions={
          <AgencyActs
            {...{ booking, group, user, reload }}
            isChangeable={stays.some(isStanding)}
            onChange={() => setChanging(true)}
          />
        }
      >
        {{
          line: (
            <>
              <bdi>{booking.hotelName}</bdi>
              {whole ? <GroupLine group={whole} /> : <StayLine booking={booking} />}
            </>
          ),
          badges: whole ? null : <StatusBadge status={booking.status} />,
        }}
      </BookingHead>
      {group && <GroupTabs group={group} code={booking.code} place={place} />}
      <div class="facts even">
        <div class="stack">
          {whole ? (
            <Rooms {...{ place, timezone }} stays={stays} />
          ) : (
            <StayCard {...{ booking, timezone }} />
          )}
          <GuestCard {...{ booking, timezone }} action={change} />
          {whole ? (
            <GroupHistory group={whole} timezone={timezone} />
          ) : (
            <Timeline
              timezone={timezone}
              entries={booking.revisions.map((each) => ofRevision(each, booking, timezone))}
            />
          )}
        </div>
        <div class="stack">
          <AgencyMoney stays={stays} />
          {isOpen && <CancelCard {...{ stays, timezone, reload }} group={whole} />}
        </div>
      </div>
      {isChanging &&
        (whole ? (
          <ChangeGroup
            {...{ timezone, reload }}
            group={whole}
            options={NO_OPTIONS}
            hasCollect={false}
            send={(body, signal) =>
              call('changeAgencyGroup', { code: whole.code }, { body, signal })
            }
            onClose={() => setChanging(false)}
          />
        ) : (
          <AgencyChange
            {...{ booking, sheet, timezone, reload }}
            onClose={() => setChanging(false)}
          />
        ))}
    </article>
  )
}

/** The hotel alone moves the end of an option. */
const NO_OPTIONS: readonly never[] = []

type RoomsProps = { stays: readonly Booking[]; place: Place; timezone: string }

/** The stays of a reservation, each with its rate and the end of its free cancellation. */
const Rooms = ({ stays, place, timezone }: RoomsProps) => (
  <section class="card">
    <CardHead title={t('group.rooms')} />
    <ul class="stays">
      {stays.map((booking) => (
        <li key={booking.code}>
          <div class="beside">
            <a href={placeOf(booking.code, { ...place, isWhole: false })}>
              <bdi>{roomNameOf(booking)}</bdi>
            </a>
            <span class="at-end">
              <StatusBadge status={booking.status} />
            </span>
          </div>
          <p class="about">{aboutOf(booking)}</p>
          {isStanding(booking) && (
            <p class="about">{termsText(booking.cancellation, booking.checkin, timezone)}</p>
          )}
        </li>
      ))}
    </ul>
  </section>
)
