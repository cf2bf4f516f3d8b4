import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { DayLists, DayStay, WholeHotel } from '../../../client/call.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { go, href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge } from '../../parts/note.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { arriving, leaving, sleeping } from '../bookings/chips.tsx'
import { CheckInDialog, CheckOutDialog } from '../bookings/desk/dialogs.tsx'
import { checkOut } from '../bookings/desk/marks.ts'
import { NoShowDialog } from '../bookings/end.tsx'
import { nameOf } from '../bookings/parts/model.ts'
import { IdentityReport } from '../sheets/export.tsx'
import { type Doing, Line, type Row } from './guest-line.tsx'

type GuestsProps = { hotel: WholeHotel; day: DayLists; reload: () => void }

/** Who comes, goes and stays today, each with what is to be done in its row. */
export function Guests({ hotel, day, reload }: GuestsProps) {
  const [doing, setDoing] = useState<Doing>()
  const { date, arrivals, departures, inHouse } = day
  const row = (stay: DayStay) => ({ stay, hotel, does: setDoing, reload })
  const done = (text: string) => {
    setDoing(undefined)
    say(text)
    reload()
  }
  const dialog = { hotel, onClose: () => setDoing(undefined), onDone: done }
  const toCome = arrivals.items.filter(({ desk }) => !desk.arrivedAt)
  const toLeave = departures.items.filter(({ desk }) => !desk.leftAt)
  return (
    <div class="day-lists">
      <List
        id="arrivals"
        name={t('today.arrivals')}
        list={arrivals}
        link={href({ view: 'bookings', query: arriving(date) })}
        note={toCome.length > 0 && comingText(toCome)}
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
          // Counted from the arrival day on, as tile and list of bookings: whoever is not there is said to be.
          <Line key={stay.code} {...row(stay)} mark="leftAt">
            {stay.checkin === date && !stay.desk.arrivedAt && <Badge>{t('desk.notCome')}</Badge>}
          </Line>
        )}
      />
      {doing?.what === 'checkIn' && <CheckInDialog {...dialog} booking={doing.stay} />}
      {doing?.what === 'checkOut' && (
        <CheckOutDialog {...dialog} booking={doing.stay} currency={hotel.currency} />
      )}
      {doing?.what === 'noShow' && (
        <NoShowDialog {...dialog} booking={{ ...doing.stay, currency: hotel.currency }} />
      )}
    </div>
  )
}

type ListProps = {
  id: string
  name: string
  list: DayLists['arrivals']
  /** To the same in the list of bookings. */
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
          </span>
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

/** How many have still to come, and how many of them have no room yet. */
function comingText(toCome: DayStay[]): string {
  const roomless = toCome.filter(({ desk }) => !desk.roomNumber).length
  const told = t('desk.toGo', { count: toCome.length })
  return roomless > 0 ? `${told} · ${t('desk.roomless', { count: roomless })}` : told
}

function Arrival(props: Row) {
  const { stay, hotel, does } = props
  const name = nameOf(stay)
  return (
    <Line {...props} mark="arrivedAt">
      {may(hotel, 'front_desk') && (
        <>
          <Button
            aria-label={t('desk.checkInOf', { name })}
            onClick={() => does({ what: 'checkIn', stay })}
          >
            {t('desk.checkIn')}
          </Button>
          <Menu
            name={t('desk.moreOf', { name })}
            items={[
              {
                text: t('desk.open'),
                run: () => go({ view: 'bookings', rest: [stay.code] }),
              },
              {
                text: t('desk.noShowOf', { name }),
                run: () => does({ what: 'noShow', stay }),
                isDanger: true,
              },
            ]}
          />
        </>
      )}
    </Line>
  )
}

function Departure(props: Row) {
  const { stay, hotel, does, reload } = props
  const name = nameOf(stay)
  const { run, isBusy } = useAction(async () => {
    if (stay.desk.dueCents !== 0) return does({ what: 'checkOut', stay })
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
