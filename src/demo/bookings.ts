import type { Guest } from '../domain/bookings/booking.ts'
import type { BookingRecord } from '../domain/bookings/booking-record.ts'
import { addDays, dateIn } from '../domain/kernel/date.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { STD } from '../domain/rates/rate.ts'
import { ackBooking } from '../service/bookings/ack-booking.ts'
import { cancelBooking } from '../service/bookings/cancel-booking.ts'
import { changeBooking } from '../service/bookings/change-booking.ts'
import { completeBooking, expireBooking } from '../service/bookings/end-by-clock.ts'
import { markNoShow } from '../service/bookings/mark-no-show.ts'
import type { BookingRequest } from '../service/bookings/order.ts'
import { placeBooking } from '../service/bookings/place-booking.ts'
import { replyToReview, writeReview } from '../service/bookings/reviews.ts'
import type { Deps } from '../service/deps.ts'
import { findUserSecret } from '../store/accounts/users.ts'
import { findAgencyByCode } from '../store/agencies/agencies.ts'
import { findHotelId, findSnapshot } from '../store/catalog/catalog.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { chunks } from '../store/engine/pace.ts'
import { DEMO } from './catalog.ts'
import { demoDesk, demoRooms } from './desk.ts'
import { ORDERS, type Order } from './orders.ts'
import { DEMO_AGENCY, type DemoPeople } from './people.ts'
import { demoSlugs } from './seed.ts'
import { demoStays, demoStaysElsewhere } from './stays.ts'

/** Calling codes of countries (ITU-T E.164); the demo's numbers have a prefix that no telephone has. */
const CALLING_CODES: Record<string, string> = {
  ...{ TR: '+90', DE: '+49', FR: '+33', IT: '+39', ES: '+34', NL: '+31', GB: '+44', US: '+1' },
}
const DAY_MS = 86_400_000
/** Bookings placed at the same time, so that they share commits. */
const AT_ONCE = 50
/** The most days that a stay is postponed, and the errors that postpone it. */
const LATER_MAX = 20
const BUSY = /^(sold_out|closed_for_sale|min_stay|min_stay_through|closed_to_arrival)$/

/**
 * Places bookings that fill every page: each status, an agency's and a guest's own bookings, reviews. This happens once;
 * after an interrupted start the next one places the rest.
 */
export async function demoBookings(deps: Deps, people: DemoPeople): Promise<void> {
  if (await findMeta(deps.store, 'demo_booked_at')) return
  await fill(deps, people)
  const codes = {} as Record<keyof typeof ORDERS, string>
  for (const key of Object.keys(ORDERS) as (keyof typeof ORDERS)[])
    codes[key] = (await placeOrder(deps, people, key, ORDERS[key])).code
  const slept = [codes['slept-1'], codes['slept-2'], codes['slept-3']]
  for (const code of slept) await completeBooking(deps, code)
  await reviews(deps, slept)
  await markNoShow(at(deps, -1), codes.absent, DEMO, { isForced: true }).catch(ignoreDone)
  const change = { specialRequests: 'Late arrival, about 23:30' }
  const caller = 'guest' as const
  const request = { change, expectedTotalCents: null, revision: null, caller }
  const guest = { type: 'booking', by: 'guest', how: 'manage_link' } as const
  await changeBooking(deps, codes.changed, { ...guest, id: codes.changed }, request)
  await cancelBooking(deps, codes.cancelled, DEMO, {
    reason: 'Change of plans',
    caller: 'hotel',
  })
  await expireBooking(deps, codes.expired)
  await deps.store.tx((tx) => writeMeta(tx, 'demo_booked_at', String(deps.nowMs())))
}

/** Returns the service with its clock moved by some days. */
function at(deps: Deps, days: number): Deps {
  const nowMs = () => deps.nowMs() + days * DAY_MS
  return { ...deps, nowMs, today: (timeZone) => dateIn(timeZone, nowMs()) }
}

