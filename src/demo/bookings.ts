import type { Guest, SourceType } from '../domain/booking.ts'
import { addDays, dateIn } from '../domain/date.ts'
import { AppError } from '../domain/errors.ts'
import { changeBooking } from '../service/change-booking.ts'
import type { Deps } from '../service/deps.ts'
import {
  cancelBooking,
  completeBooking,
  expireBooking,
  markNoShow,
} from '../service/end-booking.ts'
import { readSheet } from '../service/hotel-sheet.ts'
import { placeBooking } from '../service/place-booking.ts'
import { replyToReview, writeReview } from '../service/reviews.ts'
import { findAgencyByCode } from '../store/agencies.ts'
import { findHotelId } from '../store/catalog.ts'
import { findMeta, writeMeta } from '../store/meta.ts'
import { findUserSecret } from '../store/users.ts'
import { DEMO_AGENCY, type DemoPeople } from './people.ts'
import { demoSlugs } from './seed.ts'

const DAY_MS = 86_400_000

/** A booking of the demo: made `made` days from today for a stay that begins `start` days from today. */
type Order = {
  made: number
  start: number
  nights: number
  guest: [firstName: string, lastName: string, country: string]
  hotel?: string
  by?: 'agency' | 'guest'
  hold?: boolean
  requests?: string
}

/**
 * Books in the demo what makes every page worth a look: each state of a booking, an agency's, a guest's own, reviews.
 * Made once; an interrupted start makes the rest the next time.
 */
export async function demoBookings(deps: Deps, people: DemoPeople): Promise<void> {
  if (await findMeta(deps.store, 'demo_booked_at')) return
  const place = (key: string, order: Order) => placeOrder(deps, people, key, order)
  const system = { type: 'system' as const, id: 'demo' }
  const slept = [
    await place('slept-1', {
      made: -20,
      start: -9,
      nights: 3,
      guest: ['Carla', 'Neri', 'IT'],
      by: 'guest',
    }),
    await place('slept-2', { made: -18, start: -8, nights: 2, guest: ['Ömer', 'Çelik', 'TR'] }),
    await place('slept-3', {
      made: -15,
      start: -6,
      nights: 1,
      guest: ['Inês', 'Faria', 'PT'],
      by: 'agency',
    }),
  ]
  for (const code of slept) await completeBooking(deps, code)
  await reviews(deps, slept)
  const absent = await place('absent', {
    made: -12,
    start: -1,
    nights: 3,
    guest: ['Jonas', 'Weiß', 'DE'],
  })
  await markNoShow(at(deps, -1), absent, system).catch(ignoreDone)
  await place('here', {
    made: -10,
    start: -1,
    nights: 4,
    guest: ['Aiko', 'Tanaka', 'JP'],
    requests: 'Quiet room, please',
  })
  await place('today', { made: -3, start: 0, nights: 2, guest: ['Mehmet', 'Kaya', 'TR'] })
  await place('agency', {
    made: -2,
    start: 21,
    nights: 5,
    guest: ['Zoë', 'Jansen', 'NL'],
    by: 'agency',
  })
  await place('guest', {
    made: -1,
    start: 35,
    nights: 2,
    guest: ['Carla', 'Neri', 'IT'],
    by: 'guest',
  })
  const changed = await place('changed', {
    made: -4,
    start: 14,
    nights: 2,
    guest: ['Liam', "O'Brien", 'IE'],
  })
  await changeBooking(
    deps,
    changed,
    { type: 'booking', id: changed },
    {
      change: { specialRequests: 'Late arrival, about 23:30' },
      expectedTotalCents: null,
      revision: null,
    },
  )
  const cancelled = await place('cancelled', {
    made: -5,
    start: 10,
    nights: 3,
    guest: ['Eva', 'Novák', 'AT'],
  })
  await cancelBooking(deps, cancelled, system, { reason: 'Change of plans' })
  const expired = await place('expired', {
    made: -1,
    start: 12,
    nights: 2,
    guest: ['Noah', 'Reed', 'US'],
    hold: true,
  })
  await expireBooking(deps, expired)
  await place('held', {
    made: 0,
    start: 18,
    nights: 2,
    guest: ['Yusuf', 'Demir', 'TR'],
    hold: true,
  })
  await place('next-door', {
    made: -2,
    start: 7,
    nights: 3,
    guest: ['Olga', 'Marin', 'RO'],
    hotel: demoSlugs.bravo,
  })
  await deps.store.tx((tx) => writeMeta(tx, 'demo_booked_at', String(deps.nowMs())))
}

/** The service as it would have acted some days ago. */
function at(deps: Deps, days: number): Deps {
  const nowMs = () => deps.nowMs() + days * DAY_MS
  return { ...deps, nowMs, today: (timeZone) => dateIn(timeZone, nowMs()) }
}

/** @returns the code; the same when the demo was interrupted and places it again */
async function placeOrder(
  deps: Deps,
  people: DemoPeople,
  key: string,
  order: Order,
): Promise<string> {
  const { store } = deps
  const hotelId = (await findHotelId(store, order.hotel ?? demoSlugs.alfa))!
  const sheet = (await readSheet(store, hotelId))!
  const { hotel, rooms } = sheet
  const checkin = addDays(deps.today(hotel.timezone), order.start)
  const source = await sourceOf(deps, people, order.by)
  const request = {
    ...sheet,
    guest: guestOf(order, people),
    specialRequests: order.requests ?? null,
    expectedTotalCents: null,
    hold: order.hold ?? false,
    source,
    mayKnowHotel: true,
    idempotency: { owner: 'demo', key, requestHash: key },
  }
  // The first room type that is free: some days of the demo are sold out or closed.
  for (const room of rooms) {
    const party = { rooms: 1, adults: Math.min(2, room.maxAdults), children: 0 }
    const stay = { ...party, roomCode: room.roomCode, boardCode: room.boards[0] ?? null }
    const dates = { checkin, checkout: addDays(checkin, order.nights) }
    try {
      const then = at(deps, order.made)
      return (await placeBooking(then, { ...request, stay: { ...stay, ...dates } })).record.code
    } catch (error) {
      const isTaken =
        error instanceof AppError && ['sold_out', 'closed_for_sale'].includes(error.code)
      if (!isTaken) throw error
    }
  }
  throw new Error(`the demo has no room for its booking ${key}`)
}

function guestOf({ guest: [firstName, lastName, country], by }: Order, people: DemoPeople): Guest {
  const name = firstName
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()
  const email = by === 'guest' ? people.guest.email : `${name}@example.com`
  return { firstName, lastName, email, phone: null, country }
}

async function sourceOf({ store }: Deps, people: DemoPeople, by: Order['by']) {
  if (!by) return { type: 'web' as SourceType, agencyId: null, userId: null }
  const user = (await findUserSecret(store, people[by].email))!
  if (by === 'guest') return { type: 'web' as SourceType, agencyId: null, userId: user.id }
  const agency = (await findAgencyByCode(store, DEMO_AGENCY))!
  return { type: 'agency' as SourceType, agencyId: agency.id, userId: user.id }
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
      await replyToReview(deps, { type: 'system', id: 'demo' }, { hotelId, id }, text)
    }
  }
}

/** What an interrupted start had done already is left as it is. */
function ignoreDone(error: unknown): undefined {
  if (error instanceof AppError && /already_exists|transition_invalid/.test(error.code)) return
  throw error
}
