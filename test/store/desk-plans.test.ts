import { expect, test } from 'bun:test'
import type { BookingFilter } from '../../src/store/bookings/booking-filter.ts'
import { type BookingSort, listSortedPage } from '../../src/store/bookings/booking-pages.ts'
import { listDay } from '../../src/store/bookings/day-lists.ts'
import { listDesks, listPayments } from '../../src/store/bookings/desk.ts'
import { listSharedRooms } from '../../src/store/bookings/shared-rooms.ts'
import { planOf, type Run } from '../support/plans.ts'
import { date, startStore } from '../support/store.ts'

const april = { from: date('2027-04-01'), to: date('2027-04-30') }
const day = april.from

const sorted =
  (sort: BookingSort, more: Omit<BookingFilter, 'hotelId'> = {}, key: string | number = day): Run =>
  (handle) =>
    listSortedPage(handle, { hotelId: 1, ...more }, sort, { after: { key, id: 7 }, limit: 21 })

const up = (by: BookingSort['by']) => ({ by, isDown: false })
const down = (by: BookingSort['by']) => ({ by, isDown: true })

/** What the desk asks for, and what of an index it may read: nothing grows with the bookings there are. */
const QUERIES: [what: string, bounds: string[], run: Run][] = [
  [
    'arrivals upwards',
    ['COVERING INDEX booking_hotel_checkin (hotel_id=? AND checkin>?)'],
    sorted(up('checkin')),
  ],
  [
    'arrivals downwards',
    ['COVERING INDEX booking_hotel_checkin (hotel_id=? AND checkin<?)'],
    sorted(down('checkin')),
  ],
  [
    'arrivals of a month',
    ['COVERING INDEX booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?)'],
    sorted(up('checkin'), { dates: { field: 'checkin', to: april.to } }),
  ],
  [
    'departures of a state',
    ['INDEX booking_hotel_checkout (hotel_id=? AND checkout<?)'],
    sorted(down('checkout'), { status: ['confirmed'] }),
  ],
  [
    'the oldest first',
    ['COVERING INDEX booking_hotel_created (hotel_id=? AND created_at_ms>?)'],
    sorted(up('created'), {}, 1),
  ],
  [
    'guests of a month',
    ['INDEX booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?)'],
    sorted(up('guest'), { dates: { field: 'checkin', ...april } }, 'a'),
  ],
  [
    'totals of all, as far as there are few',
    ['COVERING INDEX booking_hotel_created (hotel_id=?)'],
    sorted(down('total'), {}, 1),
  ],
  [
    'a day',
    [
      'INDEX booking_hotel_confirmed (hotel_id=? AND checkin=?)',
      'INDEX booking_hotel_checkout (hotel_id=? AND checkout=?)',
      'INDEX booking_hotel_confirmed (hotel_id=? AND checkin>? AND checkin<?)',
    ],
    (handle) => listDay(handle, 1, { date: day, isPast: false }),
  ],
  [
    'a day that has passed',
    [
      'INDEX booking_hotel_checkin (hotel_id=? AND checkin=?)',
      'INDEX booking_hotel_checkout (hotel_id=? AND checkout=?)',
      'INDEX booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?)',
    ],
    (handle) => listDay(handle, 1, { date: day, isPast: true }),
  ],
]

test.each(QUERIES)('%s: read along %j, and nothing is sorted', async (_, bounds, run) => {
  await using service = await startStore()
  const plan = await planOf(service, run)
  expect(plan).toEqual(bounds.map((each) => `SEARCH booking USING ${each}`))
})

test('what the desk keeps is read by the keys of bookings', async () => {
  await using service = await startStore()
  expect(await planOf(service, (handle) => listDesks(handle, [1, 2]))).toEqual([
    'SEARCH booking_desk USING PRIMARY KEY (booking_id=?)',
  ])
  const [payments] = await planOf(service, (handle) => listPayments(handle, 1))
  expect(payments).toBe('SEARCH booking_payment USING INDEX booking_payment_booking (booking_id=?)')
})

test('whom a room is given to is looked up along its words, newest first', async () => {
  await using service = await startStore()
  const stay = { id: 1, hotelId: 1, checkin: day, checkout: april.to }
  const plan = await planOf(service, (handle) => listSharedRooms(handle, stay, ['204'], day))
  expect(plan).toEqual([
    'CO-ROUTINE assigned',
    'SEARCH booking_word USING PRIMARY KEY (hotel_id=? AND word=?)',
    'SCAN assigned',
    'SEARCH booking USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH booking_desk USING PRIMARY KEY (booking_id=?)',
  ])
})
