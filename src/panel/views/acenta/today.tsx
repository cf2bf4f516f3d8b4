import type { AgencyToday, Booking } from '../../../client/call.ts'
import { type CalendarDate, daysBetween } from '../../../domain/kernel/date.ts'
import { call } from '../../lib/api.ts'
import { boardText, clockIn, date, dateTime, HERE, money, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useCall } from '../../lib/load.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { countedText, nameOf, partyText } from '../bookings/parts/model.ts'
import { confirmOption } from './acts.tsx'
import { NextReleases } from './allotments.tsx'
import { askCancel } from './cancel.tsx'
import { Credit } from './credit.tsx'
import { DayList, DayRow } from './day-list.tsx'
import { LastStatements } from './last-statements.tsx'
import { maySell } from './maker.ts'
import { roomNames } from './room-names.ts'
import { netOf, sumOf } from './sums.ts'

const REFRESH_MS = 60_000

/** The agency's day: options that end, deadlines of free cancellation, arrivals; beside them credit and allotments. */
export function AgencyTodayView({ user }: ViewProps) {
  const day = useCall('getAgencyToday', {})
  useRefresh(day.reload, REFRESH_MS)
  const reload = day.reload
  const isOwn = useShowsNet()
  return (
    <div class="stack agency-today">
      <PageHead
        title={t('acenta.today')}
        action={
          maySell(user) && (
            <a class="button primary" href={href({ view: 'search' })}>
              {t('acenta.newSearch')}
            </a>
          )
        }
      >
        <p class="dim">{date(todayIn(HERE), { weekday: 'long', day: 'numeric', month: 'long' })}</p>
      </PageHead>
      <div class={isOwn ? 'day-columns' : undefined}>
        <Read of={day}>
          {(data) => {
            const roomOf = roomNames(data.rooms)
            return (
              <div class="stack">
                <Options {...{ user, reload, roomOf }} {...data} />
                <Deadlines {...{ user, reload, roomOf }} deadlines={data.deadlines} />
                <Arrivals {...{ roomOf }} arrivals={data.arrivals} />
              </div>
            )
          }}
        </Read>
        {isOwn && (
          <div class="stack">
            <Credit />
            <NextReleases />
            <LastStatements user={user} />
          </div>
        )}
      </div>
    </div>
  )
}

type RoomProps = { roomOf: (booking: Booking) => string }
type ActProps = RoomProps & { user: User; reload: () => void }

type OptionsProps = ActProps & Pick<AgencyToday, 'options' | 'hotels'>

function Options({ options, hotels, ...acts }: OptionsProps) {
  const isOwn = useShowsNet()
  const rows = [...Map.groupBy(options, ({ code, group }) => group?.code ?? code)]
  return (
    <DayList
      title={t('acenta.options')}
      count={rows.length}
      heads={[t('acenta.heldUntil'), t(isOwn ? 'acenta.grossNet' : 'sell.price')]}
      none={t('acenta.optionsNone')}
    >
      {rows.map(([code, stays]) => (
        <Option
          key={code}
          {...{ stays, ...acts }}
          timezone={hotels.find(({ slug }) => slug === stays[0]!.hotelSlug)?.timezone ?? HERE}
        />
      ))}
    </DayList>
  )
}

type OptionProps = ActProps & {
  /** The held stays of a reservation, or a booking of its own. */
  stays: readonly Booking[]
  /** The hotel's. */
  timezone: string
}

