import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { addDay } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'

const FROM = '2027-04-01'
const DAYS = 600
const ROOMS = ['DBL', 'FAM', 'SGL', 'TPL'].map((roomCode) => ({ roomCode, totalRooms: 60 }))
const CELLS = ROOMS.flatMap(({ roomCode }) =>
  Array.from({ length: DAYS }, (_, n) => ({ roomCode, date: addDay(FROM, n), n })),
)

/** Pushes elements in parts that are small enough to be written from their values. */
async function pushInParts(hotel: TestHotel, elements: object[], size = 400) {
  for (let at = 0; at < elements.length; at += size)
    expect((await push(hotel, elements.slice(at, at + size))).status).toBe(200)
}

type HistoryRow = { hotel: number; seq: number; prev: number | null } & Record<string, unknown>

/** The days of a hotel, and each day's history: what was there, what came, and whether it names the change before it. */
async function storedOf({ store }: TestService, { id }: TestHotel) {
  const days = await rowsOf<Record<string, unknown>>(
    store,
    sql`select room_code, date, available, price_cents, closed, live, shortfall, oversold, seen_order
      from day where hotel_id = ${id} order by room_code, date`,
  )
  const rows = await rowsOf<HistoryRow>(
    store,
    sql`select room_code, date, available_before, price_cents_before, closed_before, shortfall_before,
      available, price_cents, closed, shortfall, change_seq as seq, prev_seq as prev
      from day_history where hotel_id = ${id} order by room_code, date, change_seq`,
  )
  const last = new Map<string, number>()
  const history = rows.map(({ seq, prev, ...row }) => {
    const name = `${row.room_code} ${row.date}`
    const isLinked = (prev ?? undefined) === last.get(name)
    last.set(name, seq)
    return { ...row, isLinked }
  })
  return { days, history }
}

test('a push of thousands of days leaves the same days and history as many small ones (contract §2)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa, bravo } = service
  // Some days are not there yet, alone and in rows; others have no price, or are as the push wants them.
  const there = CELLS.filter(({ n }) => n % 97 > 3 && (n < 150 || n > 180)).map(
    ({ n, ...cell }) => ({
      ...{ ...cell, available: n % 5, closed: n % 11 === 0 },
      priceCents: 10_000 + (n % 40),
    }),
  )
  const wanted = CELLS.map(({ n, roomCode, date }) => ({
    ...{ roomCode, date, available: n % 7, closed: n % 13 === 0 },
    priceCents: n % 50 === 0 ? 10_000 + (n % 40) : 20_000 + n,
  }))
  for (const hotel of [alfa, bravo]) await pushInParts(hotel, there)

  expect(await push(alfa, wanted)).toMatchObject({ status: 200, body: { received: CELLS.length } })
  await pushInParts(bravo, wanted)

  const stored = await storedOf(service, alfa)
  expect(stored.days).toHaveLength(CELLS.length)
  expect(stored.history.every(({ isLinked }) => isLinked)).toBe(true)
  expect(stored).toEqual(await storedOf(service, bravo))
  // The next one takes the place of what it left behind.
  const closed = wanted.map((element) => ({ ...element, closed: !element.closed }))
  expect((await push(alfa, closed)).status).toBe(200)
  await pushInParts(bravo, closed)
  expect(await storedOf(service, alfa)).toEqual(await storedOf(service, bravo))
})
