import { expect, test } from 'bun:test'
import { updateLastUsed } from '../../src/store/accounts/api-keys.ts'
import { listHotelNames } from '../../src/store/catalog/catalog-lists.ts'
import { writeMetas } from '../../src/store/engine/meta.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

const THREE = [1, 2, 3]
test.each<[string, Run, string[]]>([
  [
    'when keys were last used',
    (tx) =>
      updateLastUsed(
        tx,
        tx.t.apiKey,
        new Map(THREE.map((n) => [`key-${n}`, { atMs: n, from: '192.0.2.1' }])),
      ),
    ['SEARCH api_key USING PRIMARY KEY (id=?)'],
  ],
  [
    'where the feeds of hotels begin',
    (tx) =>
      writeMetas(
        tx,
        THREE.map((n) => ({ key: `feed_floor:${n}`, value: '7' })),
      ),
    ['SCAN 3-ROW VALUES CLAUSE'],
  ],
  [
    'the names of a manager’s hotels',
    (handle) => listHotelNames(handle, { ids: THREE }),
    ['SEARCH hotel USING INTEGER PRIMARY KEY (rowid=?)'],
  ],
])('%s: one statement, however many there are (D15)', async (_, run, plan) => {
  await using service = await startStore()
  expect(await planOf(service, run, { writes: true })).toEqual(plan)
})
