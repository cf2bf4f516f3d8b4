import type { Booking } from '../../domain/bookings/booking.ts'
import { isFoundBy, searchWords } from '../../domain/bookings/booking-words.ts'
import { roomWordOf, roomWords } from '../../domain/bookings/desk.ts'
import { listBookingPage } from '../../store/bookings/booking-pages.ts'
import { listDay } from '../../store/bookings/day-lists.ts'
import { listDesks } from '../../store/bookings/desk.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { deskViews } from './desk-views.ts'

/** Finds a hotel's bookings: guests in house, arriving or departing today first, then all others, newest first. */
export async function findBookings(
  context: Context,
  { hotel }: HotelSnapshot,
  { q, limit }: { q: string; limit: number },
) {
  const { store } = context
  const words = searchWords(q)
  if (words.length === 0) return []
  const date = context.today(hotel.timezone)
  const { inHouse, arrivals, departures } = await listDay(store.long, hotel.id, {
    date,
    isPast: false,
  })
  const present = [...new Map([...inHouse, ...arrivals, ...departures].map((one) => [one.id, one]))]
  const desks = await listDesks(
    store.long,
    present.map(([id]) => id),
  )
  const room = roomWordOf(q)
  const isIn = (id: number) =>
    room && roomWords(desks.get(id)?.roomNumbers ?? []).some((word) => word.startsWith(room))
  const here = present
    .filter(([id, booking]) => isIn(id) || isFoundBy(booking, words))
    .map(([, booking]) => booking)
  const filter = { hotelId: hotel.id, q, byRoom: true }
  const { bookings } = await listBookingPage(store.long, filter, { limit: limit + here.length })
  const all = new Map<number, Booking>([...here, ...bookings].map((one) => [one.id, one]))
  return await Promise.all([...all.values()].slice(0, limit).map(deskViews(context)))
}
