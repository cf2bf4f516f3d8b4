import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import {
  listFreshUnacked,
  listHolds,
  listRevisionsAfter,
  listRevisionsAt,
} from '../../src/store/bookings/ledger.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

const HOTEL = 1
const NIGHT = '2027-04-01' as CalendarDate
const NIGHTS = { from: NIGHT, to: NIGHT }

/** What a count that comes with a cursor, or without one, is judged by; each push reads it. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  [
    'revisions after a place',
    /booking_revision_hotel \(hotel_id=\? AND change_seq>\?/,
    (h) => listRevisionsAfter(h, { hotelId: HOTEL, seq: 1, limit: 9 }),
  ],
  [
    'what some bookings were at a place',
    /booking_revision_code \(hotel_id=\? AND code=\?\)/,
    (h) => listRevisionsAt(h, { hotelId: HOTEL, seq: 1, codes: ['A', 'B'] }),
  ],
  [
    'holds',
    /booking_hotel_hold \(hotel_id=\? AND hold_expires_at_ms>\?/,
    (h) => listHolds(h, HOTEL, NIGHTS),
  ],
  [
    'fresh bookings that nobody acknowledged',
    /booking_hotel_unacked \(hotel_id=\? AND checkout>\? AND checkout<\?\)/,
    (h) => listFreshUnacked(h, HOTEL, { sinceMs: 1, ...NIGHTS }),
  ],
]

test.each(QUERIES)('%s: not all that the hotel ever sold is read', async (_, index, run) => {
  await using service = await startStore()
  const plan = await planOf(service, run)
  expect(plan.join('\n')).toMatch(index)
  for (const line of plan) expect(line).toMatch(/^(SEARCH|USE TEMP B-TREE)/)
})
