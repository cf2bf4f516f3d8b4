import type { BookingRecord } from '../domain/bookings/booking-record.ts'
import type { WebCountRow } from '../domain/strangers/web-counts.ts'
import { cancelBooking } from '../service/bookings/cancel-booking.ts'
import { changeBooking } from '../service/bookings/change-booking.ts'
import { completeBooking, expireBooking } from '../service/bookings/end-by-clock.ts'
import { markNoShow } from '../service/bookings/mark-no-show.ts'
import { replyToReview, writeReview } from '../service/bookings/reviews.ts'
import type { Deps } from '../service/deps.ts'
import { findHotel, findHotelId } from '../store/catalog/catalog.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { chunks } from '../store/engine/pace.ts'
import { addWebCounts } from '../store/strangers/web-counts.ts'
import { DEMO } from './catalog.ts'
import { acknowledge, demoDesk, demoRooms } from './desk.ts'
import { demoExtras } from './extras.ts'
import { GROUPS, type GroupOrder, ORDERS, type Order } from './orders.ts'
import type { DemoPeople } from './people.ts'
import { at, ignoreDone, placeGroupOrder, placeOrder, placeWhenFree } from './place-orders.ts'
import { demoReviews } from './reviews.ts'
import { demoSlugs } from './seed.ts'
import { demoStays, demoStaysElsewhere, type TakenRooms } from './stays.ts'
import { demoWebCounts } from './web-counts.ts'

/** Bookings placed at the same time, so that they share commits. */
const AT_ONCE = 50
/**
 * Places bookings that fill every page: each status, an agency's and a guest's own bookings, reviews. This happens once;
 * after an interrupted start the next one places the rest.
 */
export async function demoBookings(deps: Deps, people: DemoPeople): Promise<void> {
  if (await findMeta(deps.store, 'demo_booked_at')) return
  await demoExtras(deps)
  await fill(deps, people)
  await demoReviews(deps, people)
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
  const counts: WebCountRow[] = []
  for (const slug of Object.values(demoSlugs)) {
    const { id, timezone } = (await findHotel(deps.store, (await findHotelId(deps.store, slug))!))!
    counts.push(...demoWebCounts(id, deps.today(timezone)))
  }
  await deps.store.tx(async (tx) => {
    await addWebCounts(tx, counts)
    await writeMeta(tx, 'demo_booked_at', String(deps.nowMs()))
  })
}

/** Places the stays that only fill the hotels, many at a time, and acknowledges them as the hotel's system would. */
async function fill(deps: Deps, people: DemoPeople): Promise<void> {
  const stays = (['alfa', 'bravo'] as const).flatMap((hotel) =>
    demoStays(hotel, namedRooms(demoSlugs[hotel])),
  )
  const placeOne = async ([index, stay]: [number, Order]) => {
    const number = index + 1
    const key = `stay-${number}`
    const record = await placeWhenFree(deps, people, key, stay)
    await acknowledge(deps, record, `PMS-${1_000 + number}`)
    await demoDesk(deps, record, key)
    return record
  }
  const all = [...stays, ...demoStaysElsewhere()].entries()
  const records: BookingRecord[] = []
  for (const [key, group] of Object.entries<GroupOrder>(GROUPS)) {
    const bookings = await placeGroupOrder(deps, people, key, group)
    for (const [index, booking] of bookings.entries()) {
      await acknowledge(deps, booking, `PMS-${key}-${index + 1}`)
      await demoDesk(deps, booking, `${key} ${index}`)
    }
    records.push(...bookings)
  }
  for (const part of chunks([...all], AT_ONCE))
    records.push(...(await Promise.all(part.map(placeOne))))
  // The night before today's departures.
  await demoRooms(at(deps, -1), records)
}

/** The rooms that the named bookings of the demo take in a hotel. */
export const namedRooms = (slug: string): TakenRooms[] => [
  ...Object.values<Order>(ORDERS).filter(({ hotel = demoSlugs.alfa }) => hotel === slug),
  ...Object.values<GroupOrder>(GROUPS)
    .filter(({ hotel }) => hotel === slug)
    .flatMap(({ stays, start, nights }) => stays.map((stay) => ({ ...stay, start, nights }))),
]

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
