import { expect, setDefaultTimeout, test } from 'bun:test'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import { checkTaxes } from '../../src/domain/catalog/catalog-rules.ts'
import { addDays, type CalendarDate, dateIn } from '../../src/domain/kernel/date.ts'
import { rateOf, STD } from '../../src/domain/rates/rate.ts'
import { checkRate } from '../../src/domain/rates/rate-rules.ts'
import { checkSupplements, supplementList } from '../../src/domain/sale/supplement.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { findSnapshot, type HotelSnapshot } from '../../src/store/catalog/catalog.ts'
import type { Store } from '../../src/store/open.ts'
import { listRateDays, type RateDayRow } from '../../src/store/rates/rate-days.ts'
import { NOW_MS } from '../support/service.ts'
import { startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(120_000)

const KEYED = Object.values(demoSlugs)

type DemoHotel = HotelSnapshot & { yesterday: CalendarDate; days: RateDayRow[] }

/** Every hotel of a seeded demo with the days of its rates. */
async function seeded({ store }: { store: Store }): Promise<DemoHotel[]> {
  const deps: Deps = { store, brand: 'service', ...realDeps({ nowMs: () => NOW_MS }) }
  await seedDemo(deps)
  const ids = await store.db.select({ id: store.t.hotel.id }).from(store.t.hotel)
  return await Promise.all(
    ids.map(async ({ id }) => {
      const snapshot = (await findSnapshot(store, id))!
      const yesterday = addDays(dateIn(snapshot.hotel.timezone, NOW_MS), -1)
      const days = await listRateDays(store, {
        hotelId: id,
        roomCodes: snapshot.rooms.map(({ roomCode }) => roomCode),
        rateCodes: [STD, ...snapshot.rates.map(({ rateCode }) => rateCode)],
        from: addDays(yesterday, -900),
        to: addDays(yesterday, 900),
      })
      return { ...snapshot, yesterday, days }
    }),
  )
}

test('every hotel of the demo has a flexible and a non-refundable rate, and half board at prices of its own where there is dinner (issue 14)', async () => {
  await using test = await startStore()
  for (const { hotel, rooms, rates, days, yesterday } of await seeded(test)) {
    expect(hotel.usesRates).toBe(true)
    const codes = rooms.map(({ roomCode }) => roomCode)
    const known = { roomCodes: codes, boards: rooms[0]!.boards }
    for (const rate of rates.slice(1))
      expect(
        checkRate({ ...rate, roomCodes: rate.roomCodes!, pricing: rate.pricing! }, known),
      ).toEqual([])
    expect(rateOf(rates, 'FLEX')).toMatchObject({
      roomCodes: codes,
      pricing: { type: 'derived', percentBp: 0, roundTo: 100 },
      cancellation: { freeUntilDays: 1, penalty: 'first_night' },
    })
    expect(rateOf(rates, 'NRF')).toMatchObject({
      pricing: { type: 'derived', percentBp: -1_200, roundTo: 100 },
      cancellation: { freeUntilDays: null, penalty: 'all' },
    })
    const halfBoard = rateOf(rates, 'HBD')
    expect(halfBoard !== undefined).toBe(rooms[0]!.boards.includes('HB'))
    const own = days.filter(({ rateCode }) => rateCode === 'HBD')
    for (const roomCode of halfBoard?.roomCodes ?? []) {
      const priced = own.filter((day) => day.roomCode === roomCode && day.priceCents! > 0)
      expect([priced.length, priced[0]!.date]).toEqual([400, yesterday])
    }
    if (halfBoard) expect(halfBoard.guests!.children).toHaveLength(2)
  }
})

test('STD of the two hotels with a key is held to no restriction and the same for every party; elsewhere some weekends ask for two nights (issue 14)', async () => {
  await using test = await startStore()
  const hotels = await seeded(test)
  for (const { rates, days, rooms } of hotels.filter(({ hotel }) => KEYED.includes(hotel.slug))) {
    expect(rates[0]).toMatchObject({ rateCode: STD, guests: null, public: true })
    expect(rates[0]!.cancellation).toEqual({ freeUntilDays: 0, penalty: 'none' })
    expect(days.filter(({ rateCode }) => rateCode === STD)).toEqual([])
    expect(rooms.flatMap(({ perGuest }) => perGuest)).toEqual([])
  }
  const all = hotels.flatMap(({ days }) => days)
  const has = (rateCode: string, isSo: (day: RateDayRow) => boolean) =>
    all.some((day) => day.rateCode === rateCode && isSo(day))
  expect(has(STD, ({ minStay }) => minStay === 2)).toBe(true)
  expect(has('NRF', ({ minStay }) => minStay === 2)).toBe(true)
  expect(has('NRF', ({ minAdvanceDays }) => minAdvanceDays === 7)).toBe(true)
  expect(has('HBD', ({ maxAdvanceDays }) => maxAdvanceDays === 300)).toBe(true)
  expect(has('HBD', ({ closedToArrival }) => closedToArrival === true)).toBe(true)
  expect(all.filter(({ rateCode, priceCents }) => rateCode !== 'HBD' && priceCents)).toEqual([])
})

test('hotels have the taxes of their country, none in the United States, and in some each guest pays for dinner (issue 14)', async () => {
  await using test = await startStore()
  const hotels = await seeded(test)
  for (const { hotel, rooms } of hotels) {
    expect(checkTaxes(hotel.taxes)).toEqual([])
    expect(hotel.taxes.length > 0).toBe(hotel.city.country !== 'US')
    for (const room of rooms)
      expect(checkSupplements({ supplements: supplementList(room) }, room.boards)).toEqual([])
  }
  expect(hotels.filter(({ rooms }) => rooms[0]!.perGuest.includes('HB'))).toHaveLength(4)
})
