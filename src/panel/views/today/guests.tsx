import type { ComponentChildren } from 'preact'
import type { DayLists, DayStay, WholeHotel } from '../../../client/call.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { go, href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { arriving, leaving, sleeping } from '../bookings/chips.tsx'
import { AssignRooms, isRoomless } from '../bookings/desk/assign.tsx'
import { CheckInDialog, CheckOutDialog } from '../bookings/desk/dialogs.tsx'
import { checkOut } from '../bookings/desk/marks.ts'
import { NoShowDialog } from '../bookings/end.tsx'
import { deskDue } from '../bookings/parts/due.ts'
import { nameOf } from '../bookings/parts/model.ts'
import { IdentityReport } from '../sheets/export.tsx'

import { Line, type Row } from './guest-line.tsx'

type GuestsProps = { hotel: WholeHotel; day: DayLists; reload: () => void }

/** The arrivals, departures and guests in house of today, each row with its next step. */
export function Guests({ hotel, day, reload }: GuestsProps) {
  const { date, arrivals, departures, inHouse } = day
  const row = (stay: DayStay) => ({ stay, hotel, reload })
  const toCome = arrivals.items.filter(({ desk }) => !desk.arrivedAt)
  const toLeave = departures.items.filter(({ desk }) => !desk.leftAt)
  return (
    <div class="day-lists">
      <List
        id="arrivals"
        name={t('today.arrivals')}
        list={arrivals}
        link={href({ view: 'bookings', query: arriving(date) })}
        note={
          toCome.length > 0 && (
            <>
              <span>{comingText(toCome)}</span>{' '}
              <AssignRooms hotel={hotel} stays={toCome} reload={reload} />
            </>
          )
        }
        none={t('desk.nobodyArrives')}
        row={(stay) => <Arrival key={stay.code} {...row(stay)} />}
      />
      <List
        id="departures"
        name={t('today.departures')}
        list={departures}
        link={href({ view: 'bookings', query: leaving(date) })}
        note={toLeave.length > 0 && t('desk.toLeave', { count: toLeave.length })}
        none={t('desk.nobodyLeaves')}
        row={(stay) => <Departure key={stay.code} {...row(stay)} />}
      />
      <List
        id="in-house"
        name={t('today.inHouse')}
        list={inHouse}
        link={href({ view: 'bookings', query: sleeping(date) })}
        none={t('desk.nobodyHere')}
        note={
          <>
            {toCome.length > 0 && t('desk.toGo', { count: toCome.length })}{' '}
            <IdentityReport hotel={hotel} date={date} list="in_house" />
          </>
        }
        row={(stay) => (
          // The list counts from the arrival day on, as the tile and the bookings do: a badge marks guests to come.
          <Line key={stay.code} {...row(stay)} mark="leftAt">
            {stay.checkin === date && !stay.desk.arrivedAt && <Badge>{t('desk.notCome')}</Badge>}
          </Line>
        )}
      />
    </div>
  )
}

type ListProps = {
  id: string
  name: string
  list: DayLists['arrivals']
  /** The address of the same list among the bookings. */
  link: string
  note?: ComponentChildren
  none: string
  row: (stay: DayStay) => ComponentChildren
}

function List({ id, name, list: { items, more }, link, note, none, row }: ListProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <a href={link}>{name}</a>{' '}
          <span class="figure">
            {number(items.length)}
            {more && '+'}
          </span>{' '}
          <span class="dim">{t('today.soldHere')}</span>
        </h2>
        {note && <span class="dim">{note}</span>}
      </header>
      {items.length === 0 && <p class="empty-line">{none}</p>}
      <ul>{items.map(row)}</ul>
      {more && (
        <p class="empty-line">
          <a href={link}>{t('desk.more', { count: items.length })}</a>
        </p>
      )}
    </section>
  )
}

/** The number of guests to come, and of those without a room. */
function comingText(toCome: DayStay[]): string {
  const roomless = toCome.filter(isRoomless).length
  const text = t('desk.toGo', { count: toCome.length })
  return roomless > 0 ? `${text} · ${t('desk.roomless', { count: roomless })}` : text
}

type Mark = { onClose: () => void; onDone: (text: string) => void }

/** Opens a dialog that marks a stay; once that is done, a toast says so and the lists are read again. */
async function openMark({ reload }: Row, draw: (mark: Mark) => ComponentChildren): Promise<void> {
  const text = await openDialog<string>((close) => draw({ onClose: () => close(), onDone: close }))
  if (text === undefined) return
  say(text)
  reload()
}

function Arrival(props: Row) {
  const { stay, hotel } = props
  const name = nameOf(stay)
  const checkIn = () =>
    openMark(props, (mark) => <CheckInDialog hotel={hotel} booking={stay} {...mark} />)
  const noShow = () =>
    openMark(props, (mark) => (
      <NoShowDialog hotel={hotel} booking={{ ...stay, currency: hotel.currency }} {...mark} />
    ))
  return (
    <Line {...props} mark="arrivedAt">
      {may(hotel, 'front_desk') && (
        <>
          <Button aria-label={t('desk.checkInOf', { name })} onClick={checkIn}>
            {t('desk.checkIn')}
          </Button>
          <Menu
            name={t('desk.moreOf', { name })}
            items={[
              { text: t('desk.open'), run: () => go({ view: 'bookings', rest: [stay.code] }) },
              { text: t('desk.noShowOf', { name }), run: noShow, isDanger: true },
            ]}
          />
        </>
      )}
    </Line>
  )
}

function Departure(props: Row) {
  const { stay, hotel, reload } = props
  const name = nameOf(stay)
  const openCheckOut = () =>
    openMark(props, (mark) => (
      <CheckOutDialog hotel={hotel} booking={stay} currency={hotel.currency} {...mark} />
    ))
  const { run, isBusy } = useAction(async () => {
    if (deskDue(stay) !== 0) return void openCheckOut()
    await checkOut(hotel, stay).then(() => say(t('desk.checkedOut', { name })), sayWrong)
    reload()
  })
  return (
    <Line {...props} mark="leftAt">
      {may(hotel, 'front_desk') && (
        <Button aria-label={t('desk.checkOutOf', { name })} isBusy={isBusy} onClick={run}>
          {t('desk.checkOut')}
        </Button>
      )}
    </Line>
  )
}
