import { expect, test } from 'bun:test'
import type { Month } from '../../src/domain/kernel/month.ts'
import {
  countColleagues,
  hasAgencyOwner,
  listColleagues,
} from '../../src/store/accounts/colleagues.ts'
import { listInvitations } from '../../src/store/accounts/links.ts'
import { listAgenciesAt } from '../../src/store/agencies/agencies.ts'
import { listRoomAllotments } from '../../src/store/agencies/allotments.ts'
import { findTerms, listActiveTerms, listHotelTerms } from '../../src/store/agencies/terms.ts'
import { listAgencyDay } from '../../src/store/bookings/agency-day.ts'
import { listDeadlines } from '../../src/store/bookings/due-bookings.ts'
import { countAdjustments, listOpenAdjustments } from '../../src/store/statements/adjustments.ts'
import {
  findLastOrdinal,
  findStatement,
  findStatementOf,
  isClosingBy,
  listClosing,
  listLines,
  listStatedMonths,
  listStatements,
} from '../../src/store/statements/statements.ts'
import {
  listUnstated,
  sumOpenAdjustments,
  sumUnstated,
} from '../../src/store/statements/unstated.ts'
import { planOf, type Run } from '../support/plans.ts'
import { date, startStore } from '../support/store.ts'

const account = { hotelId: 1, agencyId: 2, currency: 'EUR' }
const month = '2027-03' as Month
const march = { from: date('2027-03-01'), to: date('2027-03-31'), until: date('2027-03-31') }
const today = { nowMs: 1, first: march.from, today: march.to, until: march.to }
const checkouts =
  'booking_agency_unstated (agency_id=? AND hotel_id=? AND checkout>? AND checkout<?)'
const first = { after: undefined, limit: 9 }
const next = { after: 7, limit: 9 }
const reminders = ['booking_free_reminder (free_until>? AND free_until<?)', 'PRIMARY KEY (rowid=?)']

