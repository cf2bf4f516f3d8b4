import { useEffect, useState } from 'preact/hooks'
import type { WholeHotel } from '../../client/call.ts'
import { agenciesHere } from '../lib/agencies-here.ts'
import { call } from '../lib/api.ts'
import { dateTime, HERE, number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useCall, useList, useLoad } from '../lib/load.ts'
import { isShut, may } from '../lib/may.ts'
import { nameIn, noteNames } from '../lib/names.ts'
import { roomsText } from '../lib/room-runs.ts'
import { readRooms } from '../lib/rooms.ts'
import { go, href, NO_HOTEL, OWN } from '../lib/router.ts'
import type { User } from '../lib/session.ts'
import { soldNights } from '../lib/sold.ts'
import { useSettled } from '../lib/typing.ts'
import { TextField } from './field.tsx'
import { Find, FindButton } from './find.tsx'
import { Avatar, Layout } from './layout.tsx'
import { Badge, Empty, Loading, Read } from './note.tsx'
import { type FrameProps, ViewBody } from './page.tsx'
import { Pager } from './table.tsx'

/** The most hotels whose figures of today the choice shows: each takes three calls. */
const TOLD_MAX = 10

/** The frame of the hotel's page: the hotel of the address, or the choice of one. */
export function HotelFrame(props: FrameProps) {
  const { user, views, route, own: Own } = props
  const only = user.role !== 'admin' && user.hotels.length === 1 ? user.hotels[0] : undefined
  useEffect(() => {
    // A person with one hotel need not choose.
    if (route.hotel === '' && only) go({ hotel: only, view: views[0]!.name }, { replace: true })
  }, [route.hotel])
  if (route.hotel === '') {
    return (
      <Layout user={user} views={[]} route={route}>
        {only ? <Loading /> : <Choose user={user} view={views[0]!.name} />}
      </Layout>
    )
  }
  if (route.hotel === NO_HOTEL)
    return (
      <Layout
        user={user}
        views={[]}
        route={route}
        house={<a href={href({ hotel: '', view: '' })}>{t('hotels.choose')}</a>}
      >
        <Own user={user} />
      </Layout>
    )
  return <OneHotel key={route.hotel} {...props} />
}

function OneHotel({ user, views: all, route, own: Own }: FrameProps) {
  const isBarred = isShut(user, route.hotel)
  const membership = user.memberships.find(({ hotelSlug }) => hotelSlug === route.hotel)
  const hotel = useLoad(
    async (signal): Promise<WholeHotel | undefined> => {
      if (isBarred) return undefined
      // Bookings name room types, rates and boards: their names are read before anything is drawn.
      const [found] = await Promise.all([
        call('getPanelHotel', { hotel: route.hotel }, { signal }),
        readRooms(route.hotel, signal),
      ])
      noteNames(found)
      agenciesHere.set(found.agencies)
      return found
    },
    // A person who has left the hotel is told so.
    [route.hotel, isBarred, membership === undefined],
  )
  const views = isBarred ? [] : all.filter(({ needs = 'any' }) => may({ slug: route.hotel }, needs))
  if (hotel.problem?.code === 'not_found')
    return (
      <Layout user={user} views={[]} route={route}>
        <Choose user={user} view={all[0]!.name} unknown={route.hotel} />
      </Layout>
    )
  const name = hotel.data?.name ?? membership?.hotelName ?? ''
  const house = (
    <>
      <Avatar of={name} isHotel />
      <Picker user={user} slug={route.hotel} name={name} />
    </>
  )
  return (
    <Layout user={user} views={views} route={route} house={house} search={<FindButton />}>
      <p class="print-only">
        {name} · {dateTime(new Date().toISOString(), hotel.data?.timezone ?? HERE)}
      </p>
      <Find
        views={views}
        read={(q, signal) => call('findPanelBookings', { hotel: route.hotel, q }, { signal })}
        placeOf={({ desk }) => (desk.roomNumber ? `${t('desk.room')} ${roomsText(desk)}` : '')}
        fresh={
          may({ slug: route.hotel }, 'front_desk') ? { view: 'bookings', rest: ['new'] } : undefined
        }
      />
      {isBarred || route.view === OWN ? (
        <Own user={user} isBarred={isBarred} />
      ) : (
        <Read of={hotel}>
          {(data) => (
            <ViewBody {...{ user, route }} views={all} own={Own} hotel={data} onHotel={hotel.set} />
          )}
        </Read>
      )}
    </Layout>
  )
}