/** Places the stays that only fill the hotels, many at a time, and acknowledges them as the hotel's system would. */
async function fill(deps: Deps, people: DemoPeople): Promise<void> {
  const named = Map.groupBy<string, Order>(
    Object.values(ORDERS),
    ({ hotel = demoSlugs.alfa }: Order) => hotel,
  )
  const stays = (['alfa', 'bravo'] as const).flatMap((hotel) =>
    demoStays(hotel, named.get(demoSlugs[hotel]) ?? []),
  )
  const placeOne = async ([index, stay]: [number, Order]) => {
    const number = index + 1
    const key = `stay-${number}`
    const record = await placeWhenFree(deps, people, key, stay)
    const { code, revision } = record
    await ackBooking(deps, code, { revision, externalId: `PMS-${1_000 + number}` })
    await demoDesk(deps, record, key)
    return record
  }
  const all = [...stays, ...demoStaysElsewhere()].entries()
  const records: BookingRecord[] = []
  for (const part of chunks([...all], AT_ONCE))
    records.push(...(await Promise.all(part.map(placeOne))))
  // The night before today's departures.
  await demoRooms(at(deps, -1), records)
}

/** Places an order, one day later for each refusal for want of a room or by a restriction. */
async function placeWhenFree(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: Order,
): Promise<BookingRecord> {
  for (let later = 0; ; later++)
    try {
      return await placeOrder(deps, people, key, { ...order, start: order.start + later })
    } catch (error) {
      const isTaken = error instanceof AppError && BUSY.test(error.code)
      if (!isTaken || later === LATER_MAX) throw error
    }
}

/** Places an order. @returns the booking; the same one if an interrupted demo places it again */
async function placeOrder(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: Order,
): Promise<BookingRecord> {
  const { store } = deps
  const hotelId = (await findHotelId(store, order.hotel ?? demoSlugs.alfa))!
  const snapshot = (await findSnapshot(store, hotelId))!
  const checkin = addDays(deps.today(snapshot.hotel.timezone), order.start)
  const { boards, maxAdults } = snapshot.rooms.find(({ roomCode }) => roomCode === order.room)!
  const { rooms = 1, childAges = [] } = order
  const { record } = await placeBooking(at(deps, order.made), {
    ...snapshot,
    stay: {
      roomCode: order.room,
      rateCode: order.rate ?? STD,
      boardCode: boards[0] ?? null,
      rooms,
      adults: rooms * Math.min(2, maxAdults),
      children: childAges.length,
      childAges,
      checkin,
      checkout: addDays(checkin, order.nights),
    },
    guest: guestOf(order, people),
    specialRequests: order.requests ?? null,
    language: null,
    ...{ expectedTotalCents: null, expectedPayableCents: null },
    ...{ guestNames: [], details: { arrivalTime: null, company: null } },
    hold: order.hold ?? false,
    source: await sourceOf(deps, people, order.by),
    isStaff: true,
    taker: null,
    idempotency: { owner: 'demo', key, requestHash: key },
  })
  return record
}

function guestOf({ guest: [firstName, lastName, country], by }: Order, people: DemoPeople): Guest {
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
  const agency = (await findAgencyByCode(store, DEMO_AGENCY))!
  return { type: 'agency', agencyId: agency.id, userId: user.id }
}

async function reviews(deps: Deps, codes: string[]): Promise<void> {
  const opinions = [
    { rating: 5, text: 'The view over the Bosphorus at breakfast. We will be back.' },
    { rating: 4, text: 'Temiz, sessiz, personel çok ilgili. Otopark küçük.' },
    { rating: 3, text: 'Nice room, slow lift.' },
  ]
  for (const [index, code] of codes.entries()) {
    const review = await writeReview(deps, code, opinions[index]!).catch(ignoreDone)
    if (review && index === 0) {
      const { hotelId, id } = review
      const text = 'Thank you, Carla. Your table by the window waits.'
      await replyToReview(deps, DEMO, { hotelId, id }, text, () => {})
    }
  }
}

/** Ignores the error of an act that an interrupted start has already done. */
function ignoreDone(error: unknown): undefined {
  if (error instanceof AppError && /already_exists|transition_invalid/.test(error.code)) return
  throw error
}