/** Queries of agencies, and how each finds its rows, table by table. */
const QUERIES: [what: string, found: string[], run: Run][] = [
  [
    'an agency’s day',
    [
      'booking_agency_hold (agency_id=? AND hold_expires_at_ms>?)',
      'booking_agency_free (agency_id=? AND free_until>? AND free_until<?)',
      'booking_agency_checkin (agency_id=? AND checkin>? AND checkin<?)',
    ],
    (h) => listAgencyDay(h, 2, today, 9),
  ],
  ['deadlines to be told of', reminders, (h) => listDeadlines(h, march, { limit: 9 })],
  [
    'further deadlines',
    reminders,
    (h) => listDeadlines(h, march, { after: { freeUntil: march.from, id: 3 }, limit: 9 }),
  ],
  ['an open month’s bookings', [checkouts], (h) => listUnstated(h, account, march, first)],
  [
    'its next bookings',
    [checkouts],
    (h) => listUnstated(h, account, march, { after: { checkout: march.from, id: 3 }, limit: 9 }, 5),
  ],
  [
    'a hotel’s open months',
    ['booking_hotel_unstated (hotel_id=? AND agency_id>?)'],
    (h) => sumUnstated(h, { hotelId: 1 }),
  ],
  [
    'an agency’s open months',
    ['booking_agency_unstated (agency_id=?)'],
    (h) => sumUnstated(h, { agencyId: 2 }),
  ],
  [
    'an agency’s adjustments in no statement',
    ['statement_adjustment_agency (agency_id=?)'],
    (h) => sumOpenAdjustments(h, { agencyId: 2 }),
  ],
  [
    'an account’s adjustments in no statement',
    [
      'statement_adjustment_agency (agency_id=? AND hotel_id=?)',
      'PRIMARY KEY (rowid=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ],
    (h) => listOpenAdjustments(h, account, { from: month, until: month }, { limit: 9 }),
  ],
  [
    'a booking’s adjustments',
    ['statement_adjustment_booking (booking_id=?)'],
    (h) => countAdjustments(h, 1),
  ],
  [
    'a statement by number',
    ['statement_number (number=?)'],
    (h) => findStatement(h, 'alfa-2027-1'),
  ],
  [
    'a month’s statement',
    ['statement_month (hotel_id=? AND agency_id=? AND month=? AND currency=?)'],
    (h) => findStatementOf(h, account, month),
  ],
  [
    'a hotel’s statements',
    ['statement_hotel (hotel_id=? AND id<?)'],
    (h) => listStatements(h, { hotelId: 1 }, next),
  ],
  [
    'an agency’s statements',
    ['statement_agency (agency_id=? AND id<?)'],
    (h) => listStatements(h, { agencyId: 2 }, next),
  ],
  [
    'a hotel’s closed months',
    ['statement_month (hotel_id=?)'],
    (h) => listStatedMonths(h, { hotelId: 1 }),
  ],
  [
    'an agency’s closed months',
    ['statement_agency (agency_id=?)'],
    (h) => listStatedMonths(h, { agencyId: 2 }),
  ],
  ['statements that are closing', ['statement_closing (status=?)'], (h) => listClosing(h, 9)],
  [
    'an account’s statement that is closing',
    ['statement_month (hotel_id=? AND agency_id=? AND month>?)'],
    (h) => isClosingBy(h, account, { since: month }),
  ],
  [
    'a hotel’s last number of a year',
    ['statement_ordinal (hotel_id=? AND year=? AND ordinal>?)'],
    (h) => findLastOrdinal(h, 1, 2027),
  ],
  [
    'the lines of a statement',
    [
      'PRIMARY KEY (statement_id=? AND position>?)',
      'PRIMARY KEY (rowid=?)',
      'PRIMARY KEY (hotel_id=? AND id=?)',
    ],
    (h) => listLines(h, 1, { after: 3, limit: 9 }),
  ],
  ['terms', ['PRIMARY KEY (hotel_id=? AND agency_id=?)'], (h) => findTerms(h, 1, 2)],
  ['an agency’s active terms', ['agency_terms_agency (agency_id=?)'], (h) => listActiveTerms(h, 2)],
  [
    'an agency’s terms, page by page',
    ['agency_terms_agency (agency_id=? AND hotel_id>?)', 'PRIMARY KEY (rowid=?)'],
    (h) => listHotelTerms(h, 2, { afterId: 1, limit: 9 }),
  ],
  [
    'the allotments of a room type',
    [
      'PRIMARY KEY (hotel_id=? AND room_code=? AND date>? AND date<?)',
      'PRIMARY KEY (rowid=?)',
      'PRIMARY KEY (hotel_id=? AND agency_id=?)',
      'PRIMARY KEY (hotel_id=? AND room_code=? AND date=? AND agency_id=?)',
    ],
    (h) => listRoomAllotments(h, { hotelId: 1, roomCode: 'DBL', ...march }),
  ],
  [
    'an agency’s people',
    ['user_agency (agency_id=? AND id>?)', 'PRIMARY KEY (user_id=?)'],
    (h) => listColleagues(h, 2, { afterId: 'a', limit: 9 }),
  ],
  ['their number', ['user_agency (agency_id=?)'], (h) => countColleagues(h, 2)],
  ['an agency’s owner', ['user_agency (agency_id=?)'], (h) => hasAgencyOwner(h, 2)],
  [
    'an agency’s invitations',
    ['account_link_agency (agency_id=?)', 'PRIMARY KEY (id=?)', 'mail_link (link_id>?)'],
    (h) => listInvitations(h, { agencyId: 2 }, 5),
  ],
]

test.each(QUERIES)('%s: found by %j, and no table is scanned (issue 34)', async (_, found, run) => {
  await using service = await startStore()
  const plan = await planOf(service, run)
  const lines = plan.filter((line) => !/TEMP B-TREE FOR (GROUP BY|LAST TERM)/.test(line))
  const short = lines.map((line) =>
    line.replace(/^SEARCH \w+ USING (COVERING |INTEGER )?(INDEX )?/, '').replace(' LEFT-JOIN', ''),
  )
  expect(short).toEqual(found)
})

test('the agencies of a hotel are found without a scan of its bookings or terms (issue 34)', async () => {
  await using service = await startStore()
  const plan = await planOf(service, (handle) => listAgenciesAt(handle, 1))
  const lines = plan.filter((line) => /^SEARCH|^SCAN/.test(line) && !line.includes('agency USING'))
  expect(lines).toEqual([
    'SCAN agency',
    expect.stringContaining('agency_terms USING'),
    expect.stringContaining('INDEX booking_hotel_agency (hotel_id=? AND agency_id=?)'),
  ])
})
