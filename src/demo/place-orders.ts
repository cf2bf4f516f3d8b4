import type { Guest } from '../domain/bookings/booking.ts'
import type { Collector } from '../domain/bookings/booking-details.ts'
import type { BookingRecord } from '../domain/bookings/booking-record.ts'
import { addDays, dateIn, instantAt } from '../domain/kernel/date.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { STD } from '../domain/rates/rate.ts'
import type { BookingRequest, OrderedStay } from '../service/bookings/order.ts'
import { placeBooking } from '../service/bookings/place-booking.ts'
import { placeGroup } from '../service/bookings/place-group.ts'
import type { Deps } from '../service/deps.ts'
import { findUserSecret } from '../store/accounts/users.ts'
import { findHotelId, findSnapshot, type HotelSnapshot } from '../store/catalog/catalog.ts'
import type { GroupOrder, Order } from './orders.ts'
import type { DemoPeople } from './people.ts'
import { demoSlugs } from './seed.ts'

/** Calling codes of countries (ITU-T E.164); the demo's numbers have a prefix that no telephone has. */
const CALLING_CODES: Record<string, string> = {
  ...{ TR: '+90', DE: '+49', FR: '+33', IT: '+39', ES: '+34', NL: '+31', GB: '+44', US: '+1' },
}
const DAY_MS = 86_400_000
/** The most days that a stay is postponed, and the errors that postpone it. */
const LATER_MAX = 20
const BUSY = /^(sold_out|closed_for_sale|min_stay|min_stay_through|closed_to_arrival)$/

/** Returns the service with its clock moved by some days. */
export function at(deps: Deps, days: number): Deps {
  const nowMs = () => deps.nowMs() + days * DAY_MS
  return { ...deps, nowMs, today: (timeZone) => dateIn(timeZone, nowMs()) }
}

/** Places an order, one day later for each refusal for want of a room or by a restriction. */
export async function placeWhenFree(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: Order,
): Promise<BookingRecord> {
  return await whenFree((later) =>
    placeOrder(deps, people, key, { ...order, start: order.start + later }),
  )
}

/** Tries to place an order, a day later for each refusal for want of a room or by a restriction. */
export async function whenFree<T>(place: (later: number) => Promise<T>): Promise<T> {
  for (let later = 0; ; later++)
    try {
      return await place(later)
    } catch (error) {
      const isTaken = error instanceof AppError && BUSY.test(error.code)
      if (!isTaken || later === LATER_MAX) throw error
    }
}

/** Ignores the error of an act that an interrupted start has already done. */
export function ignoreDone(error: unknown): undefined {
  if (error instanceof AppError && /already_exists|transition_invalid/.test(error.code)) return
  throw error
}

/** Places a reservation of several stays. @returns its bookings; the same ones if an interrupted demo places it again */
export async function placeGroupOrder(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: GroupOrder,
): Promise<BookingRecord[]> {
  const shared = await sharedOf(deps, people, key, order)
  const stays = order.stays.map((stay) => orderedStay(deps, shared, { ...order, ...stay }))
  const { record } = await placeGroup(at(deps, order.made), { ...shared, stays })
  return record.bookings
}

/** Places an order. @returns the booking; the same one if an interrupted demo places it again */
export async function placeOrder(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: Order,
): Promise<BookingRecord> {
  const shared = await sharedOf(deps, people, key, order)
  const request = { ...shared, ...orderedStay(deps, shared, order) }
  const { record } = await placeBooking(at(deps, order.made), request)
  return record
}

/** The part of an order that all its stays share. */
async function sharedOf(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: Pick<
    Order,
    'hotel' | 'guest' | 'by' | 'requests' | 'hold' | 'optionDays' | 'collect' | 'arrivalTime'
  > & { company?: string },
) {
  const { store } = deps
  const hotelId = (await findHotelId(store, order.hotel ?? demoSlugs.alfa))!
  const { arrivalTime = null, company, optionDays } = order
  const collect: Collector = order.collect ?? 'hotel'
  const invoiced = { taxNumber: null, taxOffice: null, address: null, email: null }
  const snapshot = (await findSnapshot(store, hotelId))!
  const { timezone } = snapshot.hotel
  const source = await sourceOf(deps, people, order.by)
  return {
    ...snapshot,
    guest: guestOf(order, people),
    specialRequests: order.requests ?? null,
    language: null,
    ...{ expectedTotalCents: null, expectedPayableCents: null },
    details: {
      ...{ arrivalTime, collect, guarantee: null },
      company: company === undefined ? null : { name: company, ...invoiced },
    },
    hold: order.hold ?? optionDays !== undefined,
    holdUntilMs:
      optionDays === undefined
        ? null
        : instantAt(addDays(deps.today(timezone), optionDays), '12:00', timezone),
    source,
    // An agency is held to its own terms.
    isStaff: source.type !== 'agency',
    taker: null,
    idempotency: { owner: 'demo', key, requestHash: key },
  }
}

/** One stay of an order, on the days of its hotel. */
function orderedStay(
  deps: Deps,
  { hotel, rooms }: Pick<HotelSnapshot, 'hotel' | 'rooms'>,
  order: Pick<Order, 'room' | 'rooms' | 'rate' | 'childAges' | 'start' | 'nights' | 'extras'> & {
    adults?: number
  },
): OrderedStay {
  const checkin = addDays(deps.today(hotel.timezone), order.start)
  const { boards, maxAdults } = rooms.find(({ roomCode }) => roomCode === order.room)!
  const { rooms: count = 1, childAges = [], adults = count * Math.min(2, maxAdults) } = order
  return {
    stay: {
      roomCode: order.room,
      rateCode: order.rate ?? STD,
      boardCode: boards[0] ?? null,
      ...{ rooms: count, adults, children: childAges.length, childAges },
      ...{ checkin, checkout: addDays(checkin, order.nights) },
    },
    guestNames: [],
    extraOrders: order.extras ?? [],
  }
}

function guestOf(
  { guest: [firstName, lastName, country], by }: Pick<Order, 'guest' | 'by'>,
  people: DemoPeople,
): Guest {
  const name = firstName
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()
  const email = by === 'guest' ? people.guest.email : `${name}@example.com`
  const phone = phoneOf(`${firstName} ${lastName}`, country)
  // Guests at the desk, or on the telephone, leave a number.
  return { firstName, lastName, email: by === 'desk' && phone ? null : email, phone, country }
}

/** Returns a number in the country's own form; null for other countries. */
function phoneOf(name: string, country: string): string | null {
  const code = CALLING_CODES[country]
  if (!code) return null
  const digits = String(Bun.hash.xxHash32(name)).padStart(10, '0')
  return `${code} 555 ${digits.slice(-7, -4)} ${digits.slice(-4)}`
}

async function sourceOf(
  { store }: Deps,
  people: DemoPeople,
  by: Order['by'],
): Promise<BookingRequest['source']> {
  if (!by) return { type: 'web', agencyId: null, userId: null }
  if (by === 'desk') return { type: 'panel', agencyId: null, userId: null }
  const user = (await findUserSecret(store, people[by].email))!
  if (by === 'guest') return { type: 'web', agencyId: null, userId: user.id }
  return { type: 'agency', agencyId: user.agencyId, userId: user.id }
}
