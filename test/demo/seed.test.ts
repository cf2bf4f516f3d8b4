import { expect, setDefaultTimeout, test } from 'bun:test'
import { BOARDS } from '../../src/demo/catalog.ts'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import { addDays, dateIn, daysBetween } from '../../src/domain/kernel/date.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { insertCity, insertHotel } from '../../src/store/catalog/catalog.ts'
import { listHistory } from '../../src/store/days/history.ts'
import type { Store } from '../../src/store/open.ts'
import { NOW_MS } from '../support/service.ts'
import { startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(120_000)

const depsOf = (store: Store, nowMs = () => NOW_MS): Deps => ({
  store,
  brand: 'service',
  ...realDeps({ nowMs }),
})

/** Everything the demo puts into a database, table by table. */
async function contents({ t, db }: Store) {
  return {
    boards: await db.select().from(t.board),
    cities: await db.select().from(t.city),
    hotels: await db.select().from(t.hotel),
    roomTypes: await db.select().from(t.roomType),
    roomBoards: await db.select().from(t.roomBoard),
    days: await db.select().from(t.day),
  }
}

type Contents = Awaited<ReturnType<typeof contents>>
type DayRow = Contents['days'][number]

const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
const isWeekendNight = ({ date }: DayRow) => [5, 6].includes(new Date(date).getUTCDay())
const roomOf = ({ hotelId, roomCode }: DayRow) => `${hotelId} ${roomCode}`

test('two seedings at the same instant come to the same catalogue and days (issue 2)', async () => {
  await using one = await startStore()
  await using other = await startStore()
  for (const { store } of [one, other]) await seedDemo(depsOf(store))

  const [first, second] = [await contents(one.store), await contents(other.store)]
  expect(first.days.length).toBeGreaterThan(24 * 4 * 400)
  expect(Bun.deepEquals(first, second, true)).toBe(true)
})

test('the demo has the size of the real thing, and every reference in it leads somewhere (issue 2)', async () => {
  await using test = await startStore()
  await seedDemo(depsOf(test.store))
  const { boards, cities, hotels, roomTypes, roomBoards, days } = await contents(test.store)
  const byHotel = Map.groupBy(roomTypes, ({ hotelId }) => hotelId)
  const byRoom = Map.groupBy(days, roomOf)

  expect(cities.length).toBeGreaterThanOrEqual(4)
  expect(hotels.length).toBeGreaterThanOrEqual(24)
  expect(boards.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['RO', 'BB', 'HB', 'FB', 'AI', 'UAI']),
  )
  expect(boards).toHaveLength(BOARDS.length)
  expect(new Set(hotels.map(({ slug }) => slug)).size).toBe(hotels.length)
  expect(hotels.map(({ slug }) => slug)).toContain(demoSlugs.alfa)
  expect(hotels.map(({ slug }) => slug)).toContain(demoSlugs.bravo)
  for (const hotel of hotels) {
    expect(hotel.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(Intl.supportedValuesOf('currency')).toContain(hotel.currency)
    expect(byHotel.get(hotel.id)!.length).toBeGreaterThanOrEqual(4)
    expect(byHotel.get(hotel.id)!.length).toBeLessThanOrEqual(10)
    const { country } = cities.find(({ id }) => id === hotel.cityId)!
    // Its guests are written to in its language (D15).
    expect([country, hotel.mailLanguage]).toEqual([country, country === 'TR' ? 'tr' : 'en'])
    const yesterday = addDays(dateIn(hotel.timezone, NOW_MS), -1)
    for (const { roomCode } of byHotel.get(hotel.id)!) {
      const all = byRoom.get(`${hotel.id} ${roomCode}`)!
      const room = all.filter(({ date }) => date >= yesterday)
      expect(room).toHaveLength(400)
      expect(room[0]!.date).toBe(yesterday)
      expect(daysBetween(yesterday, room.at(-1)!.date)).toBe(399)
      const own = roomBoards.filter((row) => row.hotelId === hotel.id && row.roomCode === roomCode)
      expect(own.length).toBeGreaterThan(0)
      expect(own[0]).toMatchObject({ position: 0, supplementCents: 0 })
    }
  }
})

test('the days of the demo keep the rules of a push: an open day has a price, no more rooms than there are (contract §2)', async () => {
  await using test = await startStore()
  await seedDemo(depsOf(test.store))
  const { roomTypes, days } = await contents(test.store)
  const totals = new Map(roomTypes.map((room) => [`${room.hotelId} ${room.roomCode}`, room]))

  const wrong = days.filter((day) => {
    const { totalRooms } = totals.get(roomOf(day))!
    const hasPrice = Number.isInteger(day.priceCents) && day.priceCents! > 0
    return !hasPrice || day.available < 0 || day.available > totalRooms!
  })

  expect(wrong).toEqual([])
})

test('the demo has weekends, seasons, closed days and days sold out (issue 2)', async () => {
  await using test = await startStore()
  await seedDemo(depsOf(test.store))
  const { days } = await contents(test.store)
  const priceOf = ({ priceCents }: DayRow) => priceCents!

  const closed = days.filter(({ closed }) => closed)
  const soldOut = days.filter(({ closed, available }) => !closed && available === 0)
  for (const some of [closed, soldOut]) {
    expect(some.length / days.length).toBeGreaterThan(0.005)
    expect(some.length / days.length).toBeLessThan(0.25)
  }
  for (const room of Map.groupBy(days, roomOf).values()) {
    const weekend = mean(room.filter(isWeekendNight).map(priceOf))
    const weekday = mean(room.filter((day) => !isWeekendNight(day)).map(priceOf))
    expect(weekend / weekday).toBeGreaterThan(1.1)
    const months = Map.groupBy(room, ({ date }) => date.slice(0, 7))
    const full = [...months.values()].filter(({ length }) => length >= 28)
    const averages = full.map((month) => mean(month.map(priceOf)))
    expect(Math.max(...averages) / Math.min(...averages)).toBeGreaterThan(1.25)
  }
})

test('each day of the demo has its beginning in history (contract §2)', async () => {
  await using test = await startStore()
  const { store } = test
  await seedDemo(depsOf(store))
  const [day] = (await contents(store)).days

  const entries = await listHistory(store, { ...day!, limit: 5 })

  const { available, priceCents, closed } = day!
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ before: null, after: { available, priceCents, closed } })
})

