import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { like } from 'drizzle-orm'
import { demoBookings } from '../../src/demo/bookings.ts'
import { demoPeople } from '../../src/demo/people.ts'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import type { BookingStatus } from '../../src/domain/bookings/booking.ts'
import { addDays, dateIn, datesBetween, daysBetween } from '../../src/domain/kernel/date.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { startStore } from '../support/store.ts'

// What a buyer finds in the demo, and whether it is what the verbs would have left (issue 18, part 6).

// On a busy machine too.
setDefaultTimeout(120_000)

const NOW_MS = Date.parse('2026-06-04T09:00:00Z')
const NIGHTS = 42
/** What takes rooms on the nights of its stay; who did not come gave back those after the first. */
const TAKES: BookingStatus[] = ['confirmed', 'completed', 'pending']
const STATES: BookingStatus[] = [...TAKES, 'cancelled', 'expired', 'no_show']

let ground: Awaited<ReturnType<typeof startStore>>
let seeded: Awaited<ReturnType<typeof read>>
let now: Awaited<ReturnType<typeof read>>
beforeAll(async () => {
  ground = await startStore()
  const world = realDeps({ nowMs: () => NOW_MS, passwordCost: { memoryCost: 8, timeCost: 1 } })
  const deps: Deps = { store: ground.store, brand: 'service', ...world }
  await seedDemo(deps)
  seeded = await read()
  await demoBookings(deps, await demoPeople(deps, undefined))
  now = await read()
})
afterAll(() => ground[Symbol.asyncDispose]())

async function read() {
  const { t, db } = ground.store
  return {
    hotels: await db.select().from(t.hotel),
    rooms: await db.select().from(t.roomType),
    days: await db.select().from(t.day),
    bookings: await db.select().from(t.booking),
    revisions: await db.select().from(t.bookingRevision),
    changes: await db.select().from(t.change),
  }
}

type Night = { hotelId: number; roomCode: string; date: string }
const nightKey = ({ hotelId, roomCode, date }: Night) => `${hotelId} ${roomCode} ${date}`
const idOf = (slug: string) => now.hotels.find((hotel) => hotel.slug === slug)!.id

test('each hotel is sold to 60 to 85 per cent in the coming six weeks, and less in half a year (issue 18, part 6)', () => {
  const totals = new Map(now.rooms.map((room) => [`${room.hotelId} ${room.roomCode}`, room]))
  for (const { id, slug, timezone } of now.hotels) {
    const today = dateIn(timezone, NOW_MS)
    const soldFrom = (from: number) => {
      const some = now.days.filter(
        ({ hotelId, date }) =>
          hotelId === id && date >= addDays(today, from) && date < addDays(today, from + NIGHTS),
      )
      const total = some.reduce(
        (sum, day) => sum + totals.get(`${day.hotelId} ${day.roomCode}`)!.totalRooms!,
        0,
      )
      return 1 - some.reduce((sum, { available }) => sum + available, 0) / total
    }
    expect([slug, soldFrom(0) >= 0.6 && soldFrom(0) <= 0.85]).toEqual([slug, true])
    expect(soldFrom(240)).toBeLessThan(soldFrom(0) - 0.15)
  }
})