/** An option: a reservation of several stays is confirmed or let go as a whole. */
function Option({ stays, timezone, user, reload, roomOf }: OptionProps) {
  const booking = stays[0]!
  const { holdUntil, currency } = booking
  const isOwn = useShowsNet()
  const send = useAction(async (act: () => Promise<string>) => {
    await act().then(say, sayWrong)
    reload()
  })
  const letGo = async () => {
    // A stay that is confirmed already would cost its fee: then it is refused.
    const body = { expectedPayableCents: 0 }
    if (booking.group) await call('cancelAgencyGroup', { code: booking.group.code }, { body })
    else await call('cancelAgencyBooking', { code: booking.code }, { body })
    return t('acenta.letGone', { name: nameOf(booking) })
  }
  const isSoon = Date.parse(holdUntil ?? '') - Date.now() < 86_400_000
  return (
    <DayRow
      booking={booking}
      roomOf={() => countedText(stays.flatMap((stay) => Array(stay.rooms).fill(roomOf(stay))))}
      when={
        <>
          <strong class={isSoon ? 'soon' : undefined}>{dateTime(holdUntil!, timezone)}</strong>
          <span class="dim">
            {inDays(todayIn(timezone), clockIn(timezone, Date.parse(holdUntil!)).slice(0, 10))}
          </span>
        </>
      }
      amount={
        <>
          <strong>
            {money(
              sumOf(stays, ({ payableCents }) => payableCents),
              currency,
            )}
          </strong>
          {isOwn && (
            <span class="dim">
              {t('acenta.netOf', { amount: money(sumOf(stays, netOf), currency) })}
            </span>
          )}
        </>
      }
    >
      {maySell(user) && (
        <>
          <Button isBusy={send.isBusy} onClick={() => send.run(() => confirmOption(booking))}>
            {t('booking.confirm')}
          </Button>
          <Button kind="quiet" onClick={() => send.run(letGo)}>
            {t('acenta.letGo')}
          </Button>
        </>
      )}
    </DayRow>
  )
}

type DeadlineProps = ActProps & { deadlines: AgencyToday['deadlines'] }

const Deadlines = ({ deadlines, roomOf, user, reload }: DeadlineProps) => (
  <DayList
    title={t('acenta.deadlines')}
    count={deadlines.length}
    heads={[t('acenta.freeUntil'), t('acenta.feeAfter')]}
    none={t('acenta.deadlinesNone')}
  >
    {deadlines.map(({ booking, freeUntil, feeCents, today }) => (
      <DayRow
        key={booking.code}
        {...{ booking, roomOf }}
        when={
          <>
            <strong class={freeUntil === today ? 'soon' : undefined}>
              {freeUntil === today
                ? t('acenta.isToday')
                : date(freeUntil, { weekday: 'short', day: 'numeric', month: 'short' })}
            </strong>
            <span class="dim">
              {freeUntil === today ? t('acenta.untilMidnight') : inDays(today, freeUntil)}
            </span>
          </>
        }
        amount={<strong>{money(feeCents, booking.currency)}</strong>}
      >
        {maySell(user) && (
          <Button onClick={() => askCancel({ booking }, reload)}>{t('acenta.cancelAsk')}</Button>
        )}
      </DayRow>
    ))}
  </DayList>
)

type ArrivalProps = RoomProps & { arrivals: AgencyToday['arrivals'] }

const Arrivals = ({ arrivals, roomOf }: ArrivalProps) => (
  <DayList
    title={t('acenta.arrivals')}
    count={arrivals.length}
    heads={[t('acenta.arrives'), t('acenta.party')]}
    none={t('acenta.arrivalsNone')}
  >
    {arrivals.map((booking) => (
      <DayRow
        key={booking.code}
        {...{ booking, roomOf }}
        when={<strong>{booking.arrivalTime ?? t('acenta.noTime')}</strong>}
        amount={
          <>
            <strong>{partyText(booking)}</strong>
            <span class="dim">{booking.boardCode && boardText(booking.boardCode)}</span>
          </>
        }
      >
        <a class="button" href={href({ view: 'voucher', rest: [booking.code] })}>
          {t('acenta.voucher')}
        </a>
      </DayRow>
    ))}
  </DayList>
)

/** `tomorrow`, `in 3 days`; nothing for today and before. */
function inDays(from: string, to: string): string {
  const count = daysBetween(from as CalendarDate, to as CalendarDate)
  return count > 0 ? t('acenta.inDays', { count }) : ''
}
