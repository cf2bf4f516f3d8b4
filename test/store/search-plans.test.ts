import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Handle } from '../../src/store/open.ts'
import {
  listHotelIds,
  listSearchCities,
  listSearchHotels,
  listSearchRooms,
} from '../../src/store/search-catalog.ts'
import { listDayRows } from '../../src/store/search-days.ts'
import { date, startStore } from '../support/store.ts'

const range = { from: date('2027-04-01'), to: date('2027-04-08') }
const IDS = Array.from({ length: 500 }, (_, index) => index + 1)

/** How SQLite would run what a function asks, line by line. */
async function planOf(run: (handle: Handle) => Promise<unknown>): Promise<string[]> {
  await using test = startStore()
  const client = new Database(test.file, { readonly: true })
  const asked: { query: string; params: unknown[] }[] = []
  const logger = {
    logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }),
  }
  await run({ t: test.store.t, db: drizzle({ client, logger }) })
  const lines = asked.flatMap(({ query, params }) =>
    client.query(`explain query plan ${query}`).all(...(params as string[])),
  )
  client.close()
  return lines.map((line) => (line as { detail: string }).detail)
}

test.each<[string, (handle: Handle) => Promise<unknown>]>([
  ['the hotels of a city', (handle) => listHotelIds(handle, 1)],
  ['hotels of some ids', (handle) => listSearchHotels(handle, IDS)],
  ['one hotel', (handle) => listSearchHotels(handle, [1])],
  ['their room types and boards', (handle) => listSearchRooms(handle, IDS)],
  ['days of some hotels', (handle) => listDayRows(handle, IDS, range)],
  ['days of one hotel', (handle) => listDayRows(handle, [1], range)],
])('%s are found by an index: no full scan (issue 3)', async (_, run) => {
  const plan = await planOf(run)
  expect(plan.length).toBeGreaterThan(0)
  for (const line of plan) expect(line).not.toStartWith('SCAN')
})

test('days are read as one stretch of the key a room type, and none of other dates (issue 3)', async () => {
  const plan = await planOf((handle) => listDayRows(handle, IDS, range))
  expect(plan).toEqual([
    'SEARCH room_type USING PRIMARY KEY (hotel_id=?)',
    'SEARCH day USING PRIMARY KEY (hotel_id=? AND room_code=? AND date>? AND date<?)',
  ])
})

test('only the lists of all cities and of all hotels read a whole table, and neither reads days or room types', async () => {
  const cities = await planOf(listSearchCities)
  const hotels = await planOf((handle) => listHotelIds(handle, null))
  expect(cities.filter((line) => line.startsWith('SCAN'))).toHaveLength(2)
  expect(hotels.filter((line) => line.startsWith('SCAN'))).toHaveLength(1)
  expect([...cities, ...hotels].join()).not.toMatch(/\b(day|room_type|room_board)\b/)
})