test('two hundred bookings of every kind are in the two hotels with keys, and six in each of twenty others, five of them over (issue 18, part 6)', () => {
  const own = [demoSlugs.alfa, demoSlugs.bravo].map(idOf)
  const here = now.bookings.filter(({ hotelId }) => own.includes(hotelId))
  expect(here.length).toBeGreaterThanOrEqual(200)
  const elsewhere = Map.groupBy(now.bookings, ({ hotelId }) => hotelId)
  for (const id of own) elsewhere.delete(id)
  expect([...elsewhere.values()].map((some) => some.length)).toEqual(Array(20).fill(6))
  expect(new Set(here.map(({ status }) => status))).toEqual(new Set(STATES))
  expect(new Set(here.map(({ rateCode }) => rateCode))).toEqual(new Set(['STD', 'FLEX', 'NRF']))
  expect(new Set(here.map(({ sourceType }) => sourceType))).toEqual(
    new Set(['web', 'panel', 'agency']),
  )
  for (const hotelId of own)
    expect(here.filter((booking) => booking.hotelId === hotelId).length).toBeGreaterThan(80)
  expect(here.filter(({ children }) => children > 0).length).toBeGreaterThan(3)
  // A front desk calls people, and reads what they wish.
  expect(here.filter(({ phone }) => phone !== null).length).toBeGreaterThan(100)
  expect(here.filter(({ specialRequests }) => specialRequests).length).toBeGreaterThan(20)
  const unacknowledged = here.filter(
    ({ status, ackedRevision }) => status === 'confirmed' && ackedRevision === null,
  )
  expect(unacknowledged.length).toBeGreaterThan(0)
  expect(unacknowledged.length).toBeLessThan(10)
})

test('who is in house has a room and has mostly paid, and nobody more than is due (issue 18, part 3)', async () => {
  const { t, db } = ground.store
  const desks = new Map((await db.select().from(t.bookingDesk)).map((row) => [row.bookingId, row]))
  const arrived = [...desks.values()].filter(({ arrivedAtMs }) => arrivedAtMs !== null)
  expect(arrived.length).toBeGreaterThan(3)
  for (const { roomNumber, leftAtMs } of arrived)
    expect([roomNumber, leftAtMs]).toEqual([expect.stringMatching(/^[1-6][0-3]\d$/), null])
  const paid = now.bookings.map(
    ({ id, totalPriceCents }) => [desks.get(id)?.paidCents ?? 0, totalPriceCents] as const,
  )
  expect(paid.filter(([cents, total]) => cents > total)).toEqual([])
  for (const some of [
    paid.filter(([cents]) => cents === 0),
    paid.filter(([cents, total]) => cents > 0 && cents < total),
    paid.filter(([cents, total]) => cents === total),
  ])
    expect(some.length).toBeGreaterThan(20)
})

test('each hotel lists 36 to 120 rooms by number, and no room of it is given twice on a night (issue 33, part 6)', async () => {
  const { t, db } = ground.store
  const lists = await db.select().from(t.roomList)
  expect(lists).toHaveLength(now.hotels.length)
  for (const { rooms } of lists) {
    const numbers: string[] = JSON.parse(rooms).map(({ number }: { number: string }) => number)
    expect(numbers.length).toBeGreaterThanOrEqual(36)
    expect(numbers.length).toBeLessThanOrEqual(120)
    expect(new Set(numbers).size).toBe(numbers.length)
  }
  const words = await db.select().from(t.bookingWord).where(like(t.bookingWord.word, '#%'))
  const stays = new Map(now.bookings.map((booking) => [booking.id, booking]))
  const cells = words.flatMap(({ hotelId, word, bookingId }) => {
    const { checkin, checkout } = stays.get(bookingId)!
    return datesBetween(checkin, addDays(checkout, -1)).map((date) => `${hotelId} ${word} ${date}`)
  })
  expect(cells.length).toBeGreaterThan(20)
  expect(new Set(cells).size).toBe(cells.length)
})

test('every night has the rooms left that it had before, but for those that bookings have (contract §3)', () => {
  const taken = new Map<string, number>()
  for (const { hotelId, roomCode, rooms, status, checkin, checkout } of now.bookings) {
    const nights =
      status === 'no_show' ? 1 : TAKES.includes(status) ? daysBetween(checkin, checkout) : 0
    for (let night = 0; night < nights; night++) {
      const key = nightKey({ hotelId, roomCode, date: addDays(checkin, night) })
      taken.set(key, (taken.get(key) ?? 0) + rooms)
    }
  }
  const before = new Map(seeded.days.map((day) => [nightKey(day), day.available]))
  const wrong = now.days
    .map((day) => ({ night: nightKey(day), left: day.available, shortfall: day.shortfall }))
    .filter(
      ({ night, left, shortfall }) =>
        left - shortfall !== before.get(night)! - (taken.get(night) ?? 0),
    )
  expect(wrong).toEqual([])
  expect(taken.size).toBeGreaterThan(300)
})

