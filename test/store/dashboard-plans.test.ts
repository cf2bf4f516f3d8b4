import { expect, test } from 'bun:test'
import { countBookings, listBookingPage } from '../../src/store/booking-pages.ts'
import {
  countUnacked,
  countUnpriced,
  findFrontDesk,
  listMoved,
  listSoldRooms,
  sumAgencyBookings,
  sumAllBookings,
} from '../../src/store/dashboards.ts'
import type { Handle } from '../../src/store/open.ts'
import { listReviews } from '../../src/store/reviews.ts'
import { planOf, type Run } from '../support/plans.ts'
import { date, startStore } from '../support/store.ts'

const range = { from: date('2027-04-01'), to: date('2027-04-30') }
const span = { fromMs: 1, untilMs: 2 }
const after = { createdAtMs: 2, id: 2 }
const status = ['confirmed' as const]

/** Every query that shows staff bookings or figures of them, and the indexes that it may use. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  ['rooms sold in a range', /booking_hotel_checkin/, (h) => listSoldRooms(h, 1, range)],
  ['the front desk', /booking_hotel_check(in|out)/, (h) => findFrontDesk(h, 1, range.from)],
  [
    'what is not acknowledged',
    /booking_hotel_checkout/,
    (h) => countUnacked(h, 1, { today: range.from, overdueMs: 1 }),
  ],
  [
    'days without a price',
    /PRIMARY KEY \(hotel_id=\? AND room_code=\? AND date>\? AND date<\?\)/,
    (h) => countUnpriced(h, 1, { roomCodes: ['DBL', 'SGL'], range }),
  ],
  ['pickup', /booking_hotel_updated/, (h) => listMoved(h, 1, 1)],
  ['an agency’s sums', /booking_agency/, (h) => sumAgencyBookings(h, 1, {})],
  ['an agency’s sums of a span', /booking_agency/, (h) => sumAgencyBookings(h, 1, span)],
  ['the house’s sums of a span', /booking_created/, (h) => sumAllBookings(h, span)],
  [
    'a hotel’s page',
    /booking_hotel_created/,
    (h) => listBookingPage(h, { hotelId: 1 }, { limit: 21 }),
  ],
  [
    'a hotel’s next page of a status',
    /booking_hotel_created/,
    (h) => listBookingPage(h, { hotelId: 1, status, q: 'a' }, { after, limit: 21 }),
  ],
  [
    'an agency’s page',
    /booking_agency/,
    (h) => listBookingPage(h, { agencyId: 1 }, { after, limit: 21 }),
  ],
  ['everybody’s next page', /booking_created/, (h) => listBookingPage(h, {}, { after, limit: 21 })],
  ['a hotel’s reviews', /review/, (h) => listReviews(h, { hotelId: 1 }, { limit: 21 })],
]

test.each(QUERIES)(
  '%s are found by an index and no booking is read in vain: no full scan, no sorting of pages',
  async (what, index, run) => {
    await using service = startStore()
    const plan = await planOf(service, run)

    const onBookings = plan.filter((line) => /\b(booking|review|day)\b/.test(line))
    expect(onBookings.length).toBeGreaterThan(0)
    for (const line of onBookings) expect(line).toStartWith('SEARCH')
    expect(onBookings.join('\n')).toMatch(index)
    if (/page|reviews/.test(what)) expect(plan.join('\n')).not.toContain('ORDER BY')
  },
)

test('bookings are counted for the metrics from partial indexes, not from the table', async () => {
  await using service = startStore()
  const plan = await planOf(service, countBookings)
  expect(plan.filter((line) => line.startsWith('SCAN')).toSorted()).toEqual([
    'SCAN booking',
    'SCAN booking USING COVERING INDEX booking_hold',
    'SCAN booking USING COVERING INDEX booking_running',
  ])
})

test('the first page of everybody’s bookings is read from the index of their making and stops when it is full', async () => {
  await using service = startStore()
  const run = (handle: Handle) => listBookingPage(handle, {}, { limit: 21 })
  const plan = await planOf(service, run)
  expect(plan).toEqual(['SCAN booking USING INDEX booking_created'])
})