test('a seeding that is interrupted is made whole by the next, as of the day it began (issue 2)', async () => {
  await using test = await startStore()
  await using whole = await startStore()
  const { store } = test
  let transactions = 0
  const tx: Store['tx'] = (body) => {
    if (++transactions > 6) throw new Error('interrupted')
    return store.tx(body)
  }

  const [outcome] = await Promise.allSettled([
    seedDemo({ ...depsOf(store), store: { ...store, tx } }),
  ])

  expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'interrupted' } })
  expect((await contents(store)).hotels).toHaveLength(5)
  await seedDemo(depsOf(store, () => NOW_MS + 30 * 86_400_000))
  await seedDemo(depsOf(whole.store))
  expect(Bun.deepEquals(await contents(store), await contents(whole.store), true)).toBe(true)
})

test('a data folder that holds the demo is left alone, on another day too (issue 2)', async () => {
  await using test = await startStore()
  const { store } = test
  await seedDemo(depsOf(store))
  const before = await contents(store)
  const version = store.version('*')

  await seedDemo(depsOf(store, () => NOW_MS + 30 * 86_400_000))

  expect(store.version('*')).toBe(version)
  expect(Bun.deepEquals(await contents(store), before, true)).toBe(true)
})

test('a data folder that holds other hotels is refused and left as it is (issue 2)', async () => {
  await using test = await startStore()
  const { store } = test
  await store.tx(async (tx) => {
    const cityId = await insertCity(tx, { slug: 'own', name: 'Own', country: 'TR' })
    await insertHotel(tx, ownHotel(cityId))
  })

  const [outcome] = await Promise.allSettled([seedDemo(depsOf(store))])

  expect(outcome).toMatchObject({ status: 'rejected' })
  expect((outcome as PromiseRejectedResult).reason.message).toMatch(/hotels that are not the demo/)
  const { hotels, days, boards } = await contents(store)
  expect(hotels.map(({ slug }) => slug)).toEqual(['own-hotel'])
  expect([...days, ...boards]).toEqual([])
})

const ownHotel = (cityId: number) => ({
  cityId,
  slug: 'own-hotel',
  name: 'Own hotel',
  currency: 'EUR',
  timezone: 'Europe/Istanbul',
  stars: 3,
  address: '',
  lat: 0,
  lng: 0,
  checkinTime: '14:00',
  checkoutTime: '12:00',
  restoreOnCancel: true,
  active: true,
  createdAtMs: 0,
})
