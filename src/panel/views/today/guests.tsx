import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { asProblem } from '../../lib/api.ts'
import { money, number, timeIn } from '../../lib/format.ts'
import { problemText, t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { go, href } from '../../lib/router.ts'
import type { DayLists, DayStay, Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import { arriving, leaving, sleeping } from '../bookings/chips.tsx'
import { CheckInDialog, CheckOutDialog } from '../bookings/desk/dialogs.tsx'
import { now, writeDesk } from '../bookings/desk/marks.ts'
import { NoShowDialog } from '../bookings/end.tsx'
import { nameOf, partyText } from '../bookings/model.ts'

type GuestsProps = { hotel: Hotel; day: DayLists; reload: () => void }

/** What is being done with somebody of the lists. */
type Doing = { what: 'checkIn' | 'checkOut' | 'noShow'; stay: DayStay }

type Row = { stay: DayStay; hotel: Hotel; does: (doing: Doing) => void; reload: () => void }

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
        note={toCome.length > 0 && t('desk.toGo', { count: toCome.length })}
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
        row={(stay) => <Line key={stay.code} {...row(stay)} />}
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

function Arrival(props: Row) {
  const { stay, hotel, does } = props
  const { arrivedAt } = stay.desk
  const name = nameOf(stay)
  return (
    <Line {...props} isDone={arrivedAt !== null}>
      {arrivedAt ? (
        <span class="dim">
          {t('desk.arrivedAt')} {timeIn(arrivedAt, hotel.timezone)}
        </span>
      ) : (
        may(hotel, 'front_desk') && (
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
        )
      )}
    </Line>
  )
}

function Departure(props: Row) {
  const { stay, hotel, does, reload } = props
  const { leftAt, arrivedAt, dueCents } = stay.desk
  const name = nameOf(stay)
  const { run, isBusy } = useAction(async () => {
    if (dueCents > 0) return does({ what: 'checkOut', stay })
    // Who leaves without a mark has come all the same.
    const came = arrivedAt ?? now()
    await writeDesk(hotel, stay.code, { arrivedAt: came, leftAt: arrivedAt ? now() : came }).then(
      () => say(t('desk.checkedOut', { name })),
      (error) => say(problemText(asProblem(error)), { tone: 'bad' }),
    )
    reload()
  })
  return (
    <Line {...props} isDone={leftAt !== null}>
      {leftAt ? (
        <span class="dim">
          {t('desk.leftAt')} {timeIn(leftAt, hotel.timezone)}
        </span>
      ) : (
        may(hotel, 'front_desk') && (
          <Button aria-label={t('desk.checkOutOf', { name })} isBusy={isBusy} onClick={run}>
            {t('desk.checkOut')}
          </Button>
        )
      )}
    </Line>
  )
}

/** Somebody by name, with what the desk needs to know; the whole row opens the booking. */
function Line({
  stay,
  hotel,
  isDone = false,
  children,
}: Row & { isDone?: boolean; children?: ComponentChildren }) {
  const { guest, roomName, rooms, boardCode, nights, specialRequests, desk } = stay
  const { phone } = guest
  const about = [
    desk.roomNumber && `${t('desk.room')} ${desk.roomNumber}`,
    rooms > 1 ? `${rooms} × ${roomName}` : roomName,
    t('bookings.nights', { count: nights }),
    partyText(stay),
    boardCode,
  ]
  return (
    <li class={isDone ? 'guest-row done' : 'guest-row'}>
      <div>
        <a class="opens" href={href({ view: 'bookings', rest: [stay.code] })}>
          <bdi>{nameOf(stay)}</bdi>
        </a>{' '}
        {desk.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <p class="about">
          {about.filter(Boolean).join(' · ')}
          {phone && (
            <>
              {' · '}
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </>
          )}
        </p>
        {specialRequests && <p class="about clipped">“{specialRequests}”</p>}
        {desk.note && <p class="about clipped">{desk.note}</p>}
      </div>
      <Due stay={stay} currency={hotel.currency} />
      <div class="does">{children}</div>
    </li>
  )
}

function Due({ stay: { desk }, currency }: { stay: DayStay; currency: string }) {
  if (desk.dueCents <= 0) return <Badge tone="good">{t('desk.paidUp')}</Badge>
  return <Badge tone="warn">{t('desk.dueOf', { amount: money(desk.dueCents, currency) })}</Badge>
}
