import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { addDays, dateIn } from '../../src/domain/kernel/date.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'
import { bookingRow, hotelRow, type Row, roomRow } from '../support/old-rows.ts'
import { SOURCE, startProcess, until } from '../support/process.ts'

// contract-counts: "The migration that brings the cap caps all days from today on once."

/** The last migration of the databases that know no live rooms. */
const LAST_BEFORE = '20261121072444_unacked-index'
/** The last place on earth where a day begins: its today is the migration's. */
const LATE = 'Etc/GMT+12'
/** The first place on earth where a day begins. */
const EARLY = 'Pacific/Kiritimati'
const ALFA = 1
const BRAVO = 2
const CHARLIE = 3
const ZONES: Record<number, string> = { [ALFA]: LATE, [BRAVO]: LATE, [CHARLIE]: EARLY }
const PRICE_CENTS = 10_000

/** A room type: its hotel, code and rooms in all. */
const ROOMS: [hotelId: number, roomCode: string, totalRooms: number | null][] = [
  [ALFA, 'FIVE', 5],
  [ALFA, 'TWO', 2],
  [ALFA, 'FREE', null],
  [BRAVO, 'FIVE', 5],
  [CHARLIE, 'FIVE', 5],
]

/** A booking: its hotel, room type, state, rooms, and check-in and check-out in days from today. */
const BOOKINGS: [number, string, string, number, number, number][] = [
  [ALFA, 'FIVE', 'confirmed', 2, -1, 2],
  [ALFA, 'FIVE', 'pending', 1, 1, 3],
  [ALFA, 'FIVE', 'no_show', 1, 0, 3],
  [ALFA, 'FIVE', 'cancelled', 4, -1, 9],
  [ALFA, 'FIVE', 'expired', 4, -1, 9],
  [ALFA, 'FIVE', 'completed', 4, -5, 0],
  // Its last nights have no day.
  [ALFA, 'FIVE', 'confirmed', 1, 700, 790],
  [ALFA, 'TWO', 'confirmed', 3, -1, 3],
  [ALFA, 'FREE', 'confirmed', 3, 0, 1],
  [BRAVO, 'FIVE', 'confirmed', 1, 0, 1],
  [CHARLIE, 'FIVE', 'confirmed', 1, 0, 1],
]

type Left = { available: number; live: number; shortfall: number; oversold: boolean }
const left = (available: number, live: number, shortfall = 0, oversold = false): Left => ({
  available,
  live,
  shortfall,
  oversold,
})

/** A day: its hotel, room type, how many days from today, its count before, and what it is after. */
const DAYS: [number, string, number, number, Left][] = [
  // A day that is over keeps its count, but knows what sleeps there.
  [ALFA, 'FIVE', -2, 5, left(5, 0)],
  [ALFA, 'FIVE', -1, 5, left(5, 2)],
  [ALFA, 'FIVE', 0, 5, left(2, 3)],
  [ALFA, 'FIVE', 1, 2, left(2, 3)],
  [ALFA, 'FIVE', 2, 3, left(3, 1)],
  [ALFA, 'FIVE', 3, 9, left(5, 0)],
  [ALFA, 'FIVE', 700, 5, left(4, 1)],
  [ALFA, 'FIVE', 730, 5, left(4, 1)],
  [ALFA, 'TWO', -1, 1, left(1, 3)],
  [ALFA, 'TWO', 0, 1, left(0, 3, 1, true)],
  [ALFA, 'TWO', 1, 0, left(0, 3, 0, true)],
  [ALFA, 'TWO', 3, 0, left(0, 0)],
  [ALFA, 'FREE', 0, 7, left(7, 3)],
  [BRAVO, 'FIVE', 0, 4, left(4, 1)],
  [CHARLIE, 'FIVE', 0, 5, left(4, 1)],
]
/** Days whose count the cap lowered. */
const CAPPED = DAYS.filter(([, , , available, after]) => after.available !== available)

const folder = temporaryFolder()
const file = join(folder.path, 'roomwire.db')
const startMs = Date.now()
const dateOf = (hotelId: number, days: number) => addDays(dateIn(ZONES[hotelId]!, startMs), days)

beforeAll(async () => {
  writeOldDatabase()
  await (await openStore(file)).close()
})
afterAll(() => folder[Symbol.dispose]())

test('a day that is brought over knows its live rooms, and from today on its count is at most the ceiling (contract-counts)', () => {
  const rows = read(
    'select hotel_id, room_code, date, available, live, shortfall, oversold, price_cents, closed from day',
  )
  const expected = DAYS.map(([hotelId, roomCode, days, , after], index) => ({
    hotel_id: hotelId,
    room_code: roomCode,
    date: dateOf(hotelId, days),
    ...after,
    oversold: Number(after.oversold),
    price_cents: priceOf(index),
    closed: closedOf(index),
  }))
  expect(rows).toEqual(expected.toSorted(byPlace))
})

