import { expect, test } from 'bun:test'
import {
  listDueCheckouts,
  listExpiredHolds,
  listPartnerBookings,
  type PartnerFilter,
} from '../../src/store/booking-lists.ts'
import { type BookingFilter, listBookingPage } from '../../src/store/booking-pages.ts'
import { findBooking } from '../../src/store/bookings.ts'
import { planOf, type Run } from '../support/plans.ts'
import { date, startStore } from '../support/store.ts'

const april = { from: date('2027-04-01'), to: date('2027-04-30') }
const status = ['confirmed' as const, 'cancelled' as const]
const place = { createdAtMs: 2, id: 2 }

const pull =
  (filter: Partial<PartnerFilter>, afterId?: number): Run =>
  (handle) =>
    listPartnerBookings(
      handle,
      {
        ...april,
        hotelId: 1,
        dateField: 'checkin',
        fromMs: 1,
        untilMs: 2,
        status,
        isUnackedOnly: false,
        ...filter,
      },
      { afterId, limit: 101 },
    )

const list =
  (filter: BookingFilter, after?: typeof place): Run =>
  (handle) =>
    listBookingPage(handle, filter, { after, limit: 21 })

/** Every query that lists bookings for partners, guests and the panel, and what of an index it may read. */
const QUERIES: [what: string, bounds: string, run: Run][] = [
  ['a pull by check-in', 'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?', pull({})],
  [
    'a pull by check-out',
    'booking_hotel_checkout (hotel_id=? AND checkout>? AND checkout<?',
    pull({ dateField: 'checkout' }),
  ],
  [
    'a pull of stays',
    'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?',
    pull({ dateField: 'stay' }),
  ],
  [
    'a pull by the time of making',
    'booking_hotel_created (hotel_id=? AND created_at_ms>? AND created_at_ms<?',
    pull({ dateField: 'created' }),
  ],
  [
    'a pull by the time of the last change',
    'booking_hotel_updated (hotel_id=? AND updated_at_ms>? AND updated_at_ms<?',
    pull({ dateField: 'updated' }),
  ],
  [
    'a pull of every status',
    'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?',
    pull({ status: [] }),
  ],
  [
    'a pull of what is not acknowledged',
    'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?',
    pull({ isUnackedOnly: true }),
  ],
  [
    'the next page of a pull',
    'booking_hotel_updated (hotel_id=? AND updated_at_ms>? AND updated_at_ms<?',
    pull({ dateField: 'updated', isUnackedOnly: true }, 7),
  ],
  ['a guest’s bookings', 'booking_user (user_id=?', list({ userId: 'carla' })],
  ['a guest’s next page', 'booking_user (user_id=?', list({ userId: 'carla' }, place)],
  ['the panel’s list', 'booking_hotel_created (hotel_id=?', list({ hotelId: 1 })],
  [
    'the panel’s next page',
    'booking_hotel_created (hotel_id=? AND created_at_ms<?',
    list({ hotelId: 1 }, place),
  ],
  ['the panel’s list of a status', 'booking_hotel_', list({ hotelId: 1, status })],
  [
    'the panel’s arrivals',
    'booking_hotel_',
    list({ hotelId: 1, dates: { field: 'checkin', ...april } }),
  ],
  [
    'the panel’s departures',
    'booking_hotel_',
    list({ hotelId: 1, dates: { field: 'checkout', ...april } }),
  ],
  ['the panel’s search', 'booking_hotel_created (hotel_id=?', list({ hotelId: 1, q: 'carla' })],
  ['a booking by its code', 'booking_code (code=?', (handle) => findBooking(handle, 'AAAAAAAAAA')],
  [
    'holds that have run out',
    'booking_hold (hold_expires_at_ms<?',
    (handle) => listExpiredHolds(handle, 1, 200),
  ],
  [
    'stays that are over',
    'booking_running (checkout<?',
    (handle) => listDueCheckouts(handle, april.to),
  ],
]

test.each(QUERIES)(
  '%s: bookings are found by an index, %s…), and no table is scanned (issue 3)',
  async (_, bounds, run) => {
    await using service = startStore()
    const plan = await planOf(service, run)

    const onBookings = plan.filter((line) => /\bbooking\b/.test(line))
    expect(onBookings).toHaveLength(1)
    expect(onBookings[0]).toStartWith('SEARCH booking USING')
    expect(onBookings[0]).toContain(bounds)
    for (const line of plan) expect(line).not.toStartWith('SCAN')
  },
)
