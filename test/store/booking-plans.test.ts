import { expect, test } from 'bun:test'
import { type BookingFilter, conditionsOf } from '../../src/store/bookings/booking-filter.ts'
import { listBookingPage } from '../../src/store/bookings/booking-pages.ts'
import {
  listPartnerBookings,
  type PartnerFilter,
  type PullPlace,
} from '../../src/store/bookings/booking-pull.ts'
import { listWord } from '../../src/store/bookings/booking-words.ts'
import { clearReminder, findBooking, updateManageEpoch } from '../../src/store/bookings/bookings.ts'
import {
  listDueCheckouts,
  listDueReminders,
  listExpiredHolds,
} from '../../src/store/bookings/due-bookings.ts'
import { isCodeTaken, listGroup } from '../../src/store/bookings/groups.ts'
import { searchAmong } from '../../src/store/bookings/newest-bookings.ts'
import { planOf, type Run } from '../support/plans.ts'
import { addCities, addHotels } from '../support/search-kept.ts'
import { date, startStore } from '../support/store.ts'

const april = { from: date('2027-04-01'), to: date('2027-04-30') }
const status = ['confirmed' as const, 'cancelled' as const]
const place = { createdAtMs: 2, id: 2 }

const pull =
  (filter: Partial<PartnerFilter>, after?: PullPlace): Run =>
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
      { after, limit: 101 },
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
    'the next page of a pull of stays',
    'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?',
    pull({ dateField: 'stay' }, { key: april.from, tie: 7 }),
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
    pull({ dateField: 'updated', isUnackedOnly: true }, { key: 1, tie: 7 }),
  ],
  [
    'a pull of what was updated since an instant',
    'booking_hotel_updated (hotel_id=? AND updated_at_ms>?',
    pull({ dateField: 'since' }),
  ],
  [
    'its next page',
    'booking_hotel_updated (hotel_id=? AND updated_at_ms>?',
    pull({ dateField: 'since', isUnackedOnly: true }, { key: 1, tie: 'A' }),
  ],
  [
    'a look-up by a partner’s own id',
    'booking_hotel_external (hotel_id=? AND external_id=?',
    pull({ externalId: 'PMS-1', status: [] }),
  ],
  [
    'its next page',
    'booking_hotel_external (hotel_id=? AND external_id=?',
    pull({ externalId: 'PMS-1' }, { key: april.from, tie: 7 }),
  ],
  ['a guest’s bookings', 'booking_user_created (user_id=?', list({ userId: 'carla' })],
  [
    'a guest’s next page',
    'booking_user_created (user_id=? AND created_at_ms<?',
    list({ userId: 'carla' }, place),
  ],
  ['the panel’s list', 'booking_hotel_created (hotel_id=?', list({ hotelId: 1 })],
  [
    'the panel’s next page',
    'booking_hotel_created (hotel_id=? AND created_at_ms<?',
    list({ hotelId: 1 }, place),
  ],
  [
    'the panel’s list of a status',
    'booking_hotel_created (hotel_id=?',
    list({ hotelId: 1, status }),
  ],
  [
    'the panel’s arrivals',
    'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?',
    list({ hotelId: 1, dates: { field: 'checkin', ...april } }),
  ],
  [
    'the panel’s departures',
    'booking_hotel_checkout (hotel_id=? AND checkout>? AND checkout<?',
    list({ hotelId: 1, dates: { field: 'checkout', ...april } }),
  ],
  [
    'the panel’s list of what is not acknowledged',
    'booking_hotel_unacked (hotel_id=? AND checkout>?',
    list({ hotelId: 1, unackedOn: april.from }),
  ],
  [
    'the panel’s list of what nobody has proven',
    'booking_hotel_unproven (hotel_id=?',
    list({ hotelId: 1, unproven: true }),
  ],
  [
    'the panel’s list of what was made on the web',
    'booking_hotel_created (hotel_id=?',
    list({ hotelId: 1, source: 'web' }),
  ],
  [
    'its next page',
    'booking_hotel_created (hotel_id=? AND created_at_ms<?',
    list({ hotelId: 1, source: 'web' }, place),
  ],
  [
    'the panel’s list of an agency',
    'booking_hotel_agency (hotel_id=? AND agency_id=?',
    list({ hotelId: 1, agencyId: 2 }),
  ],
  [
    'its next page',
    'booking_hotel_agency (hotel_id=? AND agency_id=? AND created_at_ms<?',
    list({ hotelId: 1, agencyId: 2 }, place),
  ],
  [
    'the panel’s list of an agency and of a status',
    'booking_hotel_agency (hotel_id=? AND agency_id=?',
    list({ hotelId: 1, agencyId: 2, status }),
  ],
  [
    'an agency’s arrivals',
    'booking_agency_checkin (agency_id=? AND checkin>? AND checkin<?',
    list({ agencyId: 1, dates: { field: 'checkin', ...april } }),
  ],
  [
    'an agency’s departures',
    'booking_agency_checkout (agency_id=? AND checkout>? AND checkout<?',
    list({ agencyId: 1, dates: { field: 'checkout', ...april } }),
  ],
  [
    'everybody’s arrivals',
    'booking_hotel_checkin (hotel_id=? AND checkin>? AND checkin<?',
    list({ dates: { field: 'checkin', ...april } }),
  ],
  [
    'everybody’s departures',
    'booking_hotel_checkout (hotel_id=? AND checkout>? AND checkout<?',
    list({ dates: { field: 'checkout', ...april } }),
  ],
  [
    'everybody’s no-shows',
    'booking_unconfirmed (status=? AND created_at_ms<?',
    list({ status: ['no_show'] }, place),
  ],
  ['a booking by its code', 'booking_code (code=?', (handle) => findBooking(handle, 'AAAAAAAAAA')],
  [
    'holds that have run out',
    'booking_hold (hold_expires_at_ms<?',
    (handle) => listExpiredHolds(handle, 1, 200),
  ],
  [
    'options whose reminder is due',
    'booking_option_reminder (option_reminder_at_ms>? AND option_reminder_at_ms<?',
    (handle) => listDueReminders(handle, 1, 200),
  ],
  [
    'stays that are over',
    'booking_running (checkout<?',
    (handle) => listDueCheckouts(handle, april.to, { limit: 200 }),
  ],
  [
    'further stays that are over',
    'booking_running (checkout>? AND checkout<?',
    (handle) =>
      listDueCheckouts(handle, april.to, { after: { checkout: april.from, id: 7 }, limit: 200 }),
  ],
]