test('every booking costs what its nights cost, and has each of its revisions in the feed once (contract §3)', () => {
  for (const { code, status, totalPriceCents, nightly, rooms, checkin, checkout } of now.bookings) {
    const nights: { priceCents: number }[] = JSON.parse(nightly)
    const cents = nights.map((night) => night.priceCents * rooms)
    expect([code, nights.length]).toEqual([code, daysBetween(checkin, checkout)])
    if (status !== 'no_show') {
      const sum = cents.reduce((one, other) => one + other, 0)
      expect([code, totalPriceCents]).toEqual([code, sum])
    }
  }
  const revisions = Map.groupBy(now.revisions, ({ code }) => code)
  for (const { code, revision } of now.bookings)
    expect([
      code,
      revisions
        .get(code)!
        .map((one) => one.revision)
        .toSorted(),
    ]).toEqual([code, Array.from({ length: revision }, (_, index) => index + 1)])
})

test('every hotel with bookings has reviews with spread marks, in Turkish in Turkey, some of them answered (issue 36)', async () => {
  const { t, db } = ground.store
  const reviews = await db.select().from(t.review).orderBy(t.review.id)
  const byHotel = Map.groupBy(reviews, ({ hotelId }) => hotelId)
  expect(byHotel.size).toBe(22)
  for (const { id, name, currency, country } of await hotelsByCountry()) {
    const some = byHotel.get(id)
    if (!some || id === idOf(demoSlugs.alfa)) continue
    expect([name, some.length, new Set(some.map(({ text }) => text)).size]).toEqual([name, 5, 5])
    expect([name, new Set(some.map(({ rating }) => rating)).size >= 2]).toEqual([name, true])
    // The newest is shown first, by its id.
    const times = some.map(({ createdAtMs }) => createdAtMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.every((atMs) => atMs <= NOW_MS)).toBe(true)
    const isTurkish = some.every(({ text }) => /[çğışöü]/.test(text))
    expect([name, currency, isTurkish]).toEqual([name, currency, country === 'TR'])
  }
  const marks = Map.groupBy(reviews, ({ rating }) => rating)
  for (const mark of [2, 3, 4, 5]) expect(marks.get(mark)!.length).toBeGreaterThan(5)
  expect(marks.get(5)!.length).toBeLessThan(reviews.length / 2)
  const answered = reviews.filter(({ reply }) => reply !== null)
  expect(answered.length).toBeGreaterThan(20)
  for (const { createdAtMs, repliedAtMs } of answered)
    expect(repliedAtMs).toBeGreaterThanOrEqual(createdAtMs)
})

async function hotelsByCountry() {
  const { t, db } = ground.store
  const cities = new Map((await db.select().from(t.city)).map(({ id, country }) => [id, country]))
  return now.hotels.map((hotel) => ({ ...hotel, country: cities.get(hotel.cityId) }))
}

test('the pages of the two hotels with keys have statistics of the last eight weeks, each day and kind once (issue 36)', async () => {
  const { t, db } = ground.store
  const rows = await db.select().from(t.webCount)
  expect(new Set(rows.map(({ hotelId }) => hotelId)).size).toBe(Object.values(demoSlugs).length)
  const today = dateIn('Europe/Istanbul', NOW_MS)
  for (const { date, times } of rows) {
    expect(daysBetween(date as typeof today, today)).toBeWithin(1, 61)
    expect(times).toBeGreaterThan(0)
  }
  const kinds = ['bookings', 'denials', 'holds', 'searches', 'views']
  expect([...new Set(rows.map(({ kind }) => kind as string))].sort()).toEqual(kinds)
})
