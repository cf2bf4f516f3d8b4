import { expect, test } from 'bun:test'
import { demoBookings } from '../../src/demo/bookings.ts'
import { CITIES } from '../../src/demo/catalog.ts'
import { demoDays } from '../../src/demo/days.ts'
import { ORDERS, type Order } from '../../src/demo/orders.ts'
import { demoPeople } from '../../src/demo/people.ts'
import { demoSlugs, roomsOf, seedDemo } from '../../src/demo/seed.ts'
import { addDays, type CalendarDate } from '../../src/domain/date.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realWorld } from '../../src/service/world.ts'
import { date, startStore } from '../support/store.ts'

const FIRST = date('2026-01-01')
const START_DATES = 4_000
/** Days that one call of `demoDays` surely makes from its start on. */
const DAYS_MADE = 390

/** Rooms left in a room type by date, 0 also where it is closed. */
type Left = Map<CalendarDate, number>

/** What the room types of a city's first hotel offer, in the order that bookings try them. */
function offersIn(city: (typeof CITIES)[number]): Left[] {
  const rooms = roomsOf({ city, hotel: city.hotels[0]!, index: 0 }).map(({ made }) => made)
  const sorted = rooms.toSorted((a, b) => (a.roomCode < b.roomCode ? -1 : 1))
  return sorted.map((made) => {
    const left: Left = new Map()
    for (let day = 0; day < START_DATES + DAYS_MADE; day += DAYS_MADE)
      for (const { date, after } of demoDays(made, addDays(FIRST, day)))
        left.set(date, after.closed ? 0 : after.available)
    return left
  })
}

test('the demo finds a room for each of its bookings on whatever day it starts', () => {
  const hotels = {
    [demoSlugs.alfa]: offersIn(CITIES[0]!),
    [demoSlugs.bravo]: offersIn(CITIES[1]!),
  }
  const homeless: string[] = []
  for (let day = 0; day < START_DATES; day++) {
    const today = addDays(FIRST, day)
    const taken = new Map<Left, CalendarDate[]>()
    for (const [key, order] of Object.entries<Order>(ORDERS)) {
      const nights = Array.from({ length: order.nights }, (_, night) =>
        addDays(today, order.start + night),
      )
      const room = hotels[order.hotel ?? demoSlugs.alfa]!.find((left) => {
        const gone = taken.get(left) ?? []
        return nights.every((night) => left.get(night)! > gone.filter((it) => it === night).length)
      })
      if (room) taken.set(room, [...(taken.get(room) ?? []), ...nights])
      else homeless.push(`${today} ${key}`)
    }
  }
  expect(homeless).toEqual([])
})

test('the demo starts on a day near which its first hotel was once sold out', async () => {
  await using test = startStore()
  const nowMs = () => Date.parse('2026-06-04T09:00:00Z')
  const world = realWorld({ nowMs, passwordCost: { memoryCost: 8, timeCost: 1 } })
  const deps: Deps = { store: test.store, brand: 'service', ...world }
  await seedDemo(deps)
  await demoBookings(deps, await demoPeople(deps, undefined))

  const { t, db } = test.store
  expect(await db.select().from(t.booking)).toHaveLength(Object.keys(ORDERS).length)
})
