import type { Static } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { recordOf } from '../../domain/bookings/booking-record.ts'
import { DAY_LIST_MAX, NO_DESK, roomWords, sharedWords } from '../../domain/bookings/desk.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { foldText } from '../../domain/kernel/search-text.ts'
import { listDay } from '../../store/bookings/day-lists.ts'
import { listDesks } from '../../store/bookings/desk.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import type { DayListsSchema } from './desk-day-shape.ts'
import { showDesk } from './desk-shape.ts'

type Lists = Static<typeof DayListsSchema>
type Stay = Lists['arrivals']['items'][number]

/** Returns arrivals, departures and guests in house on a day of a hotel, each by name, from one snapshot. */
export async function showDayLists(
  { store, today }: Context,
  snapshot: HotelSnapshot,
  asked: CalendarDate | undefined,
): Promise<Lists> {
  const { hotel } = snapshot
  const now = today(hotel.timezone)
  const date = asked ?? now
  const { lists, desks } = await store.long.snapshot(async (handle) => {
    const lists = await listDay(handle, hotel.id, { date, isPast: date < now })
    const all = Object.values(lists).flat()
    const desks = await listDesks(handle, [...new Set(all.map(({ id }) => id))])
    return { lists, desks }
  })
  const deskOf = ({ id }: Booking) => desks.get(id) ?? NO_DESK
  const shared = sharedWords(lists.inHouse.map(deskOf))
  const tonight = new Set(lists.inHouse.map(({ id }) => id))
  const show = (booking: Booking): Stay => {
    const desk = deskOf(booking)
    const isGiven = tonight.has(booking.id) && desk.leftAtMs === null
    const sharesRoom = isGiven && roomWords(desk.roomNumbers).some((word) => shared.has(word))
    return { ...showStay(booking, snapshot, desk), sharesRoom }
  }
  const stays = (bookings: Booking[]) => ({
    items: bookings
      .slice(0, DAY_LIST_MAX)
      .map((booking) => ({ booking, name: nameOf(booking) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ booking }) => show(booking)),
    more: bookings.length > DAY_LIST_MAX,
  })
  const { arrivals, departures, inHouse } = lists
  return {
    date,
    arrivals: stays(arrivals),
    departures: stays(departures),
    inHouse: stays(inHouse),
  }
}

const nameOf = ({ guest }: Booking) => foldText(`${guest.lastName} ${guest.firstName}`)

function showStay(
  booking: Booking,
  snapshot: HotelSnapshot,
  desk: typeof NO_DESK,
): Omit<Stay, 'sharesRoom'> {
  const { guest: _, ...record } = recordOf(booking, { ...snapshot, agencyCode: null })
  const { firstName, lastName, phone, country } = booking.guest
  const { code, revision, status, specialRequests, roomCode, roomName, boardCode, rooms } = record
  const { checkin, checkout, nights, adults, children, totalPriceCents } = record
  const { arrivalTime, guestNames, company, extras, payment, group } = record
  return {
    ...{ code, revision, status, guest: { firstName, lastName, phone, country }, specialRequests },
    ...{ roomCode, roomName, boardCode, rooms, checkin, checkout, nights, adults, children },
    ...{ arrivalTime, guestNames, company, extras, payment, group },
    ...{ totalPriceCents, desk: showDesk(booking, desk) },
  }
}