test.each(QUERIES)(
  '%s: bookings are found by an index, %s…), and no table is scanned (issue 3)',
  async (_, bounds, run) => {
    await using service = await startStore()
    await addCities(service.store)
    await addHotels(service.store, 1, 1)
    const plan = await planOf(service, run)

    const onBookings = plan.filter((line) => /\bbooking\b/.test(line))
    expect(onBookings).not.toBeEmpty()
    for (const line of onBookings) {
      expect(line).toStartWith('SEARCH booking USING')
      expect(line).toContain(bounds)
    }
    // Those of one instant alone are put in the order of their codes.
    for (const line of plan)
      expect(line).not.toMatch(/^SCAN|TEMP B-TREE(?! FOR LAST TERM OF ORDER BY)/)
  },
)

const GROUP = { id: 1, groupCode: 'G', manageEpoch: 0 }

test.each([
  ['the bookings', (h) => listGroup(h, 'G')],
  ['whether a code is taken', (h) => isCodeTaken(h, 'G')],
  ['the epoch of links', (h) => updateManageEpoch(h, GROUP)],
  ['the reminder of an option', (h) => clearReminder(h, GROUP)],
] satisfies [string, Run][])(
  'of a group %s is found by the index of groups (contract-groups)',
  async (_, run) => {
    await using service = await startStore()
    const plan = await planOf(service, run, { writes: true })
    const lines = plan.filter((line) => /^S(CAN|EARCH)|TEMP B-TREE/.test(line))
    expect(lines).toContainEqual(expect.stringMatching(/INDEX booking_group \(group_code=\?\)/))
    for (const line of lines)
      expect(line).toMatch(/^SEARCH booking USING (COVERING )?INDEX booking_(group|code) /)
  },
)

const typed = { word: 'carla', id: 7, createdAtMs: 1 }

test.each([
  ['a hotel’s', 'PRIMARY KEY (hotel_id=? AND ', { hotelId: 1 }],
  ['an agency’s', 'COVERING INDEX booking_word_agency (agency_id=? AND ', { agencyId: 1 }],
  ['everybody’s', 'COVERING INDEX booking_word_all (', {}],
] as const)(
  '%s bookings with a word are found in an index of words, %sword…), and nothing else is read (issue 12)',
  async (_, bounds, owner) => {
    await using service = await startStore()
    const first = await planOf(service, (h) =>
      listWord(h, owner, 'car', { after: undefined, limit: 9 }),
    )
    expect(first).toEqual([`SEARCH booking_word USING ${bounds}word>? AND word<?)`])
    const next = await planOf(service, (h) => listWord(h, owner, 'car', { after: typed, limit: 9 }))
    expect(next).toEqual([`SEARCH booking_word USING ${bounds}(word,booking_id)>(?,?) AND word<?)`])
  },
)

test.each([
  ['a hotel’s', { hotelId: 1 }],
  ['an agency’s', { agencyId: 1 }],
  ['everybody’s cancelled', { status: ['cancelled'] }],
] satisfies [string, BookingFilter][])(
  'of %s bookings those that a word or date found are read by their keys, not all that are in the list (issue 12)',
  async (_, filter) => {
    await using service = await startStore()
    const { t } = service.store
    // Of a few keys no engine would think of anything else.
    const candidates = Array.from({ length: 500 }, (_, id) => ({ id, createdAtMs: id }))
    const sought = { ...conditionsOf(t, filter), words: [], after: undefined, limit: 21 }
    const [line] = await planOf(service, (handle) => searchAmong(handle, candidates, sought))
    expect(line).toBe('SEARCH booking USING INTEGER PRIMARY KEY (rowid=?)')
  },
)
