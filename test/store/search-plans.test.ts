import { expect, test } from 'bun:test'
import { listActiveRates } from '../../src/store/rates/rates.ts'
import { listPackCandidates, listPackedWhole } from '../../src/store/sale/pack-days.ts'
import { listDirtyBlocks, listMarks, readPackedBlocks } from '../../src/store/sale/packed-days.ts'
import {
  type CachedHotel,
  listHotelIds,
  listSearchCities,
} from '../../src/store/sale/search-catalog.ts'
import { listSearchHotels, listSearchRooms } from '../../src/store/sale/search-hotels.ts'
import { listRateDayRows } from '../../src/store/sale/search-rate-days.ts'
import { listDayRows } from '../../src/store/sale/search-rows.ts'
import { planOf, type Run } from '../support/plans.ts'
import { date, startStore } from '../support/store.ts'

const range = { from: date('2027-04-01'), to: date('2027-04-08') }
const IDS = Array.from({ length: 500 }, (_, index) => index + 1)
const HOTELS = IDS.map((id) => ({ id, layout: '', rates: null }) as CachedHotel)

test.each<[string, Run]>([
  ['the hotels of a city', (handle) => listHotelIds(handle, 1)],
  ['hotels of some ids', (handle) => listSearchHotels(handle, IDS)],
  ['one hotel', (handle) => listSearchHotels(handle, [1])],
  ['their room types and boards', (handle) => listSearchRooms(handle, IDS)],
  ['days of some hotels', (handle) => listDayRows(handle, IDS, range)],
  ['days of one hotel', (handle) => listDayRows(handle, [1], range)],
  ['rates of some hotels', (handle) => listActiveRates(handle, IDS)],
  ['days of their rates', (handle) => listRateDayRows(handle, IDS, range)],
  ['marks of packed blocks', (handle) => listMarks(handle, IDS)],
  ['packed blocks', (handle) => readPackedBlocks(handle, HOTELS, [1, 2])],
  ['days changed since', (handle) => listDirtyBlocks(handle, IDS, 100)],
  [
    'hotels of which all is packed',
    (handle) => listPackedWhole(handle, [{ hotelId: 1, first: 1, last: 2 }]),
  ],
  ['hotels to be packed', (handle) => listPackCandidates(handle, 7)],
])('%s are found by an index: no full scan (issue 3)', async (_, run) => {
  await using service = await startStore()
  const plan = await planOf(service, run)
  expect(plan.length).toBeGreaterThan(0)
  // The list of the ids that are asked for is read as a whole.
  for (const line of plan) expect(line).not.toMatch(/^SCAN (?!json_each)/)
})

test('days are read as one stretch of the key a room type, and none of other dates (issue 3)', async () => {
  await using service = await startStore()
  const plan = await planOf(service, (handle) => listDayRows(handle, IDS, range))
  expect(plan).toEqual([
    'SEARCH room_type USING PRIMARY KEY (hotel_id=?)',
    'SEARCH day USING PRIMARY KEY (hotel_id=? AND room_code=? AND date>? AND date<?)',
  ])
})

test('days of rates are read as one stretch of the key a rate and room type (issue 14)', async () => {
  await using service = await startStore()
  const plan = await planOf(service, (handle) => listRateDayRows(handle, IDS, range))
  const stretch = '(hotel_id=? AND room_code=? AND rate_code=? AND date>? AND date<?)'
  expect(plan).toEqual([
    'SEARCH room_type USING PRIMARY KEY (hotel_id=?)',
    `SEARCH rate_day USING PRIMARY KEY ${stretch}`,
    'SEARCH room_type USING PRIMARY KEY (hotel_id=?)',
    'SEARCH rate USING PRIMARY KEY (hotel_id=?)',
    `SEARCH rate_day USING PRIMARY KEY ${stretch}`,
  ])
})

test('only the lists of all cities and of all hotels read a whole table, and neither reads days or room types', async () => {
  await using service = await startStore()
  const cities = await planOf(service, listSearchCities)
  const hotels = await planOf(service, (handle) => listHotelIds(handle, null))
  expect(cities.filter((line) => line.startsWith('SCAN'))).toHaveLength(2)
  expect(hotels.filter((line) => line.startsWith('SCAN'))).toHaveLength(1)
  expect([...cities, ...hotels].join()).not.toMatch(/\b(day|room_type|room_board)\b/)
})
