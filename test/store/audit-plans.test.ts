import { expect, test } from 'bun:test'
import { type AuditFilter, listAudit, listHotelAudit } from '../../src/store/history/audit.ts'
import { planOf } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

const DAYS = { fromMs: 1, untilMs: 9 }
const AFTER = { atMs: 5, seq: 5 }

/** What a hotel's history is asked for, and the index that finds it in its order. */
const FILTERS: [filter: AuditFilter, index: string][] = [
  [{}, 'catalog_history_hotel (hotel_id=? AND at_ms>? AND at_ms<?)'],
  [DAYS, 'catalog_history_hotel (hotel_id=? AND at_ms>? AND at_ms<?)'],
  [
    { entity: 'member' },
    'catalog_history_kind (hotel_id=? AND (entity,at_ms)>(?,?) AND (entity,at_ms)<(?,?))',
  ],
  [
    { entity: 'member', ...DAYS },
    'catalog_history_kind (hotel_id=? AND (entity,at_ms)>(?,?) AND (entity,at_ms)<(?,?))',
  ],
  [
    { userId: 'u' },
    'catalog_history_actor (hotel_id=? AND (actor_id,at_ms)>(?,?) AND (actor_id,at_ms)<(?,?))',
  ],
  [
    { userId: 'u', ...DAYS },
    'catalog_history_actor (hotel_id=? AND (actor_id,at_ms)>(?,?) AND (actor_id,at_ms)<(?,?))',
  ],
]

test.each(FILTERS)(
  'a page of a hotel’s history by %j: from its index, nothing sorted',
  async (filter, index) => {
    await using service = await startStore()
    for (const after of [undefined, AFTER]) {
      const plan = await planOf(service, (h) => listHotelAudit(h, 1, filter, { after, limit: 21 }))
      expect(plan.join('\n')).toContain(index)
      expect(plan.join('\n')).not.toContain('TEMP B-TREE')
      for (const line of plan) expect(line).toStartWith('SEARCH')
    }
  },
)

/** What the admin's history is asked for. */
const ADMIN_FILTERS: [filter: AuditFilter, index: string][] = [
  [{}, 'catalog_history_at (at_ms>? AND at_ms<?)'],
  [DAYS, 'catalog_history_at (at_ms>? AND at_ms<?)'],
  [
    { entity: 'city', ...DAYS },
    'catalog_history_all_of_kind ((entity,at_ms)>(?,?) AND (entity,at_ms)<(?,?))',
  ],
  [
    { userId: 'u', ...DAYS },
    'catalog_history_all_by_actor ((actor_id,at_ms)>(?,?) AND (actor_id,at_ms)<(?,?))',
  ],
  [
    { userId: 'u', entity: 'city' },
    'catalog_history_all_by_actor ((actor_id,at_ms)>(?,?) AND (actor_id,at_ms)<(?,?))',
  ],
]

test.each(ADMIN_FILTERS)(
  'a page of the admin’s history by %j: from its index, nothing sorted',
  async (filter, index) => {
    await using service = await startStore()
    for (const after of [undefined, AFTER]) {
      const plan = await planOf(service, (h) => listAudit(h, filter, { after, limit: 21 }))
      expect(plan.join('\n')).toContain(index)
      expect(plan.join('\n')).not.toContain('TEMP B-TREE')
      for (const line of plan) expect(line).toStartWith('SEARCH')
    }
  },
)

test('a page of the history of one thing is found by it', async () => {
  await using service = await startStore()
  const one = { entity: 'member' as const, entityId: 'alfa/u' }
  const page = { after: AFTER, limit: 21 }
  const plan = (await planOf(service, (h) => listAudit(h, one, page))).join('\n')
  expect(plan).toContain('catalog_history_entity (entity=? AND entity_id=?')
  expect(plan).not.toContain('TEMP B-TREE')
})
