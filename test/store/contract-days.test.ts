import { expect, test } from 'bun:test'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { addDays, datesBetween } from '../../src/domain/kernel/date.ts'
import { listDays, upsertDays } from '../../src/store/days/availability.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { HOTEL, outcomes, put } from '../support/contract.ts'
import { allDays, change, date, startStore } from '../support/store.ts'

// What every engine owes (house-style §2): written over `openStore`, so that a second one passes the same files.

const NIGHTS = ['2027-05-01', '2027-05-02', '2027-05-03'].map(date)

/** Takes one room of each night, or throws when one of them has none: the guarded update of house-style §2. */
async function takeRoom({ t, db }: Tx, nights: typeof NIGHTS): Promise<void> {
  const { day } = t
  const taken = await db
    .update(day)
    .set({ available: sql`${day.available} - 1` })
    .where(and(eq(day.hotelId, HOTEL), inArray(day.date, nights), gte(day.available, 1)))
    .returning({ date: day.date })
  if (taken.length < nights.length) throw new Error('sold out')
}

test('a range read has both its ends, goes by room code and date, and leaves gaps out (house-style §2)', async () => {
  await using test = await startStore(12)
  const { store } = test
  await put(
    store,
    change('b', '2027-05-02', { available: 4, priceCents: null }),
    ...['2027-05-04', '2027-05-01', '2027-05-03', '2027-04-30'].map((day) => change('B', day)),
    change('a', '2027-05-03', { available: 0, closed: true }),
    change('c', '2027-05-02'),
  )
  await store.tx((tx) => upsertDays(tx, HOTEL + 1, [change('a', '2027-05-02')]))

  const range = { from: date('2027-05-01'), to: date('2027-05-03') }
  const rows = await listDays(store, { hotelId: HOTEL, roomCodes: ['b', 'a', 'B'], ...range })

  const open = { available: 1, priceCents: 10_000, closed: false }
  expect(rows).toEqual([
    { roomCode: 'B', date: date('2027-05-01'), ...open },
    { roomCode: 'B', date: date('2027-05-03'), ...open },
    { roomCode: 'a', date: date('2027-05-03'), ...open, available: 0, closed: true },
    { roomCode: 'b', date: date('2027-05-02'), ...open, available: 4, priceCents: null },
  ])
  expect(await listDays(store, { hotelId: HOTEL, roomCodes: [], ...range })).toEqual([])
})

test('a batch of more than two chunks inserts and updates as one (house-style §2)', async () => {
  await using test = await startStore(12)
  const { store } = test
  const dates = datesBetween(date('2027-01-01'), addDays(date('2027-01-01'), 1_202))
  const early = dates.filter((_, index) => index % 3 === 0)
  await put(store, ...early.map((day) => change('DBL', day, { available: 9_999, closed: true })))

  const batch = dates.map((day, index) =>
    change('DBL', day, { available: index, priceCents: index % 2 ? index : null }),
  )
  await put(store, ...batch.toReversed())

  const rows = await allDays(store, HOTEL, 'DBL')
  const told = batch.map(({ after: { shortfall, ...day }, date }) => ({ date, ...day }))
  expect(rows).toEqual(told.map((day) => ({ roomCode: 'DBL', ...day })))
})

test('a batch whose last row breaks a rule of the database leaves nothing, the chunks before it included', async () => {
  await using test = await startStore(12)
  const { store } = test
  const dates = datesBetween(date('2027-01-01'), addDays(date('2027-01-01'), 1_100))
  const batch = dates.map((day) => change('DBL', day))
  const wrong = change('SGL', '2027-01-01', { available: -1 })

  expect((await outcomes([put(store, ...batch, wrong)])).reasons).toHaveLength(1)
  expect(await allDays(store, HOTEL, 'DBL', 'SGL')).toEqual([])
  expect(await test.daysSeenOutside()).toBe(0)
})

test('of fifty callers who take a room at once as many succeed as there are rooms', async () => {
  await using test = await startStore(12)
  const { store } = test
  await put(store, change('DBL', NIGHTS[0]!, { available: 17 }))

  const calls = Array.from({ length: 50 }, () => store.tx((tx) => takeRoom(tx, NIGHTS.slice(0, 1))))

  expect((await outcomes(calls)).done).toBe(17)
  expect((await allDays(store, HOTEL, 'DBL'))[0]!.available).toBe(0)
})

test('fifty callers who take three nights take all of them or none', async () => {
  await using test = await startStore(12)
  const { store } = test
  const rooms = [50, 8, 30]
  await put(store, ...NIGHTS.map((day, n) => change('DBL', day, { available: rooms[n]! })))

  const { done } = await outcomes(
    Array.from({ length: 50 }, () => store.tx((tx) => takeRoom(tx, NIGHTS))),
  )

  expect(done).toBe(8)
  const left = (await allDays(store, HOTEL, 'DBL')).map(({ available }) => available)
  expect(left).toEqual([42, 0, 22])
})