/** The hotel's name, and the way to another one for people with several. */
function Picker({ user, slug, name }: { user: User; slug: string; name: string }) {
  if (user.role === 'admin')
    return (
      <span class="picker">
        <strong>{name}</strong>
        <a href={href({ hotel: '', view: '' })}>{t('hotels.other')}</a>
      </span>
    )
  if (user.hotels.length < 2) return <strong class="picker">{name}</strong>
  return (
    <select
      class="picker"
      aria-label={t('list.hotel')}
      value={slug}
      onChange={({ currentTarget: { value: hotel } }) =>
        go({ hotel, ...(hotel === '' && { view: '' }) })
      }
    >
      <option value="">{t('hotels.all')}</option>
      {user.memberships.map(({ hotelSlug, hotelName }) => (
        <option key={hotelSlug} value={hotelSlug}>
          {hotelName}
        </option>
      ))}
    </select>
  )
}

/** The choice among the hotels of an account; `unknown` is the address that named none of them. */
function Choose({ user, view, unknown }: { user: User; view: string; unknown?: string }) {
  if (user.role !== 'admin' && user.hotels.length === 0)
    return (
      <Empty isPage title={t('sign.noHotel')}>
        {t('sign.noHotelText')}
      </Empty>
    )
  return (
    <section class="stack narrow">
      <h1>{t('hotels.choose')}</h1>
      {unknown && <p class="note warn">{t('hotels.unknown', { name: unknown })}</p>}
      {user.role === 'admin' ? (
        <>
          <HotelSearch view={view} />
          <p class="dim">
            {t('hotels.made')} <a href="/admin#/hotels">{t('hotels.admin')}</a>
          </p>
        </>
      ) : (
        <ul class="choice-list">
          {user.memberships.map(({ hotelSlug: hotel, hotelName }, index) => (
            <li key={hotel}>
              <a href={href({ hotel, view })}>
                <strong>{hotelName}</strong>
                {index < TOLD_MAX && !isShut(user, hotel) && <Tonight hotel={hotel} />}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The arrivals and departures of a hotel today, and the rooms left to sell tonight. */
function Tonight({ hotel }: { hotel: string }) {
  const { data } = useCall('getPanelDashboard', { hotel })
  if (!data) return null
  const { arrivals, departures, today } = data
  return (
    <p class="dim">
      {t('today.arrivals')} {number(arrivals.bookings)} · {t('today.departures')}{' '}
      {number(departures.bookings)} · <Left hotel={hotel} today={today} />
    </p>
  )
}

function Left({ hotel, today }: { hotel: string; today: string }) {
  const days = useCall('pullPanelAvailability', { hotel, from: today, to: today })
  const rooms = useCall('listPanelRooms', { hotel })
  const [night] = rooms.data && days.data ? soldNights(rooms.data.items, days.data) : []
  return (
    <>
      {t('desk.leftTonight')} {night ? number(night.left) : '–'}
    </>
  )
}

/** Finds a hotel by a part of its name; each result is a link. */
function HotelSearch({ view }: { view: string }) {
  const [text, setText] = useState('')
  const asked = useSettled(text)
  const pages = useList('listAllHotels', { ...(asked && { q: asked }), limit: 50 })
  return (
    <>
      <TextField label={t('hotels.search')} type="search" value={text} onText={setText} />
      {pages.data?.length === 0 ? (
        <Empty title={t('hotels.none')}>{t('hotels.noneText')}</Empty>
      ) : (
        <ul class="choice-list">
          {pages.data?.map((hotel) => (
            <li key={hotel.slug}>
              <a href={href({ hotel: hotel.slug, view })}>
                <strong>{hotel.name}</strong> <span class="dim">{nameIn(hotel.city)}</span>
              </a>
              {!hotel.active && <Badge tone="neutral">{t('hotels.inactive')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      <Pager pages={pages} />
    </>
  )
}
