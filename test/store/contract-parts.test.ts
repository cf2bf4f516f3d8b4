import { expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import type { RateChange } from '../../src/domain/days/fold-rates.ts'
import type { Change } from '../../src/domain/kernel/availability.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { NO_RATE_DAY } from '../../src/domain/rates/rate.ts'
import { writeChange } from '../../src/store/days/history.ts'
import { insertRateHistory } from '../../src/store/days/rate-history.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import type { Store } from '../../src/store/open.ts'
import { upsertRateDays } from '../../src/store/rates/rate-days.ts'
import { HOTEL } from '../support/contract.ts'
import { date, startStore } from '../support/store.ts'

/** Rows of a part whose text is built once (`insertOf`). */
const WHOLE = 500
const FIRST = date('2027-01-01')

/** Days with every value a day may have, after those of the round before; `write` knows their newest change. */
function daysOf(round: number): Change[] {
  return Array.from({ length: WHOLE }, (_, at) => ({
    roomCode: 'R',
    date: addDays(FIRST, at),
    before: round === 0 ? null : { ...stateOf(round - 1, at), lastSeq: null },
    after: stateOf(round, at),
    seenOrder: at % 4 === 0 ? at : null,
  }))
}

const stateOf = (round: number, at: number) => ({
  available: at % 7,
  priceCents: (at + round) % 5 === 0 ? null : 9_000 + at,
  closed: (at + round) % 2 === 0,
  shortfall: at % 11 === 0 ? round : 0,
})

const ratesOf = (round: number): RateChange[] =>
  Array.from({ length: WHOLE }, (_, at) => ({
    roomCode: 'R',
    rateCode: 'FLEX',
    date: addDays(FIRST, at),
    before: round === 0 ? null : { ...NO_RATE_DAY, minStay: at, lastSeq: at },
    after: {
      ...NO_RATE_DAY,
      priceCents: at % 3 ? 100 + at : null,
      closed: at % 2 === round % 2,
      minStay: at % 5 ? at : null,
      closedToArrival: at % 7 ? at % 2 === 0 : null,
    },
  }))

test('a part of 500 rows, whose text is built once, is written as smaller ones are (house-style §2)', async () => {
  await using test = await startStore(4)
  const { store } = test
  for (const round of [0, 1, 2]) {
    const [days, rates] = [daysOf(round), ratesOf(round)]
    await write(store, HOTEL, days, rates)
    // In parts of 499 and 1.
    await write(store, HOTEL + 1, days.slice(1), rates.slice(1))
    await write(store, HOTEL + 1, days.slice(0, 1), rates.slice(0, 1))
  }
  expect(await stored(store, HOTEL)).toEqual(await stored(store, HOTEL + 1))
  const { days, history, rateDays, rateHistory } = await stored(store, HOTEL)
  expect([days, rateDays].map(({ length }) => length)).toEqual([WHOLE, WHOLE])
  expect([history, rateHistory].map(({ length }) => length)).toEqual([3 * WHOLE, 3 * WHOLE])
  expect(history.map(({ prevSeq }) => prevSeq)).toEqual(days.flatMap(() => [-1, 0, 1]))
  expect(days.map(({ closed, priceCents }) => ({ closed, priceCents }))).toEqual(
    daysOf(2).map(({ after: { closed, priceCents } }) => ({ closed, priceCents })),
  )
})

async function write(store: Store, hotelId: number, days: Change[], rates: RateChange[]) {
  const newest = new Map<string, number | null>()
  const { day } = store.t
  for (const row of await store.db.select().from(day).where(eq(day.hotelId, hotelId)))
    newest.set(row.date, row.lastSeq)
  const linked = days.map(({ before, ...rest }) => ({
    ...rest,
    before: before && { ...before, lastSeq: newest.get(rest.date)! },
  }))
  await store.tx(async (tx) => {
    await lockHotel(tx, hotelId)
    const actor = { type: 'system' as const, id: 'test' }
    const changeSeq = await writeChange(tx, { hotelId, actor, pushId: null, atMs: 1 }, linked)
    await upsertRateDays(tx, { hotelId, changeSeq }, rates)
    await insertRateHistory(tx, { hotelId, changeSeq }, rates)
  })
}

/** All that a hotel has, but for what names it and its changes. */
async function stored({ t, db }: Store, hotelId: number) {
  const plain = <Row extends object>(rows: Row[]) =>
    rows.map((row) => ({ ...row, hotelId: 0, changeSeq: 0, lastSeq: 0 }))
  const of = <T extends typeof t.day | typeof t.rateDay>(table: T) =>
    db
      .select()
      .from(table as typeof t.day)
      .where(eq(table.hotelId, hotelId))
      .orderBy(asc(table.date))
  const ofHistory = <T extends typeof t.dayHistory | typeof t.rateDayHistory>(table: T) =>
    db
      .select()
      .from(table as typeof t.dayHistory)
      .where(eq(table.hotelId, hotelId))
      .orderBy(asc(table.date), asc(table.changeSeq))
  const history = await ofHistory(t.dayHistory)
  // The place of the link in the day's chain: numbers of changes differ from hotel to hotel.
  const chains = Map.groupBy(history, (row) => row.date)
  const placeOf = (row: (typeof history)[number]) =>
    chains.get(row.date)!.findIndex(({ changeSeq }) => changeSeq === row.prevSeq)
  return {
    days: plain(await of(t.day)),
    rateDays: plain(await of(t.rateDay)),
    history: plain(history.map((row) => ({ ...row, prevSeq: placeOf(row) }))),
    rateHistory: plain(await ofHistory(t.rateDayHistory)),
  }
}
