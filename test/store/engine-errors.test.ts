import { expect, test } from 'bun:test'
import { insertCity } from '../../src/store/catalog/catalog.ts'
import { startStore } from '../support/store.ts'

const CITY = { slug: 'x', name: 'X', country: 'TR' }

test('what the engine refuses because there is one like it is `already_exists`, and one that breaks another rule a defect', async () => {
  await using test = await startStore()
  const { store } = test
  await store.tx((tx) => insertCity(tx, CITY))

  const again = store.tx((tx) => insertCity(tx, CITY))
  const wrong = store.tx((tx) => tx.db.insert(tx.t.meta).values({ key: 'a', value: null as never }))

  const [taken, defect] = await Promise.allSettled([again, wrong])
  expect(taken).toMatchObject({ status: 'rejected', reason: { code: 'already_exists' } })
  expect(defect).toMatchObject({ status: 'rejected' })
  expect(JSON.stringify(defect)).not.toContain('already_exists')
})
