import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { foldSums } from '../../src/service/bookings/sums.ts'
import { listBookingPage } from '../../src/store/bookings/booking-pages.ts'
import { listReviews } from '../../src/store/bookings/reviews.ts'
import { sumAgencyBookings } from '../../src/store/bookings/sums/agency-sums.ts'
import { countBookings } from '../../src/store/bookings/sums/booking-counts.ts'
import { sumServiceBookings } from '../../src/store/bookings/sums/sums.ts'
import {
  countUnacked,
  countUnbookable,
  findFrontDesk,
  listMoved,
  listSoldRooms,
} from '../../src/store/dashboards/dashboards.ts'
import type { Handle } from '../../src/store/engine/engine.ts'
import { listBrakeStates, sumBrake } from '../../src/store/strangers/brake.ts'
import { planOf, type Run } from '../support/plans.ts'
import { sqliteDb } from '../support/sql.ts'
import { date, startStore } from '../support/store.ts'

const range = { from: date('2027-04-01'), to: date('2027-04-30') }
const page = { limit: 500 }
const after = { createdAtMs: 2, id: 2 }
const status = ['confirmed' as const]

/** Every query that shows staff bookings or figures of them, and the indexes that it may use. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  ['rooms sold in a range', /booking_hotel_checkin/, (h) => listSoldRooms(h, 1, range, page)],
  [
    'guests in house and arrivals',
    /booking_hotel_confirmed \(hotel_id=\? AND checkin>\? AND checkin<\?\)/,
    (h) => findFrontDesk(h, 1, range.from),
  ],
  [
    'departures',
    /booking_hotel_checkout \(hotel_id=\? AND checkout=\?\)/,
    (h) => findFrontDesk(h, 1, range.from),
  ],
  [
    'what is not acknowledged',
    /booking_hotel_unacked \(hotel_id=\? AND checkout>\?\)/,
    (h) => countUnacked(h, 1, { today: range.from, overdueMs: 1 }),
  ],
  [
    'days without a price',
    /PRIMARY KEY \(hotel_id=\? AND room_code=\? AND date>\? AND date<\?\)/,
    (h) => countUnbookable(h, 1, { roomCodes: ['DBL', 'SGL'], range }),
  ],
  ['pickup', /booking_hotel_updated/, (h) => listMoved(h, 1, { sinceMs: 1, untilMs: 2 }, page)],
  [
    'an agency’s sums',
    /PRIMARY KEY \(agency_id=\? AND day=\?\)/,
    (h) => sumAgencyBookings(h, 1, undefined),
  ],
  [
    'an agency’s sums of a range',
    /PRIMARY KEY \(agency_id=\? AND day>\? AND day<\?\)/,
    (h) => sumAgencyBookings(h, 1, range),
  ],
  [
    'what an agency made around the ends of a range',
    /booking USING INDEX booking_agency \(agency_id=\? AND created_at_ms>\? AND created_at_ms<\?\)/,
    (h) => sumAgencyBookings(h, 1, range),
  ],
  [
    'the service’s sums of a range',
    /PRIMARY KEY \(day>\? AND day<\?\)/,
    (h) => sumServiceBookings(h, range),
  ],
  [
    'a hotel’s page',
    /booking_hotel_created/,
    (h) => listBookingPage(h, { hotelId: 1 }, { limit: 21 }),
  ],
  [
    'a hotel’s next page of a status',
    /booking_hotel_created/,
    (h) => listBookingPage(h, { hotelId: 1, status }, { after, limit: 21 }),
  ],
  [
    'an agency’s page',
    /booking_agency/,
    (h) => listBookingPage(h, { agencyId: 1 }, { after, limit: 21 }),
  ],
  ['everybody’s next page', /booking_created/, (h) => listBookingPage(h, {}, { after, limit: 21 })],
  [
    'what strangers have taken',
    /USING COVERING INDEX booking_brake \(hotel_id=\? AND brake_at_ms>\?\)/,
    (h) => sumBrake(h, 1, 1),
  ],
  [
    'whether strangers have taken anything of each hotel',
    /USING COVERING INDEX booking_brake \(hotel_id=\? AND brake_at_ms>\?\)/,
    (h) => listBrakeStates(h, 1, { after: { id: 1 }, limit: 500 }),
  ],
  ['a hotel’s reviews', /review/, (h) => listReviews(h, { hotelId: 1 }, { limit: 21 })],
]

test.each(QUERIES)(
  '%s are found by an index and no booking is read in vain: no full scan, no sorting of pages',
  async (what, index, run) => {
    await using service = await startStore()
    const plan = await planOf(service, run)

    const onBookings = plan.filter((line) => /\b(booking|review|day|\w+_sum)\b/.test(line))
    expect(onBookings.length).toBeGreaterThan(0)
    for (const line of onBookings) expect(line).toStartWith('SEARCH')
    expect(onBookings.join('\n')).toMatch(index)
    if (/page|reviews/.test(what)) expect(plan.join('\n')).not.toContain('ORDER BY')
  },
)

test('bookings are counted for the metrics from sums of days, not from the table', async () => {
  await using service = await startStore()
  const plan = await planOf(service, countBookings)
  expect(plan.filter((line) => line.startsWith('SCAN')).toSorted()).toEqual([
    // The newest one alone.
    'SCAN booking',
    'SCAN hotel_sum USING INDEX hotel_sum_moved',
    ...['SCAN moved', 'SCAN service_sum', 'SCAN sums'],
  ])
})

test('the first page of everybody’s bookings is read from the index of their making and stops when it is full', async () => {
  await using service = await startStore()
  const run = (handle: Handle) => listBookingPage(handle, {}, { limit: 21 })
  const plan = await planOf(service, run)
  expect(plan).toEqual(['SCAN booking USING INDEX booking_created'])
})

test('what is not acknowledged is counted up to a thousand, those that leave first: no more rows are read (issue 12)', async () => {
  await using service = await startStore()
  const { store } = service
  await store.tx(async ({ db }) => {
    sqliteDb(db).run(
      sql`insert into city (id, slug, name, country) values (1, 'city', 'City', 'TR')`,
    )
    sqliteDb(
      db,
    ).run(sql`insert into hotel (id, city_id, slug, name, currency, timezone, stars, address, lat, lng,
      checkin_time, checkout_time, restore_on_cancel, active, created_at_ms)
      values (1, 1, 'alfa', 'Alfa', 'EUR', 'UTC', 4, '1 Main St', 41, 29, '14:00', '12:00', 1, 1, 1)`)
    sqliteDb(db).run(sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100)
      insert into booking (hotel_id, code, revision, acked_revision, status, room_code, rooms, checkin, checkout,
        adults, children, first_name, last_name, email, currency, total_price_cents, nightly,
        source_type, created_at_ms, updated_at_ms)
      select 1, i, 2, iif(i % 2 = 0, 1, null), 'confirmed', 'DBL', 1, '2027-04-01',
        iif(i <= 300, '2027-04-02', '2027-04-03'), 1, 0, 'Carla', 'C', 'c@example.com', 'EUR', 1, '[]', 'web',
        1, iif(i <= 300, 1, 9) from n`)
  })
  const count = (today: string, overdueMs: number) =>
    countUnacked(store, 1, { today: date(today), overdueMs })
  expect(await count('2027-04-02', 1)).toEqual({ bookings: 1_000, overdue: 300 })
  expect(await count('2027-04-02', 9)).toEqual({ bookings: 1_000, overdue: 1_000 })
  expect(await count('2027-04-03', 9)).toEqual({ bookings: 800, overdue: 800 })
  expect(await count('2027-04-04', 9)).toEqual({ bookings: 0, overdue: 0 })
})

test('what is to be folded is found by an index of that alone: hotels in which nothing moves are not read (issue 12)', async () => {
  await using service = await startStore()
  const nowMs = () => 1
  const plan = await planOf(
    service,
    async (tx) => {
      await foldSums({ store: { ...service.store, tx: (body) => body(tx) }, nowMs })
    },
    { writes: true },
  )
  expect(plan.filter((line) => line.includes('hotel_sum'))).toEqual([
    'SCAN hotel_sum USING INDEX hotel_sum_moved',
  ])
})
