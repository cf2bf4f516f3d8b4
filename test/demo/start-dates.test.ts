import { expect, setDefaultTimeout, test } from 'bun:test'
import { demoBookings, namedRooms } from '../../src/demo/bookings.ts'
import { CITIES } from '../../src/demo/catalog.ts'
import { demoDays, ownRoomsMax, PAST_DAYS } from '../../src/demo/days.ts'
import { GROUPS, type GroupOrder, ORDERS } from '../../src/demo/orders.ts'
import { demoPeople } from '../../src/demo/people.ts'
import { DEMO_OVERBOOKING, demoSlugs, roomsOf, seedDemo } from '../../src/demo/seed.ts'
import { demoStays, demoStaysElsewhere, HOTELS_WITH_STAYS } from '../../src/demo/stays.ts'
import type { BookingStatus } from '../../src/domain/bookings/booking.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { date, startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(120_000)

const FIRST = date('2026-01-01')
const START_DATES = 4_000
/** Days that one call of `demoDays` surely makes from its start on. */
const DAYS_MADE = 390

const STATES: BookingStatus[] = [
  'cancelled',
  'completed',
  'confirmed',
  'expired',
  'no_show',
  'pending',
]

/** The two hotels whose keys are printed, with the rooms of every booking that the demo makes in them. */
const HOTELS = (['alfa', 'bravo'] as const).map((which, city) => {
  const slug = demoSlugs[which]
  const named = namedRooms(slug)
  const rooms = roomsOf({ city: CITIES[city]!, hotel: CITIES[city]!.hotels[0]!, index: 0 })
  const stays = demoStays(which, named)
  return { slug, rooms, orders: stays, taken: [...named, ...stays] }
})

test.each(HOTELS)(
  '$slug has the rooms of a hotel, a newcomer’s push of 0 to 100 fits, and the demo’s bookings take 20 of a type on a night at most (issue 33, item 6)',
  ({ rooms, taken }) => {
    const all = rooms.reduce((sum, { made }) => sum + made.totalRooms, 0)
    expect(all).toBeGreaterThanOrEqual(36)
    expect(all).toBeLessThanOrEqual(120)
    const nights = new Map<string, number>()
    for (const { room, rooms: count = 1, start, nights: length } of taken)
      for (let night = start; night < start + length; night++)
        nights.set(`${room} ${night}`, (nights.get(`${room} ${night}`) ?? 0) + count)
    expect(Math.max(...nights.values())).toBeLessThanOrEqual(20)
    for (const { made } of rooms)
      expect(made.totalRooms + DEMO_OVERBOOKING - 20).toBeGreaterThanOrEqual(100)
  },
)

test('the bookings of the first hotel are spread over its room types, days and guests (issue 11)', () => {
  const { orders } = HOTELS[0]!
  const byRoom = Map.groupBy(orders, ({ room }) => room)
  expect(byRoom.size).toBeGreaterThanOrEqual(7)
  for (const some of byRoom.values()) expect(some.length / orders.length).toBeLessThan(0.4)
  const upcoming = orders.filter(({ start }) => start >= 0)
  expect(new Set(upcoming.map(({ start }) => start)).size).toBeGreaterThanOrEqual(50)
  expect(new Set(orders.map(({ guest }) => guest.join(' '))).size).toBeGreaterThanOrEqual(15)
  for (const { made, start, nights } of orders) {
    expect(made).toBeLessThanOrEqual(Math.min(0, start))
    expect(nights).toBeLessThanOrEqual(90)
  }
})

test('the demo has rooms for each of its bookings on whatever day it starts', () => {
  for (const { rooms, taken } of HOTELS)
    for (const roomCode of new Set(taken.map(({ room }) => room))) {
      const { made } = rooms.find(({ room }) => room.roomCode === roomCode)!
      for (let day = 0; day < START_DATES; day += DAYS_MADE) {
        const days = demoDays(made, addDays(FIRST, day))
        const short = days.filter(
          ({ after }, index) =>
            after.closed || after.available < ownRoomsMax(made.totalRooms, index - PAST_DAYS),
        )
        expect(short).toEqual([])
      }
    }
})

test('the demo makes each of its bookings, also before the check-in time, and has one in each state (contract §3)', async () => {
  await using test = await startStore()
  // 12:00 in Istanbul; guests are admitted from 14:00.
  const nowMs = () => Date.parse('2026-06-04T09:00:00Z')
  const world = realDeps({ nowMs, passwordCost: { memoryCost: 8, timeCost: 1 } })
  const deps: Deps = { store: test.store, brand: 'service', ...world }
  await seedDemo(deps)
  await demoBookings(deps, await demoPeople(deps, undefined))

  const { t, db } = test.store
  const stays = [...HOTELS.flatMap(({ orders }) => orders), ...demoStaysElsewhere()]
  const inGroups = Object.values<GroupOrder>(GROUPS).flatMap(({ stays }) => stays)
  // Every hotel with stays but the first one has five that were reviewed.
  const reviewed = 5 * (HOTELS_WITH_STAYS - 1)
  const made = stays.length + inGroups.length + Object.keys(ORDERS).length + reviewed
  const booked = await db.select().from(t.booking)
  expect(booked).toHaveLength(made)
  expect([...new Set(booked.map(({ status }) => status))].toSorted()).toEqual(STATES)
}, 120_000)
