import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { writeChange } from '../../src/store/days/history.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { type ChangesFilter, listLoggedChanges } from '../../src/store/history/changes-log.ts'
import { sumDays } from '../../src/store/history/day-sums.ts'
import { planOf } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

// Pages of a hotel's history of days and bookings cost the same however many there are (issue 18, part 4).

const RECORD = sql`${JSON.stringify({ code: 'B', rateCode: 'STD' })}`
const BOTH = { days: true, bookings: true }
const ALL = { kinds: BOTH, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

/** What is asked for, and the index that finds it in its order. */
const FILTERS: [filter: ChangesFilter, index: string][] = [
  [ALL, 'change_hotel_at (hotel_id=? AND at_ms>? AND at_ms<?)'],
  [{ ...ALL, fromMs: 1, untilMs: 9 }, 'change_hotel_at (hotel_id=? AND at_ms>? AND at_ms<?)'],
  [
    { ...ALL, kinds: { ...BOTH, days: false } },
    'change_hotel_at (hotel_id=? AND at_ms>? AND at_ms<?)',
  ],
  [
    { ...ALL, userId: 'u' },
    'change_user (hotel_id=? AND (actor_id,at_ms)>(?,?) AND (actor_id,at_ms)<(?,?))',
  ],
  [
    { ...ALL, userId: 'u', fromMs: 1, untilMs: 9 },
    'change_user (hotel_id=? AND (actor_id,at_ms)>(?,?) AND (actor_id,at_ms)<(?,?))',
  ],
]

test.each(FILTERS)(
  'a page of changes by %j: from its index, nothing sorted',
  async (filter, index) => {
    await using service = await startStore()
    for (const before of [
      { atMs: filter.untilMs, seq: 0 },
      { atMs: 5, seq: 5 },
    ]) {
      const plan = await planOf(service, (h) =>
        listLoggedChanges(h, 1, filter, { before, limit: 21 }),
      )
      expect(plan[0]).toContain(index)
      expect(plan.join('\n')).not.toContain('TEMP B-TREE')
      for (const line of plan) expect(line).toStartWith('SEARCH')
    }
  },
)

test('bookings of a page are found by their codes and revisions', async () => {
  await using service = await startStore()
  const made = { hotelId: 1, actorType: 'user', actorId: 'u', pushId: null } as const
  await service.store.tx(async ({ db, t }) => {
    for (const seq of [1, 2]) {
      await db.insert(t.change).values({ ...made, seq, atMs: seq })
      const revision = { changeSeq: seq, hotelId: 1, code: 'B', revision: seq, snapshot: RECORD }
      await db.insert(t.bookingRevision).values(revision)
    }
  })
  const before = { atMs: 9, seq: 0 }
  const { rows } = await listLoggedChanges(service.store, 1, ALL, { before, limit: 5 })
  expect(rows).toMatchObject([
    { seq: 2, kind: 'booking', before: { code: 'B' } },
    { seq: 1, kind: 'booking', before: undefined },
  ])
  expect(
    (await planOf(service, (h) => listLoggedChanges(h, 1, ALL, { before, limit: 5 }))).join('\n'),
  ).toContain('booking_revision_code (hotel_id=? AND code=? AND revision=?)')
})

test('days of a change are summed up along the key of the history, slice by slice', async () => {
  await using service = await startStore()
  await service.store.tx(async (tx) => {
    await lockHotel(tx, 1)
    const actor = { type: 'user', id: 'u' } as const
    await writeChange(tx, { hotelId: 1, actor, pushId: null, atMs: 1 }, [])
  })
  const plan = (await planOf(service, (h) => sumDays(h, 1))).join('\n')
  expect(plan).toContain('SEARCH day_history USING')
  expect(plan).toContain('SEARCH rate_day_history USING')
  expect(plan).not.toMatch(/SCAN (?!slice)/)
})
