import { expect, test } from 'bun:test'
import {
  findConnection,
  listConnectionsAt,
  listConnectionsOf,
} from '../../src/store/accounts/connections.ts'
import { listUnacked } from '../../src/store/bookings/acks.ts'
import {
  listBookingDeliveries,
  listRevisions,
  listRevisionsOfEach,
} from '../../src/store/bookings/booking-trail.ts'
import { countUnbookable } from '../../src/store/dashboards/dashboards.ts'
import { listFeed } from '../../src/store/days/changes.ts'
import {
  findFeedEnd,
  findFeedStart,
  findPlaceBefore,
  isPlaceKept,
  listFeedBounds,
} from '../../src/store/days/feed-places.ts'
import { listHistory, writeChange } from '../../src/store/days/history.ts'
import { findPush, listPushes, sumRejected } from '../../src/store/days/pushes.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import type { Store } from '../../src/store/open.ts'
import { listExcessHistory, placeAfter } from '../../src/store/retention/history-trim.ts'
import { planOf, type Run } from '../support/plans.ts'
import { change, date, startStore } from '../support/store.ts'

const HOTEL = 1
const PASS = {
  ...{ newestSeq: 9, moved: new Set<string>() },
  ...{ rest: async () => {}, stopping: new AbortController().signal },
}
const place = { seq: 2, entries: 0, atMs: 1 }
const start = { seq: 1, entries: 0, atMs: 0 }
const range = { from: date('2027-04-01'), to: date('2027-04-30') }
const night = { hotelId: HOTEL, roomCode: 'DBL', date: range.from }
const before = { atMs: 1, id: 'p' }
const booking = { hotelId: HOTEL, code: 'B' }

