import { expect, test } from 'bun:test'
import { GENERAL, PARTNERS, STAFF } from '../../src/client/operations.ts'
import { operationsOf } from '../support/openapi.ts'
import { startService } from '../support/service.ts'

test('the typed client knows the method and path of every operation: run `bun run generate-client` (issue 32)', async () => {
  const { call } = await startService()
  const operations = operationsOf((await call('GET', '/openapi.json')).body)
  const addresses = [...operations].map(([name, { operationId }]) => [
    operationId,
    name.replace(/\{(\w+)\}/g, ':$1'),
  ])
  expect({ ...GENERAL, ...STAFF, ...PARTNERS }).toEqual(Object.fromEntries(addresses))
})
