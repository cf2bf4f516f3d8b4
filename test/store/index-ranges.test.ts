import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { indexRangesOf } from '../../src/store/bookings/booking-filter.ts'
import { listRange } from '../../src/store/bookings/index-ranges.ts'
import { addCities, addHotels } from '../support/search-kept.ts'
import { rowsOf } from '../support/sql.ts'
import { date, startStore } from '../support/store.ts'

const HOTELS = 130
/** More than one statement reads, at one hotel alone. */
const OF_FIRST = 4_500

test.each([
  ['one day of each hotel', '2027-04-12', '2027-04-12'],
  ['more days than one statement reads', '2027-04-11', '2027-04-25'],
  ['no day', '2027-06-01', '2027-06-02'],
])(
  'everybody’s arrivals of %s are all found, hotel by hotel, each once (issue 35)',
  async (_, from, to) => {
    await using service = await startStore()
    const { store } = service
    await addCities(store)
    const hotels = await addHotels(store, 1, HOTELS)
    await store.tx(async (tx) => {
      await rowsOf(
        tx,
        sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 6000)
          insert into booking (hotel_id, code, revision, status, room_code, rooms, checkin, checkout, adults, children,
            first_name, last_name, currency, total_price_cents, nightly, source_type, created_at_ms, updated_at_ms)
          select case when n <= ${sql.raw(String(OF_FIRST))} then ${sql.raw(String(hotels[0]))}
              else ${sql.raw(String(hotels[0]))} + n % ${sql.raw(String(HOTELS))} end,
            'C' || n, 1, 'confirmed', 'DBL', 1, '2027-04-' || (10 + n % 20), '2027-05-01', 1, 0,
            'A', 'B', 'EUR', 1, '[]', 'web', n, n from numbers`,
      )
    })
    const filter = { dates: { field: 'checkin', from: date(from), to: date(to) } } as const
    const [range] = indexRangesOf(store.t, filter)
    const expected: number[] = []
    for (let n = 1; n <= 6_000; n++) {
      const checkin = `2027-04-${10 + (n % 20)}`
      if (from <= checkin && checkin <= to) expected.push(n)
    }

    const found = await listRange(store, range!)

    // Their time of making is their number.
    const made = found?.map(({ createdAtMs }) => createdAtMs).toSorted((a, b) => a - b)
    expect(made).toEqual(expected)
    expect(await listRange(store, range!, expected.length + 1)).toHaveLength(expected.length)
    expect(await listRange(store, range!, expected.length)).toBeUndefined()
  },
)