/** Every query of the feed, the log of pushes and the pass for `booking.unacked`. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  ['the start of a feed', /meta/, (h) => findFeedStart(h, HOTEL)],
  ['the end of a feed', /change_hotel/, (h) => findFeedEnd(h, HOTEL)],
  [
    'the place before what was lost',
    /SEARCH change USING COVERING INDEX change_hotel_at \(hotel_id=\? AND at_ms<\?\)/,
    (h) => findPlaceBefore(h, HOTEL, { seq: 9, entries: 0, atMs: 9e12 }),
  ],
  [
    'the ends of the feeds of some hotels',
    /SEARCH change USING INTEGER PRIMARY KEY[\s\S]*SEARCH change USING COVERING INDEX change_hotel \(hotel_id=\?\)/,
    (h) => listFeedBounds(h, [HOTEL, 2]),
  ],
  [
    'the connection of a vendor with a hotel',
    /SEARCH hotel USING [\s\S]*SEARCH api_key USING INDEX api_key_connection \(vendor_id=\? AND hotel_id=\?\)/,
    (h) => findConnection(h, { vendorId: 'v', slug: 'alfa' }),
  ],
  [
    'the hotels of a vendor',
    /SEARCH api_key USING (COVERING )?INDEX api_key_connection \(vendor_id=\?\)/,
    (h) => listConnectionsOf(h, 'v'),
  ],
  [
    'the connections of a vendor with some hotels',
    /SEARCH api_key USING INDEX api_key_connection \(vendor_id=\?/,
    (h) => listConnectionsAt(h, { vendorId: 'v', slugs: ['alfa', 'bravo'] }),
  ],
  ['a place of a feed', /change/, (h) => isPlaceKept(h, HOTEL, { place, start })],
  [
    'a page of the feed',
    /change_hotel \(hotel_id=\? AND seq>\?\)[\s\S]*SEARCH day_history USING PRIMARY KEY \(change_seq=\?/,
    (h) => listFeed(h, { hotelId: HOTEL, after: { ...start, seq: 0 }, limit: 500 }),
  ],
  [
    'a page of the feed of bookings alone',
    /booking_revision_hotel \(hotel_id=\? AND change_seq>\?\)/,
    (h) => {
      const kinds = { bookings: true, days: false }
      return listFeed(h, { hotelId: HOTEL, kinds, after: { ...start, seq: 0 }, limit: 500 })
    },
  ],
  [
    'a page that begins within a change',
    /change_hotel \(hotel_id=\? AND seq>\?\)[\s\S]*SEARCH day_history USING PRIMARY KEY \(change_seq=\?/,
    (h) => listFeed(h, { hotelId: HOTEL, after: { ...start, entries: 1 }, limit: 1 }),
  ],
  [
    'the history of a day',
    /SEARCH day USING PRIMARY KEY \(hotel_id=\? AND room_code=\? AND date=\?\)[\s\S]*SEARCH day_history USING PRIMARY KEY \(change_seq=\? AND room_code=\? AND date=\?\)/,
    (h) => listHistory(h, { ...night, limit: 9 }),
  ],
  [
    'the history of a day before a change',
    /SEARCH day_history USING PRIMARY KEY \(change_seq=\? AND room_code=\? AND date=\?\)/,
    (h) => listHistory(h, { ...night, limit: 9, beforeSeq: 9 }),
  ],
  [
    'days with too much history',
    /SEARCH day_history USING PRIMARY KEY \(\(change_seq,room_code,date\)>\(\?,\?,\?\) AND change_seq<\?\)\nSEARCH day USING PRIMARY KEY/,
    (h) => listExcessHistory(h, 'day', placeAfter(0), PASS),
  ],
  [
    'revisions not acknowledged',
    /booking_unacked_due \(updated_at_ms>\? AND updated_at_ms<\?\)/,
    (h) => listUnacked(h, { fromMs: 1, toMs: 2 }, 9),
  ],
  [
    'pushes of a hotel',
    /push_hotel/,
    (h) => listPushes(h, { hotelId: HOTEL, isRejectedOnly: false }, { before, limit: 9 }),
  ],
  [
    'refused pushes of a hotel',
    /push_rejected/,
    (h) => listPushes(h, { hotelId: HOTEL, isRejectedOnly: true }, { limit: 9 }),
  ],
  [
    'the revisions of a booking',
    /booking_revision_code[\s\S]*outbox_booking/,
    (h) => listRevisions(h, booking, 9),
  ],
  [
    'the revisions of some bookings',
    /booking_revision_code[\s\S]*booking_revision_code[\s\S]*outbox_booking/,
    (h) =>
      listRevisionsOfEach(
        h,
        [1, 2].map((revision) => ({ ...booking, revision })),
        9,
      ),
  ],
  [
    'the deliveries of a booking',
    /outbox_booking[\s\S]*delivery_outbox/,
    (h) => listBookingDeliveries(h, booking, 9),
  ],
  ['one push', /push/, (h) => findPush(h, { hotelId: HOTEL, id: 'p' })],
  ['refused elements', /push_rejected/, (h) => sumRejected(h, HOTEL, 1)],
  [
    'days without a price',
    /day/,
    (h) => countUnbookable(h, HOTEL, { roomCodes: ['DBL', 'SGL'], range }),
  ],
]

const ACTOR = { type: 'user' as const, id: 'of nobody' }

const keep = (store: Store, hotelId: number, available: number) =>
  store.tx(async (tx) => {
    const head = { hotelId, actor: ACTOR, pushId: `push ${available}`, atMs: available }
    await lockHotel(tx, hotelId)
    return await writeChange(tx, head, [change('DBL', '2027-04-01', { available })])
  })

test.each(QUERIES)('%s: found by an index, nothing is scanned', async (_, index, run) => {
  await using service = await startStore()
  await keep(service.store, HOTEL, 1)
  const plan = await planOf(service, run)

  expect(plan.length).toBeGreaterThan(0)
  for (const line of plan)
    expect(line).toMatch(
      /^(SEARCH|MULTI-INDEX OR|INDEX [12]$|USE TEMP B-TREE|CO-ROUTINE|SETUP|RECURSIVE STEP|SCAN (chain|CONSTANT))|SCALAR SUBQUERY/,
    )
  expect(plan.join('\n')).toMatch(index)
})

test.each(QUERIES.filter(([what]) => what.includes('page')))(
  '%s is read in its order: what it costs is what it shows, however much there is',
  async (_, __, run) => {
    await using service = await startStore()
    await keep(service.store, HOTEL, 1)
    const plan = await planOf(service, run)
    expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  },
)

test('a change has the number after every one committed before it, whatever was rolled back between (issue 4)', async () => {
  await using service = await startStore()
  const { store } = service
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6].map(async (available) => {
      if (available % 3 > 0) return await keep(store, (available % 2) + 1, available)
      return await store.tx(async (tx) => {
        await lockHotel(tx, HOTEL)
        await writeChange(tx, { hotelId: HOTEL, actor: ACTOR, pushId: null, atMs: 1 }, [])
        throw new Error('rolled back')
      })
    }),
  )
  const seqs = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  expect(seqs).toEqual([1, 2, 3, 4])
})