test('what the migration lowered stands in the history, with one change a hotel by the system (contract-counts)', () => {
  const changes = read(
    `select seq, hotel_id, push_id, at_ms from change where actor_type = 'system' and actor_id = 'cap'`,
  )
  expect(changes.map(({ hotel_id }) => hotel_id).toSorted()).toEqual([ALFA, CHARLIE])
  for (const { push_id, at_ms } of changes) {
    expect(push_id).toBeNull()
    expect(at_ms).toBeWithin(startMs - 1, Date.now() + 1)
  }
  const seqOf = (hotelId: number) => changes.find(({ hotel_id }) => hotel_id === hotelId)!.seq
  const expected = CAPPED.map((day) => {
    const [hotelId, roomCode, days, available, after] = day
    const price_cents = priceOf(DAYS.indexOf(day))
    const closed = closedOf(DAYS.indexOf(day))
    return {
      hotel_id: hotelId,
      room_code: roomCode,
      date: dateOf(hotelId, days),
      change_seq: seqOf(hotelId),
      available_before: available,
      price_cents_before: price_cents,
      closed_before: closed,
      shortfall_before: 0,
      available: after.available,
      price_cents,
      closed,
      shortfall: after.shortfall,
      prev_seq: null,
    }
  })
  const rows = read('select * from day_history where change_seq > 1')
  expect(rows).toEqual(expected.toSorted(byPlace))
})

test('what was known before the migration is as it was (contract-counts)', () => {
  expect(read('select * from day_history where change_seq = 1')).toEqual([
    expect.objectContaining({ available: 5, shortfall: 0, shortfall_before: null }),
  ])
  const bookings = read('select status, rooms from booking order by id')
  expect(bookings).toEqual(BOOKINGS.map(([, , status, rooms]) => ({ status, rooms })))
  expect(read('select overbooking_rooms from room_type')).toEqual(
    ROOMS.map(() => ({ overbooking_rooms: 0 })),
  )
})

test('nights that were oversold before are told of by the next start, and by no later one (contract-counts, the cap)', async () => {
  const setup = { folder: folder.path, program: SOURCE, env: { DATABASE_URL: file } }
  const told = () => read("select body from outbox where event = 'booking.oversold' order by seq")
  const toldAt = () => read("select value from meta where key = 'oversold_told_at'")
  for (let start = 0; start < 2; start++) {
    await using served = await startProcess(['serve'], setup)
    await until('it is noted', () => toldAt().length === 1)
    await served.stop()
    const nights = told().map(({ body }) => JSON.parse(body))
    expect(nights.map(({ hotelSlug, data }) => ({ hotelSlug, ...data }))).toEqual(
      [0, 1].map((days) => ({
        hotelSlug: 'hotel-1',
        roomCode: 'TWO',
        date: dateOf(ALFA, days),
        totalRooms: 2,
        overbookingRooms: 0,
        sold: 3,
        bookings: ['CODE7'],
      })),
    )
  }
}, 60_000)

/** Every third day has no price of its own, every second is closed: both stay. */
const priceOf = (index: number) => (index % 3 === 2 ? null : PRICE_CENTS + index)
const closedOf = (index: number) => index % 2

const placeOf = ({ hotel_id, room_code, date }: Row) => `${hotel_id} ${room_code} ${date}`
const byPlace = (a: Row, b: Row) => (placeOf(a) < placeOf(b) ? -1 : 1)

function read(query: string): Row[] {
  using database = new Database(file, { readonly: true })
  const rows = database.query<Row, []>(query).all()
  return rows[0]?.room_code && rows[0].date ? rows.toSorted(byPlace) : rows
}

/** A database as the version before the cap left it. */
function writeOldDatabase(): void {
  using database = new Database(file, { create: true })
  const older = readMigrations('sqlite').filter(({ name }) => name <= LAST_BEFORE)
  migrate(drizzle({ client: database }), older)
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row)
    database
      .query(`insert into ${table} (${names}) values (${names.map(() => '?')})`)
      .run(...Object.values(row))
  }
  insert('city', { id: 1, slug: 'city', name: 'City', country: 'TR' })
  for (const [id, timezone] of Object.entries(ZONES))
    insert('hotel', hotelRow(Number(id), timezone))
  for (const [hotel_id, room_code, total_rooms] of ROOMS)
    insert('room_type', roomRow({ hotel_id, room_code, total_rooms }))
  for (const [id, [hotel_id, room_code, status, rooms, from, to]] of BOOKINGS.entries()) {
    const checkin = dateOf(hotel_id, from)
    const checkout = dateOf(hotel_id, to)
    insert('booking', bookingRow({ id, hotel_id, room_code, status, rooms, checkin, checkout }))
  }
  insert('change', { seq: 1, hotel_id: ALFA, actor_type: 'key', actor_id: 'a', at_ms: 1 })
  for (const [index, [hotel_id, room_code, days, available]] of DAYS.entries()) {
    const place = { hotel_id, room_code, date: dateOf(hotel_id, days) }
    const day = { ...place, available, price_cents: priceOf(index), closed: closedOf(index) }
    insert('day', day)
    if (index === 0) insert('day_history', { ...day, change_seq: 1 })
  }
}
